import {
  ATTENDANCE,
  type Concept,
  type NewConcept,
  type Reopening,
  type ToggledConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import type { ByLawMajorities } from '../../../shared/assemblies/law/by-law-majorities.ts';
import { millionthsOf, needsRoom, type Rule } from '../../../shared/assemblies/law/majority.ts';
import { isTheNeeded, type Need, needOf } from '../../../shared/assemblies/law/matters.ts';
import { type QuestionWarning, questionWarnings } from '../../../shared/assemblies/law/warnings.ts';
import { defined } from '../../../shared/defined.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Flag } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureRoom, ensureWithin } from '../../platform/limits/limits.ts';
import { type OneVoteEach, readMajorities, readOneVoteEach } from '../../properties/index.ts';
import { applyCorrections } from '../roll/correction.ts';
import { type AssembliesContext, ensureOpen, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import {
  conceptToApi,
  countReset,
  insertQuestion,
  markOpened,
  nextConceptId,
  readConcepts,
  type StoredConcept,
  type StoredThreshold,
  updateConcept,
} from '../store/questions/concepts.repository.ts';
import { beginInterval, endInterval } from '../store/questions/intervals.repository.ts';
import { readVotesOfAbsent } from '../store/questions/votes.repository.ts';
import { hasUnsurePersons } from '../store/roll/persons.repository.ts';
import { DELETED, keepAnnulled, SET_ASIDE, takeVotes } from '../store/tally/annulment.repository.ts';
import { recountTally } from '../store/tally/kept-tally.repository.ts';
import { isOfOwners } from '../store/tally/tally.repository.ts';
import { optionsOfQuestion } from './election-ballot.ts';
import { ballotInTrail } from './elections.service.ts';
import { closeQuestion, notePresence } from './open-question.ts';

/** Service for questions: prepare, open, close, reset and delete. A joint has at most one open question. */
export function conceptsService(context: AssembliesContext) {
  /** Runs an act on a question of an assembly; refuses a closed assembly. */
  const act = <T>(
    jointId: number,
    by: Principal,
    moves: boolean,
    work: (act: UseCase) => Promise<T>,
  ): Promise<T> =>
    runUseCase(context, { jointId, by, moves }, (act) => {
      if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
      return work(act);
    });

  return {
    create: (newQuestion: NewConcept, principal: Principal): Promise<Concept> =>
      act(newQuestion.jointId, principal, newQuestion.active !== 0, async (act) => {
        const { trx, assembly, at } = act;
        const matter = newQuestion.matter ?? null;
        const byLaws = await byLawsOf(act, newQuestion);
        const needed = matter === null ? null : needOf(matter, byLaws);
        const rule = newQuestion.rule ?? needed?.rule ?? 'simple';
        const approving = newQuestion.approvingAnswerId ?? 1;
        if (needsRoom(rule) && assembly.mode === 'virtual') throw new Problem('ruleNotOffered');
        const ballot = optionsOfQuestion(rule, newQuestion);
        if (approving > ballot.answers.length) throw new Problem('approvingAnswerUnknown');
        const percentAsked =
          newQuestion.threshold ?? (newQuestion.rule === undefined ? needed?.threshold : undefined);
        const threshold = thresholdOf(rule, percentAsked);
        const majority = {
          rule,
          ...defined({
            threshold: rule === 'threshold' && percentAsked !== undefined ? percentAsked : undefined,
          }),
        };
        const clause = (needed !== null && isTheNeeded(majority, needed) && needed.clause) || null;
        await checkAgendaItem(act, newQuestion.agendaItem);
        const active = newQuestion.active ?? 1;
        if (active === 1) {
          act.wentOn = new Set(newQuestion.wentOn);
          await ensureOpen(act);
          await closeOpenQuestion(act, newQuestion.jointId);
        }
        const votes = await readOneVoteEach(trx, newQuestion.jointId);
        const conceptId = await nextConceptId(trx, assembly.assemblyId, newQuestion.jointId);
        const question = {
          description: newQuestion.conceptDescription,
          active,
          rule,
          threshold,
          matter,
          clause,
          approvingAnswerId: approving,
          agendaItem: newQuestion.agendaItem ?? null,
          hideResults: newQuestion.hideResults ?? false,
          ...votes,
          ...ballot,
          at,
        };
        const key = { assemblyId: assembly.assemblyId, jointId: newQuestion.jointId, conceptId };
        const where = { assembly_id: key.assemblyId, joint_id: key.jointId };
        await ensureRoom(trx, 'tooManyQuestions', { table: 'concept', where });
        await insertQuestion(trx, key, question);
        act.changed.concepts.add(newQuestion.jointId);
        await act.audit('conceptCreated', {
          jointId: newQuestion.jointId,
          conceptId,
          description: newQuestion.conceptDescription,
          active,
          rule,
          ...defined({
            threshold: threshold ?? undefined,
            matter: matter ?? undefined,
            clause: clause ?? undefined,
          }),
          ...(await warned(act, newQuestion, { majority, byLaws, ofOwners: isOfOwners({ rule, ...votes }) })),
          ...(rule === 'perUnit' ? oneVoteInTrail(votes) : {}),
          approvingAnswerId: approving,
          ...ballotInTrail(ballot),
          ...defined({
            agendaItem: newQuestion.agendaItem ?? undefined,
            hideResults: newQuestion.hideResults === true ? true : undefined,
          }),
          ...(active === 1 ? (await noteOpening(act, conceptId, null)).presence : {}),
        });
        return conceptToApi(await conceptOf(act, conceptId));
      }),

    toggle: (toggled: ToggledConcept, principal: Principal): Promise<Concept> =>
      act(toggled.jointId, principal, toggled.conceptId !== ATTENDANCE, async (act) => {
        const concept = await conceptOf(act, toggled.conceptId);
        if (concept.active === toggled.active) return conceptToApi(concept);
        act.wentOn = new Set(toggled.wentOn);
        if (toggled.active === 1) await activate(act, concept, toggled.reason?.trim() || null);
        else if (toggled.conceptId === ATTENDANCE) await setRegistration(act, 0);
        else await closeQuestion(act, toggled);
        return conceptToApi(await conceptOf(act, toggled.conceptId));
      }),

    /** Counts votes set aside if the question opens again. @throws Problem conceptNotFound, questionOfFirstCall */
    reopening: async (jointId: number, conceptId: number): Promise<Reopening> => {
      const { rootId } = await requireJoint(context.directory, jointId);
      return readAsOfNow(context.store.db, async (trx) => {
        const assembly = await assemblyToRead(trx, rootId);
        const { assemblyId } = assembly;
        const [concept] = await readConcepts(trx, { assemblyId, jointId, conceptId });
        if (concept === undefined || conceptId === ATTENDANCE) throw new Problem('conceptNotFound');
        if (isOfFirstCall(assembly, concept)) throw new Problem('questionOfFirstCall');
        const setAside = concept.active === 1 ? [] : await readVotesOfAbsent(trx, assemblyId, concept);
        return { setAside: setAside.length };
      });
    },

    /** Sets or removes the announced closing time of the open question. @throws Problem voteNotActive */
    setCountdown: (
      { jointId, conceptId, seconds }: { jointId: number; conceptId: number; seconds: number },
      principal: Principal,
    ): Promise<{ countdownTo: string | null }> =>
      act(jointId, principal, false, async (act) => {
        const { active } = await conceptOf(act, conceptId);
        if (conceptId === ATTENDANCE || active === 0) throw new Problem('voteNotActive');
        const countdownTo = seconds === 0 ? null : act.at + seconds * 1_000;
        await updateConcept(act.trx, keyOf(act, conceptId), { countdown_to: countdownTo });
        act.changed.concepts.add(jointId);
        await act.audit('countdownSet', { jointId, conceptId, seconds });
        return { countdownTo: instantOf(countdownTo) };
      }),

    remove: (
      jointId: number,
      conceptId: number,
      reason: string | null,
      principal: Principal,
    ): Promise<void> =>
      act(jointId, principal, true, async (act) => {
        if (conceptId === ATTENDANCE) throw new Problem('attendanceConcept');
        const concept = await conceptOf(act, conceptId);
        const votes = await takeVotes(act.trx, keyOf(act, conceptId));
        await keepAnnulled(act, { act: DELETED, reason }, { votes });
        await updateConcept(act.trx, keyOf(act, conceptId), {
          active: 0,
          deleted_at: act.at,
          deleted_by: act.actor,
          deleted_reason: reason,
        });
        act.changed.concepts.add(jointId);
        const fact = { jointId, conceptId, reason, votes: votes.length };
        if (concept.active === 0) return act.audit('conceptDeleted', fact);
        const presence = await notePresence(act, { jointId, conceptId }, 'closed');
        await endInterval(act.trx, keyOf(act, conceptId), {
          at: act.at,
          by: act.actor,
          votes: null,
          result: null,
        });
        await act.audit('conceptDeleted', { ...fact, ...presence });
        await applyCorrections(act);
      }),

    /** Annuls all votes of a question, or the vote of one unit if `apartmentId` is not null. */
    annulVotes: (
      annulment: { jointId: number; conceptId: number; apartmentId: string | null; reason: string | null },
      principal: Principal,
    ): Promise<void> =>
      act(annulment.jointId, principal, false, async (act) => {
        const { jointId, conceptId, apartmentId, reason } = annulment;
        await conceptOf(act, conceptId);
        const votes = await takeVotes(act.trx, {
          ...keyOf(act, conceptId),
          ...defined({ apartmentIds: apartmentId === null ? undefined : [apartmentId] }),
        });
        if (apartmentId !== null && votes.length === 0) throw new Problem('apartmentNotFound');
        await keepAnnulled(act, { act: apartmentId === null ? 'reset' : 'reversed', reason }, { votes });
        if (apartmentId === null) {
          await countReset(act.trx, keyOf(act, conceptId));
          await act.audit('conceptReset', { jointId, conceptId, reason, votes: votes.length });
        } else {
          await act.audit('voteAnnulled', { jointId, conceptId, apartmentId, reason });
        }
        // The tally of a closed question changes too, so screens read the concept again, not only the open question.
        act.changed.concepts.add(jointId);
      }),
  };
}

/**
 * Returns the warnings about a new question, as confirmed by the person.
 * @throws Problem identitiesUnsure if each owner has one vote, some owners are perhaps one person, and the person
 * did not confirm
 */
async function warned(
  { trx, assembly }: UseCase,
  newQuestion: NewConcept,
  { majority, byLaws, ofOwners }: { majority: Need; byLaws: ByLawMajorities; ofOwners: boolean },
): Promise<{ warnings?: (QuestionWarning & { asked: boolean })[] }> {
  const { kind, mode, agenda } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const { conceptDescription: question, matter = null, agendaItem = null, wentOn = [], seats } = newQuestion;
  const checked = { question, matter, ...majority, agendaItem, seats };
  const warnings = questionWarnings(checked, { kind, mode, agenda }, byLaws);
  if (ofOwners && (await hasUnsurePersons(trx, assembly.assemblyId, newQuestion.jointId))) {
    if (!wentOn.includes('identitiesUnsure')) throw new Problem('identitiesUnsure');
    warnings.push({ kind: 'identitiesUnsure' });
  }
  return warnings.length === 0
    ? {}
    : { warnings: warnings.map((one) => ({ ...one, asked: wentOn.includes(one.kind) })) };
}

/**
 * Reads the majorities of the joint's by-laws. Empty for an election of several seats, decided by the method and
 * not by a majority.
 */
async function byLawsOf({ trx, assembly }: UseCase, { seats = 1 }: NewConcept): Promise<ByLawMajorities> {
  return seats > 1 ? {} : readMajorities(trx, assembly.rootId);
}

/**
 * Part of a question's entry in the audit trail: kinds of units with one vote per unit, and if each owner has one
 * vote.
 */
export const oneVoteInTrail = ({ perUnitKinds, votePer }: OneVoteEach) => ({
  perUnitKinds,
  ...defined({ votePer: votePer === 'owner' ? votePer : undefined }),
});

/**
 * Percentage of the by-laws for the rule `threshold`, as an exact number; null for other rules.
 * @throws Problem thresholdOutOfRange, also if the rule lacks the percentage
 */
function thresholdOf(rule: Rule, percentOf: NewConcept['threshold']): StoredThreshold | null {
  if (rule !== 'threshold') return null;
  const millionths = percentOf && millionthsOf(percentOf.percent);
  if (percentOf === undefined || millionths == null) throw new Problem('thresholdOutOfRange');
  return { millionths, base: percentOf.base };
}

/** Checks that the chosen point exists on the current agenda. Later changes of the agenda appear in the acta. */
async function checkAgendaItem({ trx, assembly }: UseCase, item: NewConcept['agendaItem']): Promise<void> {
  if (item == null) return;
  const { agenda } = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  if (!agendaItems(agenda).some(({ number }) => number === item)) throw new Problem('agendaItemUnknown');
}

async function conceptOf(act: UseCase, conceptId: number): Promise<StoredConcept> {
  const [concept] = await readConcepts(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointId: act.place.jointId,
    conceptId,
  });
  if (concept === undefined) throw new Problem('conceptNotFound');
  return concept;
}

function keyOf({ assembly, place }: UseCase, conceptId: number) {
  return { assemblyId: assembly.assemblyId, jointId: place.jointId, conceptId };
}

async function setRegistration(act: UseCase, active: Flag): Promise<void> {
  const { jointId } = act.place;
  await updateConcept(act.trx, keyOf(act, ATTENDANCE), { active });
  act.changed.concepts.add(jointId);
  await act.audit(active === 1 ? 'registrationActivated' : 'registrationDeactivated', { jointId });
}

/** Stores the opening of a question in a joint, with the owners connected at the time. */
async function noteOpening(act: UseCase, conceptId: number, reason: string | null, setAside = 0) {
  const opening = { at: act.at, by: act.actor, reason, setAside };
  const interval = await beginInterval(act.trx, keyOf(act, conceptId), opening);
  ensureWithin('tooManyReopenings', interval);
  const presence = await notePresence(act, { jointId: act.place.jointId, conceptId }, 'opened');
  return { interval, presence };
}

async function activate(act: UseCase, concept: StoredConcept, reason: string | null): Promise<void> {
  const { jointId } = act.place;
  const { conceptId, rule } = concept;
  // The question may come from a time when the assembly had another mode.
  if (needsRoom(rule) && act.assembly.mode === 'virtual') throw new Problem('ruleNotOffered');
  await ensureOpen(act);
  if (conceptId === ATTENDANCE) return setRegistration(act, 1);
  if (isOfFirstCall(act.assembly, concept)) throw new Problem('questionOfFirstCall');
  await closeOpenQuestion(act, jointId);
  const setAside = await setAsideVotes(act, concept, reason);
  await markOpened(act.trx, keyOf(act, conceptId), act.at);
  act.changed.concepts.add(jointId);
  const { interval, presence } = await noteOpening(act, conceptId, reason, setAside.length);
  // Later votes are counted apart from the current votes.
  if (interval > 1) await recountTally(act.trx, act.assembly.assemblyId, await conceptOf(act, conceptId));
  await act.audit('conceptActivated', {
    jointId,
    conceptId,
    ...presence,
    ...(interval === 1 ? {} : { interval, reason, setAside }),
  });
}

/**
 * True if the assembly is in second call and the question was opened in the first call: the second call is a new
 * meeting (Ley 675, art. 41).
 */
const isOfFirstCall = ({ call }: Pick<UseCase['assembly'], 'call'>, { base }: StoredConcept): boolean =>
  call === 2 && base?.call === 1;

/**
 * Sets aside the votes of the interval before a reopening that do not count afterwards. Deletes the idempotency
 * keys of the votes; the units vote again (specification, section 5, rule 11).
 * @returns the units
 */
async function setAsideVotes(act: UseCase, concept: StoredConcept, reason: string | null): Promise<string[]> {
  const { trx, assembly } = act;
  const apartmentIds = await readVotesOfAbsent(trx, assembly.assemblyId, concept);
  if (apartmentIds.length === 0) return [];
  const votes = await takeVotes(trx, { ...keyOf(act, concept.conceptId), apartmentIds });
  await keepAnnulled(act, { act: SET_ASIDE, reason }, { votes });
  return apartmentIds;
}

/** Closes the open question of a joint before another question opens. */
async function closeOpenQuestion(act: UseCase, jointId: number): Promise<void> {
  const [open] = await readConcepts(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointId,
    openQuestion: true,
  });
  if (open !== undefined) await closeQuestion(act, { jointId, conceptId: open.conceptId });
}
