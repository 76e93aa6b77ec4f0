import { useCallback, useMemo, useSyncExternalStore } from 'react';

/**
 * Hook: true if a CSS media query matches. Updates with the window. False without a window (static markup).
 * @param query CSS media query: '(max-width: 40rem)'
 */
export function useMedia(query: string): boolean {
  // Memoized: creating a query forces a style computation.
  const list = useMemo(() => globalThis.matchMedia?.(query) ?? null, [query]);
  const subscribe = useCallback(
    (note: () => void) => {
      list?.addEventListener('change', note);
      return () => list?.removeEventListener('change', note);
    },
    [list],
  );
  const matches = () => list?.matches ?? false;
  return useSyncExternalStore(subscribe, matches, matches);
}
