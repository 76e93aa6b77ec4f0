import { useCallback, useMemo, useSyncExternalStore } from 'react';

/**
 * Hook: true if a CSS media query matches. Updates with the window.
 * @param query CSS media query: '(max-width: 40rem)'
 */
export function useMedia(query: string): boolean {
  // Memoized: creating a query forces a style computation.
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (note: () => void) => {
      list.addEventListener('change', note);
      return () => list.removeEventListener('change', note);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
