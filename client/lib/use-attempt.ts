import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from './api.ts';

const NO_NETWORK = 'No hay conexión con el servidor. Revise su internet e intente nuevamente.';

const attemptWords = (error: unknown): string => messageOf(error, NO_NETWORK);

/** State of a limited attempt, for a form. */
export interface Attempt {
  isPending: boolean;
  /** Error of the last attempt. */
  fault: string | null;
  /** Seconds to wait before the next attempt, as requested by the server. */
  seconds: number;
}

/** Attempt with a server limit. Shows the refusal and the wait. A success leaves the attempt pending until unmount. */
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

/** Short enough to show every second in time. */
const LOOK_MS = 250;

/**
 * Countdown of the wait in a refusal: seconds left, and `begin`.
 * @param onEnd removes the message of the refusal
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
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [until, onEnd]);
  const begin = useCallback((refusal: unknown) => {
    const ms = refusal instanceof ApiError ? refusal.retryAfterMs : null;
    if (ms !== null && ms > 0) setUntil(performance.now() + ms);
  }, []);
  return { seconds, begin };
}
