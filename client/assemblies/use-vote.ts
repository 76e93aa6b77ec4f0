import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { castVote } from '../../shared/assemblies/votes.api.ts';
import { getJoint } from '../../shared/properties/joints.api.ts';
import { call } from '../lib/api.ts';
import { useLiveStore } from '../lib/live-store.ts';
import { onSessionEnd } from '../lib/session.store.ts';
import { castVotes, type VoteResult } from './cast-votes.ts';
import { ownUnitsKey } from './own-units.ts';
import { recordsKey } from './record-keys.ts';
import { dropVoteKey, forgetVoteKeys, voteKey } from './vote-keys.ts';

onSessionEnd(forgetVoteKeys);

const SPREAD_MS = 1_000;

export type Voting =
  | { phase: 'idle' }
  | { phase: 'sending'; total: number; done: number; isRetrying: boolean }
  /** Some replies never came. What was sent keeps its key. */
  | { phase: 'stuck'; total: number; done: number }
  | { phase: 'finished'; results: readonly VoteResult[] };

export interface Choice {
  jointId: number;
  /** The current assembly as far as the screen knows; sure only while the hub tells of changes. */
  assembly: { id: number | null; isSure: boolean };
  conceptId: number;
  answerId: number;
  apartmentIds: readonly string[];
}

/** Sends the votes of a choice, again where the network lost the answer, and tells how far it is. */
export function useVote() {
  const client = useQueryClient();
  const [voting, setVoting] = useState<Voting>({ phase: 'idle' });
  const [sent, setSent] = useState<{ choice: Choice; results: readonly VoteResult[] } | null>(null);

  const run = async (choice: Choice, before: readonly VoteResult[]) => {
    const settled = before.filter((result) => result.kind !== 'lost');
    const total = choice.apartmentIds.length;
    const isSettled = new Set(settled.map((result) => result.apartmentId));
    setVoting({ phase: 'sending', total, done: settled.length, isRetrying: false });
    const assemblyId = await assemblyOf(choice);
    const { jointId, conceptId, answerId } = choice;
    const ballot = (apartmentId: string) => ({ jointId, assemblyId, conceptId, apartmentId, answerId });
    const fresh = await castVotes({
      apartmentIds: choice.apartmentIds.filter((id) => !isSettled.has(id)),
      send: (apartmentId) =>
        call(castVote, {
          body: { jointId, apartmentId, conceptId, voteId: answerId },
          idempotencyKey: voteKey(ballot(apartmentId)),
        }),
      onProgress: ({ done, isRetrying }) =>
        setVoting({ phase: 'sending', total, done: settled.length + done, isRetrying }),
      sleep: (ms) => waitOrBack(jointId, ms),
      now: Date.now,
    });
    const results = [...settled, ...fresh];
    setSent({ choice: { ...choice, assembly: { id: assemblyId, isSure: true } }, results });
    const isStuck = fresh.some((result) => result.kind === 'lost');
    // Not one by one: a reload in the middle of 27 votes sends all of them again, and all must get their thanks.
    if (!isStuck) for (const apartmentId of choice.apartmentIds) dropVoteKey(ballot(apartmentId));
    setVoting(
      isStuck
        ? { phase: 'stuck', total, done: results.filter((result) => result.kind !== 'lost').length }
        : { phase: 'finished', results },
    );
    void client.invalidateQueries({ queryKey: recordsKey(jointId, conceptId) });
    void client.invalidateQueries({ queryKey: ownUnitsKey });
  };

  return {
    voting,
    vote: (choice: Choice) => void run(choice, []),
    /** Sends again what got no answer, with the same keys. */
    retry: () => sent && void run(sent.choice, sent.results),
    reset: () => setVoting({ phase: 'idle' }),
  };
}

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

/**
 * A pause that the network's or the server's return cuts short: the socket often notices first. Not to the
 * instant, since every phone in the hall notices with it.
 */
function waitOrBack(jointId: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', isBack);
      stopListening();
      resolve();
    };
    let timer = setTimeout(done, ms);
    const isBack = () => {
      clearTimeout(timer);
      timer = setTimeout(done, Math.min(ms, Math.random() * SPREAD_MS));
    };
    window.addEventListener('online', isBack);
    const stopListening = useLiveStore.subscribe(({ joints }, before) => {
      const wasLive = before.joints[jointId]?.status === 'live';
      if (!wasLive && joints[jointId]?.status === 'live') isBack();
    });
  });
}
