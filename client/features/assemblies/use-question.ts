import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeQuestion } from '../../../shared/assemblies/concept-names.ts';
import { getActiveConcept } from '../../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../../shared/assemblies/votes.api.ts';
import { hasCode } from '../../lib/api.ts';
import type { LiveEntry } from '../../lib/live/live-store.ts';
import { momentaryOf } from '../../lib/query.ts';
import { mayAnswer, useOwnUnits } from './own-units.ts';
import { recordsKey } from './record-keys.ts';

/**
 * The question that is open in a joint, the person's units there, and what they have voted already. A ballot is
 * shown when all of it is known: nothing may move under a thumb. `useQuestionFollow` keeps it up to date, once for
 * each joint that is shown.
 */
export function useQuestion(jointId: number, live: LiveEntry) {
  const own = useOwnUnits();
  const question = useQuery(questionOf(jointId));
  const openId = openIdOf(live);
  const isKnown = openId === null || openId === (question.data?.conceptId ?? 0);
  const conceptId = question.data?.conceptId ?? 0;
  const votes = useQuery(votesOf(jointId, conceptId));

  const units = (own.data ?? []).filter((unit) => unit.jointId === jointId);
  const isClosed = hasCode(question.error, 'noActiveConcept') || (openId === 0 && live.status === 'live');
  const isReady = question.data !== undefined && own.data !== undefined;
  // While another question is on its way, the former one is not offered.
  const isAwaited = question.isPending || (!isKnown && question.isFetching);
  return {
    question: isReady && !isClosed && !isAwaited ? question.data : null,
    units,
    held: units.filter(mayAnswer),
    /** Of the own units alone. None where they cannot be had: the server refuses a second vote by itself. */
    votes: votes.data ?? [],
    /** When that was answered. */
    votesAt: votes.dataUpdatedAt,
    isClosed: isClosed && !isAwaited,
    isOnItsWay: isAwaited || own.isPending || (conceptId !== 0 && votes.isPending && !isClosed),
    again: () => {
      void question.refetch();
      void own.refetch();
    },
  };
}

/**
 * Asks again when the feed says that another question opened or this one closed, on coming back, and when the count
 * was reset. Called once for each joint: a second caller would call the first one's question off, and ask it again.
 */
export function useQuestionFollow(jointId: number, live: LiveEntry): void {
  const question = useQuery(questionOf(jointId));
  const openId = openIdOf(live);
  const { refetch } = question;
  const isKnown = openId === null || openId === (question.data?.conceptId ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each resync is a chance to ask again
  useEffect(() => {
    if (!isKnown || question.isError) void refetch();
  }, [openId, live.resyncs]);

  const conceptId = question.data?.conceptId ?? 0;
  const votes = useQuery(votesOf(jointId, conceptId));
  // The count was reset: what one had voted is void.
  const isUncounted = live.joint?.concepts.find((one) => one.conceptId === conceptId)?.voted.apartments === 0;
  const hasVotes = (votes.data ?? []).length > 0;
  const { refetch: refetchVotes } = votes;
  useEffect(() => {
    if (isUncounted && hasVotes) void refetchVotes();
  }, [isUncounted, hasVotes, refetchVotes]);
}

/** The question that is open in a joint. */
export const questionOf = (jointId: number) =>
  queryOptions({
    ...momentaryOf(['active-concept', jointId], getActiveConcept, { params: { jointId } }),
    // Nothing is kept from the last visit: the question that was open then must not be answered now.
    gcTime: 0,
  });

/** What the person has voted on a question. */
export const votesOf = (jointId: number, conceptId: number) =>
  queryOptions({
    ...momentaryOf(recordsKey(jointId, conceptId), listRecords, { params: { conceptId, jointId } }),
    enabled: conceptId !== 0,
  });

/** The question that the feed says is open; 0: none is; null: the feed was not heard of yet. */
const openIdOf = ({ joint }: LiveEntry): number | null =>
  joint && (activeQuestion(joint.concepts)?.conceptId ?? 0);
