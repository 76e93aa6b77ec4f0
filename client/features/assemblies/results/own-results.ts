import { useState } from 'react';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { activeQuestion, isClosed } from '../common/question-messages.ts';

/**
 * Hook: returns the closed question to show large on an owner's page: the question closed while the page was shown,
 * else the last closed question. Null while a question is open.
 */
export function useLatestClosed(concepts: readonly LiveConcept[]): LiveConcept | null {
  const [followed, setFollowed] = useState<number | null>(null);
  const open = activeQuestion(concepts);
  if (open && open.conceptId !== followed) setFollowed(open.conceptId);
  if (open) return null;
  const closed = concepts.filter(isClosed);
  return closed.find(({ conceptId }) => conceptId === followed) ?? closed.at(-1) ?? null;
}
