import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { castVote } from '../../../../shared/assemblies/votes.api.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { waitOrBack } from '../../../lib/live/wait-or-back.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { queryClient } from '../../../lib/query.ts';
import { onSessionEnd, useSession } from '../../../lib/session.store.ts';
import { ownUnitsKey } from '../own-units.ts';
import { recordsKey } from '../record-keys.ts';
import { dropVoteKey, forgetVoteKeys, voteKey } from '../vote-keys.ts';
import { castVotes, type VoteResult } from './cast-votes.ts';
import { dropAct, keepAct, keptAct } from './vote-acts.ts';
import type { UnitBallot } from './vote-ballot.ts';

/** What a person confirmed. */
export interface Choice {
  jointId: number;
  /** The current assembly as far as the screen knows; sure only while the hub tells of changes. */
  assembly: { id: number | null; isSure: boolean };
  conceptId: number;
  ballots: readonly UnitBallot[];
  /** Units have answers of their own: all are counted in one act, or none. Else each by itself. */
  isTogether?: boolean;
}

export type Voting =
  | { phase: 'idle' }
  | { phase: 'sending'; choice: Choice; done: number; isRetrying: boolean }
  /** Some replies never came. What was sent keeps its key. */
  | { phase: 'stuck'; choice: Choice; results: readonly VoteResult[] }
  | { phase: 'finished'; choice: Choice; results: readonly VoteResult[] };

/** Refusals alone: there is nothing to thank for, and the ballot says why. */
export const isRefused = (voting: Voting): boolean =>
  voting.phase === 'finished' && voting.results.every((result) => result.kind === 'refused');

const IDLE: Voting = { phase: 'idle' };

/** Not of a page: who leaves it while votes are on their way finds them there on coming back. */
const useVotings = create<{ joints: Readonly<Record<number, Voting>> }>(() => ({ joints: {} }));

onSessionEnd(() => {
  forgetVoteKeys();
  useVotings.setState({ joints: {} });
});

const isUnderWay = (jointId: number) => useVotings.getState().joints[jointId]?.phase === 'sending';

function tell(jointId: number, voting: Voting): void {
  useVotings.setState(({ joints }) => ({ joints: { ...joints, [jointId]: voting } }));
}

/** Sends the votes of a choice, again where the network lost the answer, and tells how far it is. */
export function useVote(jointId: number, live: LiveEntry) {
  const voting = useVotings(({ joints }) => joints[jointId] ?? IDLE);
  const { phase } = voting;
  const assemblyId = live.joint?.assembly?.assemblyId;
  const reset = useCallback(() => tell(jointId, IDLE), [jointId]);

  // The page was loaded again in the middle: what was confirmed then is seen through.
  useEffect(() => {
    if (phase !== 'idle' || assemblyId === undefined || isUnderWay(jointId)) return;
    const act = keptAct(jointId, assemblyId);
    if (act) void run({ ...act, assembly: { id: act.assemblyId, isSure: true } }, []);
  }, [jointId, assemblyId, phase]);

  return {
    voting,
    vote: (choice: Choice) => void run(choice, []),
    /** Sends again what got no answer, with the same keys. */
    retry: () => voting.phase === 'stuck' && void run(voting.choice, voting.results),
    reset,
  };
}

/**
 * For what shows how a vote ended: read once, it is not shown again on the next visit. A page that only sends one and
 * goes on to the ballot leaves it alone, since an answer may be there before the ballot is.
 */
export function useForgetRead(jointId: number): void {
  useEffect(
    () => () => {
      if (useVotings.getState().joints[jointId]?.phase === 'finished') tell(jointId, IDLE);
    },
    [jointId],
  );
}

// Fetched with the part of the ballot in which answers are split; anew after a reload in the middle.
const loadTogether = patientCode(() => import('./cast-together.ts'));

async function run(choice: Choice, before: readonly VoteResult[]): Promise<void> {
  const { jointId, conceptId, ballots, isTogether = false } = choice;
  const voter = whoVotes();
  // Whoever signs in next at this phone has nothing to do with it.
  const say = (voting: Voting) => whoVotes() === voter && tell(jointId, voting);
  const settled = before.filter((result) => result.kind !== 'lost');
  const isSettled = new Set(settled.map((result) => result.apartmentId));
  say({ phase: 'sending', choice, done: settled.length, isRetrying: false });
  const assemblyId = await assemblyOf(choice);
  keepAct({ jointId, assemblyId, conceptId, ballots, isTogether });
  const given = new Map(ballots.map((ballot) => [ballot.apartmentId, ballot]));
  const whole = (apartmentId: string) => {
    const ballot = given.get(apartmentId) ?? { apartmentId, answerId: 0 };
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
        apartmentIds: [...given.keys()].filter((id) => !isSettled.has(id)),
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
    // Not one by one: a reload in the middle of 27 votes sends all of them again, and all must get their thanks.
    if (!isTogether) for (const { apartmentId } of ballots) dropVoteKey(whole(apartmentId));
    dropAct(jointId);
    say({ phase: 'finished', choice: sure, results });
  }
  void queryClient.invalidateQueries({ queryKey: recordsKey(jointId, conceptId) });
  void queryClient.invalidateQueries({ queryKey: ownUnitsKey });
}

/** A session's own object: two codes, one after the other, have the same words in it. */
const whoVotes = () => useSession.getState().user;

/**
 * A key must not be taken from one assembly to the next, where the same unit may answer the same to a question
 * of the same number: the server would answer with the old vote. 0 where nobody can tell.
 */
async function assemblyOf({ jointId, assembly }: Choice): Promise<number> {
  if (assembly.isSure && assembly.id !== null) return assembly.id;
  try {
    return (await call(getJoint, { params: { jointId } })).assembly?.assemblyId ?? 0;
  } catch {
    return assembly.id ?? 0;
  }
}
