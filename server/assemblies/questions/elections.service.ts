import type { AnswerOf } from '../../../shared/api.ts';
import type { Concept, NewConcept, SeenCandidates } from '../../../shared/assemblies/concepts.api.ts';
import { type Acceptance, isSeatPassedOn, personKey } from '../../../shared/assemblies/elections/election.ts';
import type { listCandidates } from '../../../shared/assemblies/elections/elections.api.ts';
import type { ElectionOutcome } from '../../../shared/assemblies/elections/outcome.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { mayBeAccountOf, mayBeOwner } from '../../../shared/properties/person.ts';
import { readActorNames } from '../../accounts/index.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { candidateNames, needsOwners, readCandidateStandings } from '../challenge/candidates.ts';
import { readOwnedUnits } from '../powers/powers.repository.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { linkedUnits } from '../store/attendance/attendance.repository.ts';
import { listPublications } from '../store/papers/acta-publications.repository.ts';
import {
  conceptToApi,
  readConcepts,
  replaceOptions,
  type StoredConcept,
} from '../store/questions/concepts.repository.ts';
import { insertLot, keepAcceptance } from '../store/questions/election-notes.repository.ts';
import { countVotes } from '../store/tally/tally.repository.ts';
import { optionsOfQuestion } from './election-ballot.ts';
import { resultOf, standingOf } from './result.ts';
import { conceptOf, questionKey } from './steps.ts';

interface Where {
  jointId: number;
  conceptId: number;
}

interface ElectedAnswer {
  answerId: number;
  place: number;
  acceptance: Acceptance;
}

type CandidateList = AnswerOf<typeof listCandidates>;

/**
 * Service of elections of several seats, for operators: changes candidates before the opening; records lots and
 * acceptances after the closing (docs/why/elections.md).
 */
export function electionsService(context: AssembliesContext) {
  const { store, directory } = context;

  /** Runs an act on an election, also after the end of the assembly (specification, section 5, rule 28c). */
  const act = <T>({ jointId }: Where, by: Principal, work: (act: UseCase) => Promise<T>): Promise<T> =>
    runUseCase(context, { jointId, by }, work);

  return {
    /** Replaces the candidates. @throws Problem assemblyClosed, ballotFixed, seatsNeedElection and others */
    setCandidates: (
      where: Where,
      {
        seen,
        ...options
      }: Pick<NewConcept, 'answers' | 'seats' | 'method' | 'blankAnswerId'> & {
        seen?: SeenCandidates;
      },
      principal: Principal,
    ): Promise<Concept> =>
      act(where, principal, async (act) => {
        if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
        const concept = await conceptOf(act, where.conceptId);
        if (concept.rule !== 'election') throw new Problem('seatsNeedElection');
        if (concept.openedAt !== null) throw new Problem('ballotFixed');
        const ballot = optionsOfQuestion(concept.rule, options);
        refuseMovedCandidates(concept, seen);
        await replaceOptions(act.trx, questionKey(act, where.conceptId), ballot);
        act.changed.concepts.add(where.jointId);
        const none = { seats: null, method: null };
        await act.audit('candidatesSet', { ...where, ...none, ...ballotInTrail(ballot) });
        return conceptToApi(await conceptOf(act, where.conceptId));
      }),

    /** Notes the result of a lot drawn between tied candidates. @throws Problem notTied, lotNoted */
    noteLot: (
      where: Where,
      { order, how }: { order: readonly number[]; how: string },
      principal: Principal,
    ): Promise<ElectionOutcome> =>
      act(where, principal, async (act) => {
        const concept = await conceptOf(act, where.conceptId);
        const election = await electionOf(act, concept);
        const subject = sorted(order);
        const sameLot = election.lots.find((lot) => sorted(lot.order) === subject);
        if (sameLot !== undefined) {
          if (sameLot.order.join() !== order.join()) throw new Problem('lotNoted');
          return election;
        }
        const tie = election.ties.find(({ answerIds }) => sorted(answerIds) === subject);
        if (tie === undefined) throw new Problem('notTied');
        const interval = concept.intervals.length;
        await insertLot(
          act.trx,
          { ...questionKey(act, where.conceptId), interval },
          { order, how, by: act.actor, at: act.at },
        );
        act.changed.concepts.add(where.jointId);
        await act.audit('lotNoted', { ...where, interval, order, seats: tie.seats, how });
        // A lot changes the result, so a signed head follows as after a closing.
        act.head.moment = 'cierre';
        return electionOf(act, await conceptOf(act, where.conceptId));
      }),

    /** Notes that an elected candidate accepted or declined the seat. @throws Problem notElected */
    noteAcceptance: (where: Where, request: ElectedAnswer, principal: Principal): Promise<ElectionOutcome> =>
      act(where, principal, (act) => keepAnswer(act, where, { ...request, isOwn: false })),

    /**
     * Notes the answer of the elected owner from the own session.
     * @throws Problem notElected, notTheElected, ownAnswerFixed
     */
    answer: (where: Where, request: ElectedAnswer, principal: Principal): Promise<ElectionOutcome> =>
      act(where, principal, async (act) => {
        const concept = await conceptOf(act, where.conceptId);
        const election = await electionOf(act, concept);
        await requireElected(act, personOf(election, request).name, principal);
        await refuseFixedAnswer(act, { concept, election }, request);
        return keepAnswer(act, where, { ...request, isOwn: true });
      }),

    /** Compares the candidates for the council with owners and delegates. @throws Problem conceptNotFound */
    candidates: async ({ jointId, conceptId }: Where): Promise<CandidateList> => {
      const { rootId } = await requireJoint(directory, jointId);
      const family = await directory.family(rootId);
      return readAsOfNow(store.db, async (trx) => {
        const { assemblyId } = await assemblyToRead(trx, rootId);
        const [concept] = await readConcepts(trx, { assemblyId, jointId, conceptId });
        if (concept === undefined) throw new Problem('conceptNotFound');
        if (!needsOwners(concept)) return [];
        const standing = await readCandidateStandings({ trx, assembly: { assemblyId, rootId }, family });
        return candidateNames(concept).map((name) => ({ name, standing: standing(name) }));
      });
    },
  };
}

/**
 * Refuses to overwrite candidates that another person changed after the person's page was read.
 * @throws Problem factsMoved
 */
function refuseMovedCandidates({ answers, contest }: StoredConcept, seen: SeenCandidates | undefined): void {
  if (seen === undefined) return;
  const ballotText = (
    list: readonly { text: string; names?: readonly string[] | null | undefined }[],
    of: number,
  ) => JSON.stringify([list.map(({ text, names }) => [text, names ?? []]), of]);
  const stored = ballotText(
    answers.map(({ description, names }) => ({ text: description, names })),
    contest?.seats ?? 1,
  );
  const shown = ballotText(
    seen.answers.map(({ answerDescription, names }) => ({ text: answerDescription, names })),
    seen.seats,
  );
  if (stored !== shown) throw new Problem('factsMoved');
}

/**
 * Returns the answers of a question as facts for the audit entry: texts, blank answer, and for elections seats,
 * method and names. Verifiers read the entry to rebuild the question.
 */
export function ballotInTrail({
  answers,
  blankAnswerId,
  seats,
  method,
}: ReturnType<typeof optionsOfQuestion>) {
  return {
    blankAnswerId,
    answers: answers.map(({ description }) => description),
    ...(seats === null
      ? {}
      : { seats, method, names: method === 'quotient' ? answers.map(({ names }) => names ?? []) : null }),
  };
}

const sorted = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join();

/** Finds the person with a seat, now or before, in an election. @throws Problem notElected */
function personOf(
  { elected, declined }: ElectionOutcome,
  { answerId, place }: Omit<ElectedAnswer, 'acceptance'>,
) {
  const person = [...elected, ...declined].find((one) => one.answerId === answerId && one.place === place);
  if (person === undefined) throw new Problem('notElected');
  return person;
}

/** Stores the answer of an elected person with its entry in the trail; the same answer again has no effect. */
async function keepAnswer(
  act: UseCase,
  where: Where,
  { isOwn, ...request }: ElectedAnswer & { isOwn: boolean },
): Promise<ElectionOutcome> {
  const concept = await conceptOf(act, where.conceptId);
  const election = await electionOf(act, concept);
  const { name } = personOf(election, request);
  const stored = concept.contest?.acceptances.get(personKey(request.answerId, request.place));
  if (stored === request.acceptance) return election;
  const interval = concept.intervals.length;
  const note = { ...request, isOwn, by: act.actor, at: act.at };
  await keepAcceptance(act.trx, { ...questionKey(act, where.conceptId), interval }, note);
  act.changed.concepts.add(where.jointId);
  const way = isOwn ? { fromOwnSession: true } : {};
  await act.audit('acceptanceNoted', { ...where, interval, ...request, name, ...way });
  return electionOf(act, await conceptOf(act, where.conceptId));
}

/**
 * Refuses another answer from the own session after the signed acta is published, and an acceptance of a seat that passed
 * to an alternate.
 * @throws Problem ownAnswerFixed
 */
async function refuseFixedAnswer(
  { trx, assembly: { assemblyId } }: UseCase,
  { concept, election }: { concept: StoredConcept; election: ElectionOutcome },
  { answerId, place, acceptance }: ElectedAnswer,
): Promise<void> {
  const stored = concept.contest?.acceptances.get(personKey(answerId, place));
  if (stored === undefined || stored === acceptance) return;
  const isPublished = (await listPublications(trx, [assemblyId])).has(assemblyId);
  if (isPublished || (acceptance === 'accepted' && isSeatPassedOn(election, { answerId })))
    throw new Problem('ownAnswerFixed');
}

/**
 * Checks that an elected person is the owner of a unit of the caller, and no owner with the same name and other
 * documents is on the roll. For a unit of several owners the account has the name of the elected person.
 * @throws Problem notTheElected
 */
async function requireElected(act: UseCase, name: string, { userId }: Principal): Promise<void> {
  const own = await linkedUnits(act.trx, userId, act.family);
  const units = await readOwnedUnits(act.trx, act.assembly.assemblyId, act.family);
  const account = (await readActorNames(act.trx, [act.actor])).actor(act.actor, act.at);
  const elected = { name, document: null };
  const ownerOf = (unit: (typeof units)[number]) => ({ name: unit.owner, document: unit.ownerDocument });
  const ownDocuments = units
    .filter((unit) => own.has(unit.apartmentId) && mayBeAccountOf(account, elected, ownerOf(unit)))
    .map((unit) => documentKeys(unit.ownerDocument));
  const otherDocuments = units
    .filter((unit) => !own.has(unit.apartmentId) && mayBeOwner(elected, ownerOf(unit)))
    .map((unit) => documentKeys(unit.ownerDocument));
  const isNamesake = (keys: readonly string[]) =>
    keys.length > 0 &&
    ownDocuments.every((mine) => mine.length > 0 && !mine.some((key) => keys.includes(key)));
  if (ownDocuments.length === 0 || otherDocuments.some(isNamesake)) throw new Problem('notTheElected');
}

/** Computes the elected candidates of a closed election; refuses other questions. */
async function electionOf({ trx, assembly }: UseCase, concept: StoredConcept): Promise<ElectionOutcome> {
  const { jointId, conceptId } = concept;
  const counts = await countVotes(trx, assembly.assemblyId, jointId, [concept]);
  const whole = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  const standing = await standingOf(trx, whole, jointId);
  const { outcome } = resultOf(concept, counts.get(conceptId) ?? [], standing);
  if (outcome?.election === undefined) throw new Problem('notTied');
  return outcome.election;
}
