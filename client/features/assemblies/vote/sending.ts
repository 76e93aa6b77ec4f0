import { create } from 'zustand';
import { castSplit, type RefusedUnit } from '../../../../shared/assemblies/powers/split-vote.api.ts';
import { castVote } from '../../../../shared/assemblies/votes.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { ApiError, call, failureText, hasCode } from '../../../lib/api.ts';
import { newKey } from '../../../lib/delivery/kept-key.ts';
import { createOutbox } from '../../../lib/delivery/outbox.ts';
import { queryClient } from '../../../lib/query.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { recordsKey } from '../common/record-keys.ts';
import { assemblyTexts } from '../common/texts.ts';
import { keepCastHere } from '../my-votes/cast-here.ts';
import { ownUnitsKey } from '../properties/own-units.ts';
import { dropPendingVote, type PendingVote, readPendingVote, storePendingVote } from './acts.ts';
import type { UnitVote } from './choices.ts';

/**
 * Answer of the server to the vote of a unit: `voted` with the receipt (null if unknown), `already` if the unit had
 * voted before, or `refused` with the error.
 */
export type VoteResult =
  | { kind: 'voted'; apartmentId: string; receipt: string | null }
  | { kind: 'already'; apartmentId: string }
  /** `isTogether`: the whole request was refused; the results name only the blocking units. */
  | { kind: 'refused'; apartmentId: string; code: string; message: string; isTogether?: boolean | undefined };

/** Votes on a question as confirmed by a person in the dialog, before the first request. */
export interface Choice extends Omit<PendingVote, 'assemblyId' | 'key'> {
  /**
   * Id of the current assembly (null if unknown), and `isSure`: true only while the live connection reports
   * changes.
   */
  assembly: { id: number | null; isSure: boolean };
}

/**
 * Progress of sending a person's votes in a joint: no vote sent yet (`idle`), being sent, without some replies
 * after GIVE_UP_MS (`stuck`), or answered for every unit (`finished`). `choice`: the confirmed votes; `results`: a
 * result for each answered unit.
 */
export type Voting =
  | { phase: 'idle' }
  /** `giveUpAt`: end of the automatic retries, by `performance.now()`. */
  | { phase: 'sending'; choice: PendingVote; results: Results; isRetrying: boolean; giveUpAt: number }
  /** Some replies never came. The votes keep the idempotency key. */
  | { phase: 'stuck'; choice: PendingVote; results: Results }
  | { phase: 'finished'; choice: PendingVote; results: Results };

type Results = readonly VoteResult[];

/** Milliseconds of automatic attempts to send a vote. Afterwards the person must press a button to go on. */
export const GIVE_UP_MS = 90_000;

/** State of sending votes in a joint before a person confirms any vote. */
export const IDLE: Voting = { phase: 'idle' };

/**
 * Store of the progress of sending votes. Key: id of the joint or sector. Outside of the pages, so a user finds the
 * progress after leaving the page and returning.
 */
export const useVotings = create<{ joints: Readonly<Record<number, Voting>> }>(() => ({ joints: {} }));

onSessionEnd(() => {
  useVotings.setState({ joints: {} });
  voteOutbox.pump();
});

const votingOf = (jointId: number): Voting => useVotings.getState().joints[jointId] ?? IDLE;

/**
 * Stores the progress of sending a person's votes in a joint; the voting form and the waiting page show the
 * progress.
 */
export function setVoting(jointId: number, voting: Voting): void {
  useVotings.setState(({ joints }) => ({ joints: { ...joints, [jointId]: voting } }));
}

/** Request for a unit, or for all units of votes that go together. */
interface VoteRequest {
  id: string;
  choice: PendingVote;
  ballots: readonly UnitVote[];
}

/**
 * Outbox for the votes confirmed by a person: sends each request, and again after network errors until GIVE_UP_MS.
 * The idempotency key of a request makes a repeated request count once.
 */
export const voteOutbox = createOutbox<VoteRequest, readonly { receipt: string | null }[]>({
  pending: () => Object.values(useVotings.getState().joints).flatMap(requestsOf),
  send: async ({ id: idempotencyKey, choice: { jointId, conceptId, isTogether }, ballots }) => {
    const votes = ballots.map(({ apartmentId, answerId, answerIds }) => ({
      apartmentId,
      voteId: answerId,
      ...(answerIds && { voteIds: [...answerIds] }),
    }));
    if (isTogether)
      return call(castSplit, { params: { jointId }, body: { conceptId, votes }, idempotencyKey });
    return Promise.all(
      votes.map((vote) => call(castVote, { body: { jointId, conceptId, ...vote }, idempotencyKey })),
    );
  },
  onStored: ({ choice, ballots }, records) => {
    for (const { receipt } of records) keepCastHere(receipt);
    // The server answers in the sent order. Throws without a record.
    addResults(
      choice,
      records.map(({ receipt }, at) => ({
        kind: 'voted',
        apartmentId: ballots[at]?.apartmentId ?? '',
        receipt,
      })),
    );
  },
  onRefused: (request, error) => addResults(request.choice, refusalsOf(request, error)),
  onWait: ({ choice: { jointId } }) => {
    const voting = votingOf(jointId);
    if (voting.phase !== 'sending') return;
    if (performance.now() < voting.giveUpAt) setVoting(jointId, { ...voting, isRetrying: true });
    else end({ ...voting, phase: 'stuck' });
  },
});

/** Requests without an answer. None until the idempotency key is known. */
function requestsOf(voting: Voting): VoteRequest[] {
  if (voting.phase !== 'sending' || voting.choice.key === '') return [];
  const { choice, results } = voting;
  const { ballots, key } = choice;
  if (choice.isTogether) return results.length > 0 ? [] : [{ id: key, choice, ballots }];
  const answered = new Set(results.map(({ apartmentId }) => apartmentId));
  return ballots.flatMap((ballot, at) =>
    answered.has(ballot.apartmentId) ? [] : [{ id: `${key}-${at}`, choice, ballots: [ballot] }],
  );
}

/**
 * Sends confirmed votes, with retries. Votes equal to earlier votes without an answer keep the idempotency key and
 * count once.
 */
export async function startVote({ assembly, ...choice }: Choice): Promise<void> {
  const { jointId } = choice;
  const draft = { ...choice, assemblyId: 0, key: '' };
  send(draft);
  const assemblyId = await assemblyOf(jointId, assembly);
  const voting = votingOf(jointId);
  // Another person may have signed in on the same phone.
  if (voting.phase !== 'sending' || voting.choice !== draft) return;
  const earlier = readPendingVote(jointId, assemblyId);
  const vote = { ...choice, assemblyId, key: earlier?.key ?? '' };
  if (JSON.stringify(vote) !== JSON.stringify(earlier)) vote.key = newKey();
  storePendingVote(vote);
  send(vote);
}

/**
 * Sends a person's votes without an answer again, by the button after GIVE_UP_MS. The same idempotency key prevents
 * a double vote.
 */
export function retryVote(jointId: number): void {
  const voting = votingOf(jointId);
  if (voting.phase === 'stuck') send(voting.choice, voting.results);
}

/**
 * Sends the votes confirmed and stored before a reload of the page, if the server has not answered for all.
 */
export function resumeVote(jointId: number, assemblyId: number): void {
  const vote = votingOf(jointId).phase === 'idle' ? readPendingVote(jointId, assemblyId) : null;
  if (vote) send(vote);
}

function send(choice: PendingVote, results: Results = []): void {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  setVoting(choice.jointId, { phase: 'sending', choice, results, isRetrying: false, giveUpAt });
  voteOutbox.pump();
}

function addResults(choice: PendingVote, fresh: Results): void {
  const voting = votingOf(choice.jointId);
  if (voting.phase !== 'sending') return;
  const after = { ...voting, results: [...voting.results, ...fresh], isRetrying: false };
  if (requestsOf(after).length > 0) setVoting(choice.jointId, after);
  else {
    // Dropped only now: a reload in the middle of 27 votes sends all again, and all must return receipts.
    dropPendingVote(choice.jointId);
    const order = choice.ballots.map(({ apartmentId }) => apartmentId);
    const results = after.results.sort((a, b) => order.indexOf(a.apartmentId) - order.indexOf(b.apartmentId));
    end({ ...after, phase: 'finished', results });
  }
}

function end(voting: Extract<Voting, { phase: 'stuck' | 'finished' }>): void {
  const { jointId, conceptId } = voting.choice;
  setVoting(jointId, voting);
  void queryClient.invalidateQueries({ queryKey: recordsKey(jointId, conceptId) });
  void queryClient.invalidateQueries({ queryKey: ownUnitsKey });
}

/** Results of refused votes: of the blocking units if the error names units, else of all units. */
function refusalsOf({ choice: { isTogether }, ballots }: VoteRequest, error: unknown): VoteResult[] {
  const code = error instanceof ApiError ? error.code : 'internal';
  const message = failureText(error, assemblyTexts.voteFailed);
  const units: RefusedUnit[] = Object(hasCode(error, 'votesRefused') && error.details).units ?? [];
  const all = ballots.map(({ apartmentId }) => ({ apartmentId, code, message }));
  return (units.length > 0 ? units : all).map((unit) =>
    code === 'alreadyVoted'
      ? { kind: 'already', apartmentId: unit.apartmentId }
      : { ...unit, kind: 'refused', isTogether },
  );
}

/**
 * Id of the assembly of a vote, 0 if unknown. A stored vote is never sent to another assembly, with other questions
 * of the same ids.
 */
async function assemblyOf(jointId: number, { id, isSure }: Choice['assembly']): Promise<number> {
  if (isSure && id !== null) return id;
  return call(getJoint, { params: { jointId } }).then(
    ({ assembly }) => assembly?.assemblyId ?? 0,
    () => id ?? 0,
  );
}
