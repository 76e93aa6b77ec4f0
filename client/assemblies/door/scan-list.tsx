import { exactTime } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import type { ScanEntry } from './scan.ts';
import styles from './scan-list.module.css';
import { stateWords, unitsWords } from './scan-words.ts';

const AT_MOST = 20;

/** The last scans, each with what became of it. */
export function ScanList({ entries }: { entries: readonly ScanEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card title="Últimas lecturas">
      <ol className={styles.list}>
        {entries.slice(0, AT_MOST).map((entry) => (
          <li key={entry.id} className={styles.scan} data-state={entry.state}>
            <span className={styles.time}>{exactTime(entry.scannedAt)}</span>
            <span className={styles.units}>{unitsWords(entry)}</span>
            <span className={styles.state}>{stateWords[entry.state]}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
