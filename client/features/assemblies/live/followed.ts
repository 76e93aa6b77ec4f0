import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { activeQuestion } from '../../../../shared/assemblies/concept-names.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';

interface Followed {
  /** Last question open while a page of the joint was shown. */
  conceptId: number;
  /** True once the person closed the sheet with the result. */
  isRead: boolean;
}

/** Store of the last question followed on this page, by id of the joint or sector. */
const useFollowed = create<{ joints: Readonly<Record<number, Followed>> }>(() => ({ joints: {} }));

const follow = (jointId: number, followed: Followed) =>
  useFollowed.setState(({ joints }) => ({ joints: { ...joints, [jointId]: followed } }));

/**
 * Hook of owners' pages: follows the open question of a joint over the pages. `freshId`: id of a question that was open
 * on a page and closed since, until `read` or the next question; null otherwise. `read` marks the result as read.
 * @param concepts questions of the joint; empty before the live data arrive
 */
export function useFollowedQuestion(jointId: number, concepts: readonly LiveConcept[]) {
  const followed = useFollowed(({ joints }) => joints[jointId]);
  const openId = activeQuestion(concepts)?.conceptId;
  useEffect(() => {
    if (openId !== undefined) follow(jointId, { conceptId: openId, isRead: false });
  }, [jointId, openId]);
  const read = useCallback(() => {
    const now = useFollowed.getState().joints[jointId];
    if (now) follow(jointId, { ...now, isRead: true });
  }, [jointId]);
  const isFresh = openId === undefined && followed !== undefined && !followed.isRead;
  return {
    freshId: isFresh ? followed.conceptId : null,
    readId: followed?.isRead ? followed.conceptId : null,
    read,
  };
}
