import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { castVote } from '../../../../shared/assemblies/votes.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { queryClient } from '../../../lib/query.ts';
import { onSessionEnd, useSession } from '../../../lib/session.store.ts';
import { recordsKey } from '../common/record-keys.ts';
import { ownUnitsKey } from '../properties/own-units.ts';
import { dropPendingVote, readPendingVote, storePendingVote } from './acts.ts';
import { castVotes, type VoteResult } from './cast-votes.ts';
import type { UnitVote } from './choices.ts';
import { dropVoteKey, forgetVoteKeys, voteKey } from './keys.ts';

/** Confirmed votes of a person on a question. */
export interface ConfirmedVotes {
  jointId: number;
  /** Current assembly. `isSure`: true only while the WebSocket connection reports changes. */
  assembly: { id: number | null; isSure: boolean };
  conceptId: number;
  ballots: readonly UnitVote[];
  /**
   * True if units have different answers and go in a single request, counted all or not at all. Absent: a request
   * per unit.
   */
  isTogether?: boolean;
}

export type Voting =
  | { phase: 'idle' }
  | { phase: 'sending'; choice: ConfirmedVotes; done: number; isRetrying: boolean }
  /** Some replies never came. The votes keep the idempotency keys. */
  | { phase: 'stuck'; choice: ConfirmedVotes; results: readonly VoteResult[] }
  | { phase: 'finished'; choice: ConfirmedVotes; results: readonly VoteResult[] };

/** True if the server refused every vote: the form shows the reasons instead of thanks. */
export const isRefused = (voting: Voting): boolean =>
  voting.phase === 'finished' && voting.results.every((result) => result.kind === 'refused');

const IDLE: Voting = { phase: 'idle' };

/**
 * Progress of sending votes, by joint. Outside of the pages, so a user finds the progress after leaving the page
 * and returning.
 */
const useVotings = create<{ joints: Readonly<Record<number, Voting>> }>(() => ({ joints: {} }));

onSessionEnd(() => {
  forgetVoteKeys();
  useVotings.setState({ joints: {} });
});

const isSendingVotes = (jointId: number) => useVotings.getState().joints[jointId]?.phase === 'sending';

function tell(jointId: number, voting: Voting): void {
  useVotings.setState(({ joints }) => ({ joints: { ...joints, [jointId]: voting } }));
}

/** Returns the progress of voting in a joint, and functions to send votes (with retries after network errors). */
export function useVote(jointId: number, live: LiveEntry) {
  const voting = useVotings(({ joints }) => joints[jointId] ?? IDLE);
  const { phase } = voting;
  const assemblyId = live.joint?.assembly?.assemblyId;
  const reset = useCallback(() => tell(jointId, IDLE), [jointId]);

  // After a reload in the middle, resumes the confirmed votes.
  useEffect(() => {
    if (phase !== 'idle' || assemblyId === undefined || isSendingVotes(jointId)) return;
    const act = readPendingVote(jointId, assemblyId);
    if (act) void run({ ...act, assembly: { id: act.assemblyId, isSure: true } }, []);
  }, [jointId, assemblyId, phase]);

  return {
    voting,
    vote: (choice: ConfirmedVotes) => void run(choice, []),
    /** Sends the unanswered votes again, with the same idempotency keys. */
    retry: () => voting.phase === 'stuck' && void run(voting.choice, voting.results),
    reset,
  };
}

/**
 * Clears a finished vote when the page unmounts, so the next visit does not show the result again. Only for pages
 * with the result: on a page that just sends the vote and opens the voting page, the answer may arrive between both
 * pages.
 */
export function useForgetRead(jointId: number): void {
  useEffect(
    () => () => {
      if (useVotings.getState().joints[jointId]?.phase === 'finished') tell(jointId, IDLE);
    },
    [jointId],
  );
}

// Loaded with the code of the split vote, or after a reload in the middle.
const loadTogether = patientCode(() => import('./cast-together.ts'));

async function run(choice: ConfirmedVotes, before: readonly VoteResult[]): Promise<void> {
  const { jointId, conceptId, ballots, isTogether = false } = choice;
  const voter = whoVotes();
  // Drops the progress after another person signs in on the same phone.
  const say = (voting: Voting) => whoVotes() === voter && tell(jointId, voting);
  const settled = before.filter((result) => result.kind !== 'lost');
  const isSettled = new Set(settled.map((result) => result.apartmentId));
  say({ phase: 'sending', choice, done: settled.length, isRetrying: false });
  const assemblyId = await assemblyOf(choice);
  storePendingVote({ jointId, assemblyId, conceptId, ballots, isTogether });
  const votesByUnit = new Map(ballots.map((ballot) => [ballot.apartmentId, ballot]));
  const whole = (apartmentId: string) => {
    const ballot = votesByUnit.get(apartmentId) ?? { apartmentId, answerId: 0 };
    return { jointId, assemblyId, conceptId, ...ballot };
  };
  const pause = (ms: number, leastMs: number) => waitOrBack(jointId, ms, leastMs);
  const fresh = isTogether
    ? await loadTogether().then(
        ({ castTogether }) =>
          castTogether({
            request: { jointId, assemblyId, conceptId, ballots },
            onWait: () => say({ phase: 'sending', choice, done: 0, isRetrying: true }),
            pause,
          }),
        () => ballots.map(({ apartmentId }): VoteResult => ({ kind: 'lost', apartmentId })),
      )
    : await castVotes({
        apartmentIds: [...votesByUnit.keys()].filter((id) => !isSettled.has(id)),
        send: (apartmentId) => {
          const ballot = whole(apartmentId);
          const names = ballot.answerIds === undefined ? {} : { voteIds: [...ballot.answerIds] };
          return call(castVote, {
            body: { jointId, apartmentId, conceptId, voteId: ballot.answerId, ...names },
            idempotencyKey: voteKey(ballot),
          });
        },
        onProgress: ({ done, isRetrying }) =>
          say({ phase: 'sending', choice, done: settled.length + done, isRetrying }),
        pause,
      });
  const results = [...settled, ...fresh];
  const sure = { ...choice, assembly: { id: assemblyId, isSure: true } };
  if (fresh.some((result) => result.kind === 'lost')) {
    say({ phase: 'stuck', choice: sure, results });
  } else {
    // Drops all keys only now: a reload in the middle of 27 votes sends all again, and all must return receipts.
    if (!isTogether) for (const { apartmentId } of ballots) dropVoteKey(whole(apartmentId));
    dropPendingVote(jointId);
    say({ phase: 'finished', choice: sure, results });
  }
  void queryClient.invalidateQueries({ queryKey: recordsKey(jointId, conceptId) });
  void queryClient.invalidateQueries({ queryKey: ownUnitsKey });
}

/** User object of the session, compared by identity: two codes in a row have equal fields. */
const whoVotes = () => useSession.getState().user;

/**
 * Id of the assembly for the idempotency key, 0 if unknown. In the next assembly a unit may give the same answer to
 * a question with the same number; with an equal key the server would reply with the old vote.
 */
async function assemblyOf({ jointId, assembly }: ConfirmedVotes): Promise<number> {
  if (assembly.isSure && assembly.id !== null) return assembly.id;
  try {
    return (await call(getJoint, { params: { jointId } })).assembly?.assemblyId ?? 0;
  } catch {
    return assembly.id ?? 0;
  }
}
