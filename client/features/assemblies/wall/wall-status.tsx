import { exactTime } from '../../../lib/format.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { cx } from '../../../ui/cx.ts';
import { endOf } from '../assembly-over.tsx';
import styles from './wall-bar.module.css';

const words: Record<LiveEntry['status'], string> = {
  connecting: 'Conectando',
  live: 'En vivo',
  polling: 'Sin conexión.',
};

/** How fresh the wall is. The time moves with every poll, so only the change of state is announced. */
export function WallStatus({ live }: { live: LiveEntry }) {
  if (endOf(live.joint) !== null) {
    return (
      <p className={styles.status} data-status={live.status}>
        <span role="status">Asamblea terminada</span>
      </p>
    );
  }
  const since = live.freshAt === null ? null : exactTime(new Date(live.freshAt).toISOString());
  return (
    <p className={cx(styles.status, styles[live.status])} data-status={live.status}>
      <span className={styles.dot} aria-hidden="true" />
      <span role="status">{words[live.status]}</span>
      {live.status === 'polling' && since !== null && <span>Datos de las {since}</span>}
    </p>
  );
}
