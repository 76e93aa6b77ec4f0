import { type AnswerCount, decidingMode, votedOf } from '../../../shared/assemblies/tally.ts';
import { defined } from '../../../shared/defined.ts';
import { groupEntries } from '../../platform/lib/group-by.ts';
import { groundsInClosing } from '../challenge/keep-grounds.ts';
import { applyCorrections } from '../roll/correction.ts';
import type { UseCase } from '../store/act.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { keepPresence } from '../store/attendance/presence.repository.ts';
import { keepClosingGround } from '../store/closing-ground.repository.ts';
import {
  type ClosingBase,
  readConcepts,
  readOpenQuestions,
  type StoredConcept,
  updateConcept,
} from '../store/questions/concepts.repository.ts';
import { endInterval } from '../store/questions/intervals.repository.ts';
import { readVotesOfAbsent } from '../store/questions/votes.repository.ts';
import { takeVotes } from '../store/tally/annulment.repository.ts';
import { keepBallotTree, treeOfBallots } from '../store/tally/ballot-trees.repository.ts';
import { isTallyKept, recountTally } from '../store/tally/kept-tally.repository.ts';
import {
  countVotes,
  isOfOwners,
  type RollTotal,
  readOwnedUnitVotes,
  represented,
  rollTotal,
  votesOfOne,
} from '../store/tally/tally.repository.ts';
import { resultOf, votesSinceOpening } from './result.ts';

/**
 * Deletes the votes of some units on open questions, because the units leave or are freed. Returns the deleted
 * votes; the caller stores the votes as annulled.
 */
export async function annulOpenVotes(act: UseCase, apartmentIds: readonly string[]): Promise<VoteTable[]> {
  const taken: VoteTable[] = [];
  const { assemblyId } = act.assembly;
  for (const question of await readOpenQuestions(act.trx, assemblyId, act.family)) {
    const votes = await takeVotes(act.trx, { assemblyId, ...question, apartmentIds });
    if (votes.length > 0) act.changed.votes.add(question.jointId);
    taken.push(...votes);
  }
  return taken;
}

/** Units of a joint represented now, and the totals of the joint's roll. */
const standingOf = async ({ trx, assembly: { assemblyId } }: UseCase, jointId: number) => ({
  now: await represented(trx, assemblyId, jointId),
  total: await rollTotal(trx, assemblyId, jointId),
});

/**
 * Stores the attendance at the opening or closing of a question: sums of the registered units, and the units at
 * home with a live connection. The acta lists both.
 * @param standing sums of registered units, if already read in the act; else read now
 * @returns the connected units, for the audit entry of the act
 */
export async function notePresence(
  act: UseCase,
  { jointId, conceptId }: { jointId: number; conceptId: number },
  moment: 'opened' | 'closed',
  standing?: Awaited<ReturnType<typeof standingOf>>,
): ReturnType<typeof keepPresence> {
  const { assemblyId, call, mode } = act.assembly;
  const { now, total } = standing ?? (await standingOf(act, jointId));
  const { apartments, coefficient, owners } = now;
  const there = { apartments, coefficient, owners, total: total.coefficient, call };
  const isVirtual = mode === 'virtual';
  const presence = { assemblyId, jointId, conceptId, moment, at: act.at, represented: there, isVirtual };
  return keepPresence(act.trx, presence, act.connected);
}

/**
 * Groups of units that share one vote: for each owner with several voted units, the units. Empty unless each owner
 * has one vote. The groups and the votes suffice to compute the sum again.
 */
async function ownersOfSeveral({ trx, assembly }: UseCase, question: StoredConcept): Promise<string[][]> {
  const ballots = await readOwnedUnitVotes(trx, assembly.assemblyId, question.jointId, [question]);
  return [...groupEntries(ballots.map(({ owner, apartmentId }) => [owner, apartmentId])).values()]
    .filter(({ length }) => length > 1)
    .map((units) => units.sort())
    .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

/**
 * True if a closing counts more than was possible: voted ≤ represented ≤ roll must hold in coefficient and in units
 * (specification, section 5, rule 14a), and each vote needs a represented unit of the same weight. Happens only if
 * a row was changed by hand.
 */
async function exceedsRepresented(
  { trx, assembly }: UseCase,
  question: StoredConcept,
  {
    counted,
    standing,
  }: { counted: readonly AnswerCount[]; standing: Awaited<ReturnType<typeof standingOf>> },
): Promise<boolean> {
  const { now, total } = standing;
  const voted = votedOf(counted);
  const isWithin = (part: RollTotal, whole: RollTotal) =>
    part.apartments <= whole.apartments && part.coefficient <= whole.coefficient;
  if (!isWithin(voted, now) || !isWithin(now, total)) return true;
  return (await readVotesOfAbsent(trx, assembly.assemblyId, question)).length > 0;
}

/** Stores the end of a question, with the represented units, roll and mode at the closing. Returns these figures. */
async function storeClosing(
  { trx, at, assembly: { assemblyId, call, mode } }: UseCase,
  open: StoredConcept,
  counted: readonly AnswerCount[],
  { now, total }: Awaited<ReturnType<typeof standingOf>>,
): Promise<ClosingBase> {
  const { jointId, conceptId } = open;
  const base: ClosingBase = {
    apartments: now.apartments,
    coefficient: now.coefficient,
    dwellings: votesOfOne(now, open),
    owners: now.owners,
    call,
    total: total.coefficient,
    mode: decidingMode(open.rule, mode, counted),
    isBlankApart: true,
  };
  await updateConcept(
    trx,
    { assemblyId, jointId, conceptId },
    {
      active: 0,
      closed_at: at,
      countdown_to: null,
      base_apartments: base.apartments,
      base_coefficient: base.coefficient,
      base_dwellings: base.dwellings,
      base_owners: base.owners,
      base_call: call,
      base_total: base.total,
      base_mode: base.mode,
      base_blank_apart: 1,
    },
  );
  return base;
}

/**
 * Closes a joint's open question. Stores the announced result, and the represented units, roll and mode at the
 * closing: later corrections do not change the result.
 */
export async function closeQuestion(
  act: UseCase,
  question: { jointId: number; conceptId: number },
): Promise<void> {
  const { trx, at } = act;
  const { assemblyId } = act.assembly;
  const { jointId, conceptId } = question;
  const key = { assemblyId, jointId, conceptId };
  const [open] = await readConcepts(trx, key);
  if (open === undefined) throw new Error(`no question ${conceptId} in joint ${jointId}`);
  const standing = await standingOf(act, jointId);
  const { now, total } = standing;
  const counted = (await countVotes(trx, assemblyId, jointId, [open])).get(conceptId) ?? [];
  const base = await storeClosing(act, open, counted, standing);
  const isKept = await isTallyKept(trx, assemblyId, open, counted);
  if (!isKept) await recountTally(trx, assemblyId, open);
  const unverified = await exceedsRepresented(act, open, { counted, standing });
  const last = open.intervals.at(-1);
  const intervals = [
    ...open.intervals.slice(0, -1),
    ...(last === undefined ? [] : [{ ...last, unverified }]),
  ];
  const closed = { ...open, active: 0 as const, closedAt: at, countdownTo: null, base, intervals };
  const { voted, answers, outcome } = resultOf(closed, counted, { assembly: act.assembly, total, now });
  const result = { voted, answers, outcome };
  const votes = votesSinceOpening(open, counted);
  await endInterval(trx, key, { at, by: act.actor, votes, result, unverified });
  if (unverified) act.unverified.push({ jointId, conceptId });
  act.changed.concepts.add(jointId);
  const presence = await notePresence(act, question, 'closed', standing);
  const ballots = await treeOfBallots(trx, key);
  await act.audit('conceptDeactivated', {
    ...question,
    base,
    ...presence,
    interval: open.intervals.length,
    votes,
    result: {
      voted,
      status: outcome?.status ?? null,
      answerId: outcome?.answerId ?? null,
      answers: answers.map(({ answerId, apartments, coefficient }) => ({
        answerId,
        apartments,
        coefficient,
      })),
    },
    ...defined({ owners: isOfOwners(open) ? await ownersOfSeveral(act, open) : undefined }),
    ballots: { size: ballots.size, root: ballots.root },
    ...(await groundsInClosing(act)),
    ...defined({
      tallyRecounted: isKept ? undefined : true,
      unverified: unverified ? unverified : undefined,
    }),
  });
  await keepClosingGround(act.trx, { assemblyId, ...question, rootId: act.place.rootId, at: act.at });
  act.head.moment = 'cierre';
  act.head.closings.push(await keepBallotTree(trx, act.assembly.rootId, key, ballots));
  await applyCorrections(act);
}
