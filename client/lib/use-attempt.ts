import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from './api.ts';

const NO_NETWORK = 'No hay conexión con el servidor. Revise su internet e intente nuevamente.';

const attemptWords = (error: unknown): string => messageOf(error, NO_NETWORK);

/** How an attempt goes, as a form shows it. */
export interface Attempt {
  isPending: boolean;
  /** Why the last one failed. */
  fault: string | null;
  /** How long the server asks to wait before the next one. */
  seconds: number;
}

/** An attempt that the server limits: what is refused is said, and so is how long to wait. One that passes ends it. */
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

/** Often enough that no second is shown late. */
const LOOK_MS = 250;

/**
 * The wait that a refusal asks for: how many seconds are left, and its beginning.
 * @param onEnd takes down what was said about it
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
