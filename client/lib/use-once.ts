import { useEffect, useRef } from 'react';

/** Hook: calls `take` once with the text of the first drawing of a page, for example a code in a link. Skips empty text. */
export function useOnce(text: string, take: (text: string) => unknown): void {
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (text === '' || isBegun.current) return;
    isBegun.current = true;
    take(text);
  }, []);
}
