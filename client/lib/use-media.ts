import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds, also when the window changes. */
export function useMedia(query: string): boolean {
  // Made once: to make one has the page's styles reckoned first.
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
