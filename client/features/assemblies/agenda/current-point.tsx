import { useEffect, useState } from 'react';
import type { Snapshot } from '../../../../shared/assemblies/live.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { every } from '../../../lib/time/later.ts';
import { pointWords } from './point-words.ts';

/** Interval in milliseconds to update the displayed number of minutes. */
const MINUTES_UPDATE_MS = 5_000;

const minutesSince = (at: number): number => Math.max(0, Math.floor((serverTime() - at) / 60_000));

interface Props {
  assembly: Snapshot['assembly'];
  className?: string | undefined;
}

/**
 * Line with the current point of the agenda and the minutes since the start of the point: 'Punto 4: Presupuesto ·
 * 12 min'. On the wall and on phones.
 * @param assembly current assembly; null without an assembly
 */
export function CurrentPoint({ assembly, className }: Props) {
  const words = pointWords(assembly);
  const since = assembly?.point?.since;
  if (words === null || since === undefined) return null;
  return (
    <p className={className ?? 'anywhere'}>
      <strong>{words}</strong>
      <Minutes key={since} at={Date.parse(since)} />
    </p>
  );
}

/**
 * Text with the whole minutes since `at` (epoch ms) by the server's clock: ' · 12 min'. Renders no text in the
 * first minute.
 */
function Minutes({ at }: { at: number }) {
  const [minutes, setMinutes] = useState(() => minutesSince(at));
  useEffect(() => every(() => setMinutes(minutesSince(at)), MINUTES_UPDATE_MS), [at]);
  return minutes === 0 ? null : ` · ${minutes} min`;
}
