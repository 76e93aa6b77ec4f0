import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, also when the window changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (note: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', note);
      return () => list.removeEventListener('change', note);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
