import {
  ATTENDANCE,
  type Concept,
  type NewConcept,
  type Reopening,
  type ToggledConcept,
} from '../../../shared/assemblies/concepts.api.ts';
import { needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { isOutsideAgenda } from '../../../shared/assemblies/law/warnings.ts';
import { isUndecidable } from '../../../shared/assemblies/tally.ts';
import { defined } from '../../../shared/defined.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Flag } from '../../platform/db/tables.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { applyCorrections } from '../roll/correction.ts';
import {
  type AssembliesContext,
  ensureBegun,
  ensureOpen,
  requireWentOn,
  runUseCase,
  type UseCase,
} from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import {
  conceptToApi,
  countReset,
  hasConfirmedOutside,
  markOpened,
  readConcepts,
  type StoredConcept,
  updateConcept,
} from '../store/questions/concepts.repository.ts';
import { endInterval } from '../store/questions/intervals.repository.ts';
import { type ReopenedVotes, readReopenedVotes } from '../store/questions/votes.repository.ts';
import { DELETED, keepAnnulled, SET_ASIDE, takeVotes } from '../store/tally/annulment.repository.ts';
import { recountTally } from '../store/tally/kept-tally.repository.ts';
import { keepPointOfClosing } from './agenda-item.ts';
import { createQuestion } from './create-question.ts';
import { closeQuestion, notePresence } from './open-question.ts';
import { closeOpenQuestion, conceptOf, meetingOf, noteOpening, questionKey } from './steps.ts';

/**
 * Service of the questions of an assembly, for operators: prepare, open, close, reset and delete. A joint has at
 * most a single open question.
 */
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
      act(newQuestion.jointId, principal, newQuestion.active !== 0, async (act) =>
        conceptToApi(await createQuestion(act, newQuestion)),
      ),

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

    /** Reads the effect of a reopening on the votes. @throws Problem conceptNotFound, questionOfFirstCall, questionOfVirtual */
    reopening: async (jointId: number, conceptId: number): Promise<Reopening> => {
      const { rootId } = await requireJoint(context.directory, jointId);
      return readAsOfNow(context.store.db, async (trx) => {
        const assembly = await assemblyToRead(trx, rootId);
        const { assemblyId } = assembly;
        const [concept] = await readConcepts(trx, { assemblyId, jointId, conceptId });
        if (concept === undefined || conceptId === ATTENDANCE) throw new Problem('conceptNotFound');
        refuseOtherMeeting(assembly, concept);
        if (concept.active === 1) return { setAside: 0, unsureOwners: [] };
        const { setAside, unsureOwners } = await readReopenedVotes(trx, assemblyId, concept);
        return { setAside: setAside.length, unsureOwners };
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
        await updateConcept(act.trx, questionKey(act, conceptId), { countdown_to: countdownTo });
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
        const votes = await takeVotes(act.trx, questionKey(act, conceptId));
        await keepAnnulled(act, { act: DELETED, reason }, { votes });
        await updateConcept(act.trx, questionKey(act, conceptId), {
          active: 0,
          deleted_at: act.at,
          deleted_by: act.actor,
          deleted_reason: reason,
        });
        act.changed.concepts.add(jointId);
        const fact = { jointId, conceptId, reason, votes: votes.length };
        if (concept.active === 0) return act.audit('conceptDeleted', fact);
        const presence = await notePresence(act, { jointId, conceptId }, 'closed');
        await endInterval(act.trx, questionKey(act, conceptId), {
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
          ...questionKey(act, conceptId),
          ...defined({ apartmentIds: apartmentId === null ? undefined : [apartmentId] }),
        });
        if (apartmentId !== null && votes.length === 0) throw new Problem('apartmentNotFound');
        await keepAnnulled(act, { act: apartmentId === null ? 'reset' : 'reversed', reason }, { votes });
        if (apartmentId === null) {
          await countReset(act.trx, questionKey(act, conceptId));
          await act.audit('conceptReset', { jointId, conceptId, reason, votes: votes.length });
        } else {
          await act.audit('voteAnnulled', { jointId, conceptId, apartmentId, reason });
        }
        // The tally of a closed question changes too, so screens read the concept again, not only the open question.
        act.changed.concepts.add(jointId);
      }),
  };
}

async function setRegistration(act: UseCase, active: Flag): Promise<void> {
  const { jointId } = act.place;
  await updateConcept(act.trx, questionKey(act, ATTENDANCE), { active });
  act.changed.concepts.add(jointId);
  await act.audit(active === 1 ? 'registrationActivated' : 'registrationDeactivated', { jointId });
}

/**
 * Opens a question of the act's joint, and closes another open question of the joint. Opens the assembly if needed.
 * @param reason text typed for a reopening; null for the first opening
 * @throws Problem ruleNotOffered, questionOfFirstCall, questionOfVirtual, openingEarly, beginningEarly, outsideAgenda
 */
export async function activate(act: UseCase, concept: StoredConcept, reason: string | null): Promise<void> {
  const { jointId } = act.place;
  const { conceptId, rule } = concept;
  // The question may come from a time when the assembly had another mode.
  if (needsRoom(rule) && act.assembly.mode === 'virtual') throw new Problem('ruleNotOffered');
  if (conceptId === ATTENDANCE) {
    await ensureOpen(act);
    return setRegistration(act, 1);
  }
  const outside = await confirmedOutside(act, concept);
  const early = await ensureBegun(act);
  refuseOtherMeeting(act.assembly, concept);
  await closeOpenQuestion(act, jointId);
  await keepPointOfClosing(act, concept);
  const reopened = await reopenVotes(act, concept, reason);
  await markOpened(act.trx, questionKey(act, conceptId), act.at);
  act.changed.concepts.add(jointId);
  const { interval, presence } = await noteOpening(act, conceptId, reason, reopened);
  // Later votes are counted apart from the current votes.
  if (interval > 1) await recountTally(act.trx, act.assembly.assemblyId, await conceptOf(act, conceptId));
  await act.audit('conceptActivated', {
    jointId,
    conceptId,
    ...outside,
    ...early,
    ...presence,
    ...(interval === 1 ? {} : { interval, reason, ...reopened }),
  });
}

/**
 * Asks at the first opening of a question if the point is outside the sent notice: the notice may be later than the
 * question. Does not ask the person that confirmed the point at the creation. Returns the confirmed warning for the audit
 * entry; empty without a question.
 * @throws Problem outsideAgenda unless confirmed
 */
async function confirmedOutside(act: UseCase, concept: StoredConcept): Promise<object> {
  const { agendaItem, openedAt, conceptId } = concept;
  // The screen alone asks about a question without a point, at the creation too.
  if (agendaItem === null || openedAt !== null || !isOutsideAgenda(agendaItem, await meetingOf(act)))
    return {};
  if (await hasConfirmedOutside(act.trx, questionKey(act, conceptId), act.actor)) return {};
  requireWentOn(act, 'outsideAgenda');
  return { warnings: [{ kind: 'outsideAgenda', asked: true }] };
}

/**
 * Refuses to reopen a question of a meeting with other votes: opened in the first call of an assembly in second call
 * (a new meeting: Ley 675, art. 41), or voted in a virtual assembly on a matter of art. 46, if the assembly is not
 * virtual any more.
 * @throws Problem questionOfFirstCall, questionOfVirtual
 */
function refuseOtherMeeting(
  { call, mode }: Pick<UseCase['assembly'], 'call' | 'mode'>,
  { base, matter }: Pick<StoredConcept, 'base' | 'matter'>,
): void {
  if (call === 2 && base?.call === 1) throw new Problem('questionOfFirstCall');
  const wasVirtual = base !== null && isUndecidable({ matter }, { mode: base.mode });
  if (wasVirtual && mode !== 'virtual') throw new Problem('questionOfVirtual');
}

/**
 * Sets aside the votes of the interval before a reopening that do not count afterwards. Deletes the idempotency
 * keys of the votes; the units vote again (specification, section 5, rule 11).
 */
async function reopenVotes(
  act: UseCase,
  concept: StoredConcept,
  reason: string | null,
): Promise<ReopenedVotes> {
  const { trx, assembly } = act;
  const reopened = await readReopenedVotes(trx, assembly.assemblyId, concept);
  const apartmentIds = reopened.setAside;
  if (apartmentIds.length === 0) return reopened;
  const votes = await takeVotes(trx, { ...questionKey(act, concept.conceptId), apartmentIds });
  await keepAnnulled(act, { act: SET_ASIDE, reason }, { votes });
  return reopened;
}
