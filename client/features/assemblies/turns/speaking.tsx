import { timerWords } from '../../../../shared/assemblies/course/turn-timer.ts';
import type { LiveTurns } from '../../../../shared/assemblies/turns/live-turns.ts';
import { cx } from '../../../ui/cx.ts';
import { useSecondsTo } from '../live/countdown.tsx';
import styles from './turns.module.css';

/** Maximum number of units named on wall and phones. */
const NAMED_UNITS = 3;

/** Returns the units of a speaker in a short line: '101, 102, 103 y 4 más'. */
export function speakerUnits(units: readonly string[]): string {
  const rest = units.length - NAMED_UNITS;
  return rest > 0 ? `${units.slice(0, NAMED_UNITS).join(', ')} y ${rest} más` : units.join(', ');
}

/** Time left of the running turn by the server's clock: '1:05', and 'Tiempo cumplido' after the given time. */
export function TurnTimer({ endsAt }: { endsAt: string }) {
  const left = useSecondsTo(Date.parse(endsAt));
  return (
    <span role="timer" className={cx('bold tabular', left === 0 && styles.over)}>
      {timerWords(left)}
    </span>
  );
}

/** Line with the units of the speaker and the time left, on wall and phones. */
export function Speaking({
  turn,
  className,
}: {
  turn: NonNullable<LiveTurns['speaking']>;
  className?: string | undefined;
}) {
  return (
    <p className={className ?? 'anywhere'}>
      Tiene la palabra <strong>{speakerUnits(turn.units)}</strong> · <TurnTimer endsAt={turn.endsAt} />
    </p>
  );
}
