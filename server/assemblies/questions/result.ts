import { ATTENDANCE, REGISTERED } from '../../../shared/assemblies/concepts.api.ts';
import { type ElectionResult, electSeats, personKey } from '../../../shared/assemblies/elections/election.ts';
import type { ElectionOutcome } from '../../../shared/assemblies/elections/outcome.ts';
import { isOfCommittee } from '../../../shared/assemblies/law/matters.ts';
import type { LiveConcept, QuestionInterval } from '../../../shared/assemblies/live.ts';
import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import {
  type AnswerCount,
  type Decision,
  decide,
  decidingMode,
  votedOf,
} from '../../../shared/assemblies/tally.ts';
import { fromNumber, nano, toNumber } from '../../../shared/coefficient.ts';
import { addMonths, dayInBogota } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import type { Db } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { StoredAssembly } from '../store/assembly.repository.ts';
import {
  areResultsHidden,
  clauseToApi,
  costToApi,
  deletionToApi,
  type StoredConcept,
  seatsToApi,
  thresholdToApi,
  votePerToApi,
} from '../store/questions/concepts.repository.ts';
import type { ClosingResult } from '../store/questions/intervals.repository.ts';
import {
  type Represented,
  type RollTotal,
  represented,
  rollTotal,
  votesOfOne,
} from '../store/tally/tally.repository.ts';

/**
 * Figures of an assembly needed besides the votes to compute a result: call (first or second) and mode, total of
 * the roll, and units registered now.
 */
export interface StandingVotes {
  assembly: Pick<StoredAssembly, 'call' | 'mode'>;
  /** Number of units and sum of coefficients of the whole roll. */
  total: RollTotal;
  /** Sums of the units registered now. */
  now: Represented;
}

/**
 * Reads the figures of a joint needed besides the votes to compute results: totals of the roll, units registered
 * now, and call and mode of the assembly.
 */
export async function standingOf(db: Db, assembly: StoredAssembly, jointId: number): Promise<StandingVotes> {
  return {
    assembly,
    total: await rollTotal(db, assembly.assemblyId, jointId),
    now: await represented(db, assembly.assemblyId, jointId),
  };
}

/** Computes the quorum from the units registered now: required, reached and missing coefficient. */
export function quorumNow({ assembly, total, now }: StandingVotes) {
  return quorumOf({
    call: assembly.call,
    registered: now.coefficient,
    total: total.coefficient,
    owners: now.owners,
  });
}

/**
 * Computes the result of a question: answers with votes, and the outcome. The only function from stored votes to a
 * result, for projected screen, operator, phones and reports. While the results are hidden, returns the turnout
 * alone.
 */
export function resultOf(
  concept: StoredConcept,
  counted: readonly AnswerCount[],
  standing: StandingVotes,
): LiveConcept {
  const { now } = standing;
  // For attendance: the base of a question per unit, if opened now.
  const dwellings = votesOfOne(now, concept);
  const present = { apartments: now.apartments, coefficient: now.coefficient, dwellings };
  const attendance: AnswerCount = { ...present, answerId: REGISTERED, inRoom: nano(0) };
  const answerCounts = concept.conceptId === ATTENDANCE ? [attendance] : counted;
  const answers = concept.answers.map(
    ({ answerId }) => answerCounts.find((answer) => answer.answerId === answerId) ?? emptyAnswer(answerId),
  );
  const sum = votedOf(answers);
  const voted = { apartments: sum.apartments, coefficient: toNumber(sum.coefficient) };
  const isHidden = areResultsHidden(concept);
  const divided = answers.reduce((some, answer) => some + (answer.divided ?? 0), 0);
  const threshold = thresholdToApi(concept);
  const outcome = outcomeOf(concept, answers, standing, present);
  const live: LiveConcept = {
    conceptId: concept.conceptId,
    conceptDescription: concept.description,
    active: concept.active,
    rule: concept.rule,
    ...seatsToApi(concept),
    ...defined({ threshold: threshold ?? undefined, agendaItem: concept.agendaItem ?? undefined }),
    ...clauseToApi(concept),
    ...costToApi(concept),
    ...votePerToApi(concept),
    ...defined({ divided: divided === 0 || isHidden ? undefined : divided }),
    voted,
    ...defined({
      hidden: isHidden ? (true as const) : undefined,
      countdownTo: concept.countdownTo === null ? undefined : new Date(concept.countdownTo).toISOString(),
    }),
    answers: (isHidden ? [] : answers).map((answer) => ({
      answerId: answer.answerId,
      answerDescription: concept.answers.find((a) => a.answerId === answer.answerId)?.description ?? '',
      apartments: answer.apartments,
      coefficient: toNumber(answer.coefficient),
      dwellings: answer.dwellings,
      inRoom: toNumber(answer.inRoom),
    })),
    outcome,
    ...closingToApi(concept),
    ...defined({
      intervals:
        concept.intervals.length > 1 || (concept.deletion !== null && concept.intervals.some(hasNotes))
          ? intervalsOf(concept, votesSinceOpening(concept, counted), { voted, outcome })
          : undefined,
    }),
  };
  const { deletion, active } = concept;
  if (deletion !== null) {
    const last = concept.intervals.findLast(({ result }) => result !== null)?.result;
    return { ...live, ...last, deleted: deletionToApi(deletion) };
  }
  const announced = active === 1 ? undefined : concept.intervals.at(-1)?.result;
  return announced == null || isAnnouncedResult(announced, live) ? live : { ...live, announced };
}

/**
 * Computes the outcome of a question: for a closed question from the figures at the closing, else from the figures
 * now. Null without a rule. While the results are hidden, decides without the votes.
 * @param present units registered now, with their votes on this question
 */
function outcomeOf(
  concept: StoredConcept,
  answers: readonly AnswerCount[],
  { assembly, total, now }: StandingVotes,
  present: Pick<AnswerCount, 'apartments' | 'coefficient' | 'dwellings'>,
): LiveConcept['outcome'] {
  const { rule } = concept;
  if (rule === null) return null;
  const closed = concept.active === 0 ? concept.base : null;
  const base = closed ?? {
    ...present,
    owners: now.owners,
    call: assembly.call,
    total: total.coefficient,
    mode: decidingMode(rule, assembly.mode, answers),
  };
  const quorum = quorumOf({
    call: base.call,
    registered: base.coefficient,
    total: base.total,
    owners: base.owners,
  }).reached;
  // Older closings without a separate blank vote keep the announced result.
  const isApart = closed?.isBlankApart !== false;
  const blankAnswerId = isApart ? concept.blankAnswerId : null;
  const decision = decide(
    {
      rule,
      threshold: concept.threshold,
      approvingAnswerId: concept.approvingAnswerId ?? 1,
      matter: concept.matter,
      blankAnswerId,
      contest: concept.contest,
      active: concept.active === 1,
      closed: concept.closedAt !== null,
    },
    areResultsHidden(concept) ? [] : answers,
    { ...base, quorum },
    base,
  );
  return {
    status: decision.status,
    answerId: decision.answerId,
    base: { apartments: decision.base.apartments, coefficient: toNumber(decision.base.coefficient) },
    // No share above the whole, even if the represented coefficient is wrong.
    share: Math.min(1, decision.share),
    passesHalf: isApart ? decision.passesHalf : null,
    blankAnswerId,
    mode: base.mode,
    ...defined({
      unverified: closed !== null && concept.intervals.at(-1)?.unverified ? (true as const) : undefined,
    }),
    ...electionOutcome(concept, decision),
  };
}

/** Returns seal, time and person of the last closing of a closed question. Empty while open, and before. */
function closingToApi({ active, intervals }: StoredConcept): Pick<LiveConcept, 'seal' | 'closing'> {
  const last = active === 0 ? intervals.at(-1) : undefined;
  if (last === undefined || last.closedAt === null) return {};
  return {
    ...defined({ seal: last.seal ?? undefined }),
    closing: { at: new Date(last.closedAt).toISOString(), by: last.closedBy },
  };
}

const MONTHS_OF_COMMITTEE = 12;

const SHOWN_STATUSES: ReadonlySet<Decision['status']> = new Set(['elected', 'tied', 'rejected']);

/** Returns the elected candidates in the format of the API, for a closed election with a decision. */
function electionOutcome(
  { contest, description, closedAt }: Pick<StoredConcept, 'contest' | 'description' | 'closedAt'>,
  { status, election }: Pick<Decision, 'status' | 'election'>,
): { election?: ElectionOutcome } {
  if (contest === null || election === undefined || !SHOWN_STATUSES.has(status)) return {};
  return { election: { ...seatsToTell(contest, election), ...termOf(description, closedAt) } };
}

/** Returns the term of an elected comité de convivencia: one year (Ley 675, art. 58, par. 1). Empty for other elections. */
const termOf = (description: string, closedAt: number | null): Pick<ElectionOutcome, 'termUntil'> =>
  closedAt !== null && isOfCommittee(description)
    ? { termUntil: addMonths(dayInBogota(closedAt), MONTHS_OF_COMMITTEE) }
    : {};

function seatsToTell(
  { noted, afterEnd, own }: NonNullable<StoredConcept['contest']>,
  electedSeats: ElectionResult,
): ElectionOutcome {
  const { quotient, valid, lists, elected, alternates, declined, ties, isTied: _, ...rest } = electedSeats;
  return {
    ...rest,
    valid: toNumber(valid),
    quotient: quotient && { value: toNumber(quotient.whole), over: quotient.over },
    lists: lists.map(({ votes, remainder, ...list }) => ({
      ...list,
      votes: toNumber(votes),
      remainder: toNumber(remainder),
    })),
    elected: elected.map(withNote),
    alternates: [...alternates],
    declined: declined.map(withNote),
    ties: ties.map(({ answerIds, seats }) => ({ answerIds: [...answerIds], seats })),
    lots: noted.map(({ order, how, by, at, isAfterEnd }) => ({
      order: [...order],
      how,
      by,
      at: new Date(at).toISOString(),
      ...defined({ afterEnd: isAfterEnd ? (true as const) : undefined }),
    })),
  };

  function withNote<T extends { answerId: number; place: number }>(one: T) {
    const key = personKey(one.answerId, one.place);
    return {
      ...one,
      ...defined({
        ownAnswer: own.has(key) ? (true as const) : undefined,
        afterEnd: afterEnd.has(key) ? (true as const) : undefined,
      }),
    };
  }
}

/** True if the current outcome and votes equal the result announced at the closing. */
const isAnnouncedResult = (announced: ClosingResult, { voted, outcome }: LiveConcept): boolean =>
  announced.outcome?.status === outcome?.status &&
  announced.voted.apartments === voted.apartments &&
  announced.voted.coefficient === voted.coefficient;

/**
 * Returns the number of current votes on a question cast since the last opening. Votes kept from before a reopening
 * are left out.
 * @param counted count of each answer
 */
export function votesSinceOpening({ intervals }: StoredConcept, counted: readonly AnswerCount[]): number {
  if (intervals.length <= 1) return votedOf(counted).apartments;
  return counted.reduce((sum, { late = 0 }) => sum + late, 0);
}

/**
 * Returns the periods of a question for the API: each opening and closing with the announced result and the number
 * of votes cast in between. An announced result never changes, even if votes were annulled since.
 * @param since number of current votes cast since the last opening
 * @param now current result: used for the last closing if no announced result is stored
 */
export function intervalsOf(
  concept: StoredConcept,
  since: number,
  now: Pick<LiveConcept, 'voted' | 'outcome'>,
): QuestionInterval[] {
  const isHidden = areResultsHidden(concept);
  return concept.intervals.map((interval) => {
    const { number, openedAt, openedBy, reason, closedAt, votes, setAside, unsureOwners, seal } = interval;
    const isOpen = closedAt === null;
    const isLast = !isOpen && number === concept.intervals.length && concept.deletion === null;
    const announced = interval.result ?? (isLast ? now : null);
    return {
      openedAt: new Date(openedAt).toISOString(),
      openedBy,
      reason,
      closedAt: instantOf(closedAt),
      votes: isOpen ? since : votes,
      ...defined({
        setAside: setAside === null || setAside === 0 ? undefined : setAside,
        unsureOwners: unsureOwners.length === 0 ? undefined : unsureOwners.length,
      }),
      voted: announced?.voted ?? null,
      outcome: isHidden ? null : (announced?.outcome ?? null),
      ...(isHidden ? {} : notedOf(concept, interval)),
      ...defined({ seal: seal ?? undefined }),
    };
  });
}

/** True if lots or acceptances were noted after a closing. */
const hasNotes = ({ notes }: Pick<StoredConcept['intervals'][number], 'notes'>): boolean =>
  notes !== undefined && (notes.noted.length > 0 || notes.acceptances.size > 0);

/** Seats announced at a closing, with the lots and acceptances noted later; empty without notes. */
function notedOf(
  { contest }: StoredConcept,
  { result, notes }: StoredConcept['intervals'][number],
): Pick<QuestionInterval, 'noted'> {
  const outcome = result?.outcome;
  if (result == null || outcome?.election === undefined || contest === null) return {};
  if (notes === undefined || !hasNotes({ notes })) return {};
  const gathered = result.answers.map(({ answerId, coefficient }) => ({
    answerId,
    coefficient: fromNumber(coefficient),
  }));
  const [valid, base] = [fromNumber(outcome.election.valid), fromNumber(outcome.base.coefficient)];
  const noted = { ...contest, ...notes };
  return { noted: seatsToTell(noted, electSeats(noted, outcome.blankAnswerId, gathered, valid, base)) };
}

const emptyAnswer = (answerId: number): AnswerCount => ({
  answerId,
  apartments: 0,
  coefficient: nano(0),
  dwellings: 0,
  inRoom: nano(0),
});
