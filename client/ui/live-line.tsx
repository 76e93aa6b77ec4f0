import { exactTime } from '../lib/format.ts';
import type { LiveEntry } from '../lib/live/store.ts';
import { cx } from './cx.ts';
import styles from './live-line.module.css';

interface Props {
  live: Pick<LiveEntry, 'status' | 'freshAt'>;
  /** Text to show after the live data ended. */
  over?: string;
}

/** Shows the age of live data. Screen readers hear only changes of the state: the time changes with every poll. */
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
