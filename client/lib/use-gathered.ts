import { useEffect, useRef } from 'react';

/** Time to gather changes for a single request, ms. */
const REQUEST_DELAY_MS = 1_500;

/**
 * Hook: calls `act` at most 1.5 s after a change of `state`, once for all changes meanwhile. So a flood of
 * votes causes few requests.
 * @param state text with all observed values; any difference is a change
 */
export function useGathered(state: string, act: () => void): void {
  const seen = useRef(state);
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    latest.current = act;
  }, [act]);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, REQUEST_DELAY_MS);
  }, [state]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}
