import { exactTime } from '../lib/format.ts';
import type { LiveEntry } from '../lib/live/store.ts';
import { cx } from './cx.ts';
import styles from './live-line.module.css';

interface Props {
  live: Pick<LiveEntry, 'status' | 'freshAt'>;
  /** Text to show in place of the age once the live data have ended. */
  over?: string;
}

/**
 * Line with the age of the live data: 'En vivo', or the time of the last data. Screen readers announce only changes
 * of the connection state, because the time changes with every poll.
 * @param live connection state, and time of the last data
 * @param over text shown once the live data have ended, for example after the assembly
 */
export function LiveLine({ live, over }: Props) {
  if (over !== undefined) {
    // Live data ended: neither green nor a network warning.
    return (
      <p className={`wrap-2 ${styles.liveLine}`} data-status={live.status}>
        <span role="status">{over}</span>
      </p>
    );
  }
  const since = live.freshAt === null ? null : exactTime(new Date(live.freshAt).toISOString());
  const word =
    live.status === 'live' ? 'En vivo' : live.status === 'connecting' ? 'Conectando' : 'Sin conexión.';
  return (
    <p className={cx('wrap-2', styles.liveLine, styles[live.status])} data-status={live.status}>
      <span className={styles.dot} aria-hidden="true" />
      <span role="status">{word}</span>
      {live.status === 'polling' && since !== null && <span>Datos de las {since}</span>}
    </p>
  );
}
