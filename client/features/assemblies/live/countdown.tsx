import { useEffect, useState } from 'react';
import { countdownWords, secondsLeft } from '../../../../shared/assemblies/concept-names.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { every } from '../../../lib/time/later.ts';

/** Update interval of the countdown in milliseconds, short enough to skip no second. */
const COUNTDOWN_UPDATE_MS = 200;

const secondsTo = (at: number): number => secondsLeft(at, serverTime());

/**
 * Time left until the closing of an open question announced by the operator, by the server's clock: 'Cierra en
 * 1:05'. Renders no element without an announced closing.
 */
export function Countdown({ concept, className }: { concept: LiveConcept; className?: string | undefined }) {
  const to = concept.countdownTo;
  return to === undefined ? null : <Seconds key={to} at={Date.parse(to)} className={className} />;
}

/**
 * Hook: whole seconds left until an instant, by the server's clock, updated each second. 0 after the instant.
 * @param at epoch ms
 */
export function useSecondsTo(at: number): number {
  const [left, setLeft] = useState(() => secondsTo(at));
  useEffect(() => {
    setLeft(secondsTo(at));
    return every(() => setLeft(secondsTo(at)), COUNTDOWN_UPDATE_MS);
  }, [at]);
  return left;
}

function Seconds({ at, className }: { at: number; className?: string | undefined }) {
  const left = useSecondsTo(at);
  return (
    <p role="timer" className={className ?? 'bold'}>
      {countdownWords(left)}
    </p>
  );
}
