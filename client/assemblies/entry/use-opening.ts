import { useCallback, useEffect, useState } from 'react';
import { pause } from '../cast-votes.ts';
import { mayPass } from '../failure.ts';
import { waitOrBack } from '../wait-or-back.ts';

interface Opening {
  /** No answer comes: it goes on by itself. */
  isWaiting: boolean;
  /** Why not. */
  refusal: unknown;
  /** Asks again after a refusal. */
  again: () => void;
}

/**
 * Signs in with what an address brought, as soon as that is wanted. A network that is away is waited for; a
 * refusal is one.
 */
export function useOpening(signIn: (() => Promise<void>) | null): Opening {
  const [isWaiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isWanted = signIn !== null && refusal === null;
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const run = async () => {
      for (let attempt = 0; !isOver; attempt += 1) {
        try {
          await signIn();
          return;
        } catch (error) {
          if (isOver) return;
          if (!mayPass(error)) {
            setRefusal(error);
            return;
          }
        }
        setWaiting(true);
        await waitOrBack(null, pause(attempt));
      }
    };
    void run().finally(() => !isOver && setWaiting(false));
    return () => {
      isOver = true;
    };
  }, [isWanted, signIn]);
  const again = useCallback(() => setRefusal(null), []);
  return { isWaiting, refusal, again };
}
