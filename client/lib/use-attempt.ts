import { useCallback, useState } from 'react';
import { messageOf } from './api.ts';
import { useWait } from './use-wait.ts';

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
