import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from './api.ts';
import { every } from './time/later.ts';

const NO_NETWORK = 'No hay conexión con el servidor. Revise su internet e intente nuevamente.';

const attemptWords = (error: unknown): string => messageOf(error, NO_NETWORK);

/** State of a form with a limited number of tries, for example a sign-in: pending, refused, or waiting. */
export interface Attempt {
  /** True while the server has not answered. */
  isPending: boolean;
  /** Error sentence of the last attempt. Null if there is no error. */
  fault: string | null;
  /** Seconds to wait before the next attempt, as requested by the server. 0 if no wait is due. */
  seconds: number;
}

/**
 * Hook for a form with tries limited by the server, for example a sign-in. Returns `run` (sends a try),
 * `attempt` (error and waiting time), and `isBusy` (true while no new try may start). After a success the
 * state stays pending until the form disappears.
 * @param wordsOf returns the Spanish sentence for an error
 */
export function useAttempt(wordsOf: (error: unknown) => string = attemptWords) {
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useWait(useCallback(() => setFault(null), []));
  const attempt: Attempt = { isPending, fault, seconds: wait.seconds };
  const run = async (send: () => Promise<void>) => {
    setPending(true);
    setFault(null);
    try {
      await send();
    } catch (error) {
      wait.begin(error);
      setFault(wordsOf(error));
      setPending(false);
    }
  };
  return { attempt, isBusy: isPending || wait.seconds > 0, run };
}

/** Interval of looks at the countdown, ms: short enough to show every second in time. */
const COUNTDOWN_MS = 250;

/**
 * Hook: countdown of the wait in a refusal. Returns the seconds left, and `begin` to start.
 * @param onEnd called at the end of the wait, to remove the message of the refusal
 */
function useWait(onEnd: () => void): { seconds: number; begin: (refusal: unknown) => void } {
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
    return every(look, COUNTDOWN_MS);
  }, [until, onEnd]);
  const begin = useCallback((refusal: unknown) => {
    const ms = refusal instanceof ApiError ? refusal.retryAfterMs : null;
    if (ms !== null && ms > 0) setUntil(performance.now() + ms);
  }, []);
  return { seconds, begin };
}
