import { useCallback, useEffect, useState } from 'react';
import { ApiError } from './api.ts';

/** Often enough that no second is shown late. */
const LOOK_MS = 250;

/**
 * The wait that a refusal asks for: how many seconds are left, and its beginning.
 * @param onEnd takes down what was said about it
 */
export function useWait(onEnd: () => void): { seconds: number; begin: (refusal: unknown) => void } {
  const [until, setUntil] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const look = () => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setSeconds(left);
      if (left > 0) return;
      setUntil(null);
      onEnd();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [until, onEnd]);
  const begin = useCallback((refusal: unknown) => {
    const ms = refusal instanceof ApiError ? refusal.retryAfterMs : null;
    if (ms !== null && ms > 0) setUntil(performance.now() + ms);
  }, []);
  return { seconds, begin };
}
