import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeQuestion } from '../../../../shared/assemblies/concept-names.ts';
import { getActiveConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { listRecords } from '../../../../shared/assemblies/votes.api.ts';
import { hasCode } from '../../../lib/api.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { momentaryOf } from '../../../lib/query.ts';
import { recordsKey } from '../common/record-keys.ts';
import { mayAnswer, useOwnUnits } from '../properties/own-units.ts';

/**
 * Hook of voting pages: returns the joint's open question (null without an open question), the person's units,
 * units with the right to vote (`held`), and votes. `isOnItsWay` stays true until all data arrive, so the layout
 * does not move under a thumb. `useQuestionFollow` keeps the data current.
 * @param live live state of the joint
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
  // Hides the former question while another question loads.
  const isAwaited = question.isPending || (!isKnown && question.isFetching);
  return {
    question: isReady && !isClosed && !isAwaited ? question.data : null,
    units,
    held: units.filter(mayAnswer),
    /** Votes of the person's units. Empty after an error: the server refuses a second vote anyway. */
    votes: votes.data ?? [],
    /** Time of the last fetch of the votes, epoch ms. */
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
 * Hook of voting pages: refetches question and votes after a change of the open question, after a lost connection,
 * and after a reset of the votes. Call once per joint: a second call would cancel and repeat the request.
 * @param live live state of the joint
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
  // A reset of the count voids the votes.
  const isUncounted = live.joint?.concepts.find((one) => one.conceptId === conceptId)?.voted.apartments === 0;
  const hasVotes = (votes.data ?? []).length > 0;
  const { refetch: refetchVotes } = votes;
  useEffect(() => {
    if (isUncounted && hasVotes) void refetchVotes();
  }, [isUncounted, hasVotes, refetchVotes]);
}

/**
 * Options for `useQuery`: the open question of a joint. Not cached after the page closes, because the question may
 * have changed.
 */
export const questionOf = (jointId: number) =>
  queryOptions({
    ...momentaryOf(['active-concept', jointId], getActiveConcept, { params: { jointId } }),
    // No cache over visits: the question of the last visit must not be answered now.
    gcTime: 0,
  });

/** Options for `useQuery`: votes of the signed-in person's units on a question, own votes only. */
export const votesOf = (jointId: number, conceptId: number) =>
  queryOptions({
    ...momentaryOf(recordsKey(jointId, conceptId), listRecords, { params: { conceptId, jointId } }),
    enabled: conceptId !== 0,
  });

/** Id of the open question in the live data. 0: no open question. Null: no live data yet. */
const openIdOf = ({ joint }: LiveEntry): number | null =>
  joint && (activeQuestion(joint.concepts)?.conceptId ?? 0);
