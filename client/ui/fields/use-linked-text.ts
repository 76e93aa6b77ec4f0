import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { hashText } from '../../lib/hash-place.ts';

/**
 * Hook: returns the text after the '#' of the page's address, for example the code in a link. Calls `take` once with the
 * text when the page opens, unless empty.
 */
export function useLinkedText(take: (text: string) => unknown): string {
  const linked = hashText(useLocation().hash);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (linked === '' || isBegun.current) return;
    isBegun.current = true;
    take(linked);
  }, []);
  return linked;
}
