import { exactTime } from '../../../../lib/format.ts';
import type { Outcome } from '../../../../lib/outcome-sound.ts';
import { cx } from '../../../../ui/cx.ts';
import { Card } from '../../../../ui/page.tsx';
import type { ScanEntry, ScanState } from '../kept/scan.ts';
import styles from './list.module.css';
import { OutcomeIcon } from './outcome-icon.tsx';
import { stateWords, unitsWords } from './words.ts';

const AT_MOST = 20;

/** List of the last scans at the registration desk, with each result in words, colour and shape. */
export function ScanList({ entries }: { entries: readonly ScanEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card title="Últimas lecturas">
      <ol className={styles.scans}>
        {entries.slice(0, AT_MOST).map((entry) => (
          <ScanRow key={entry.id} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function ScanRow({ entry }: { entry: ScanEntry }) {
  const { state, scannedAt } = entry;
  const outcome = outcomeOf(state);
  return (
    <li className={styles.scan} data-state={state}>
      <span className={cx(styles.state, styles[outcome])}>
        <OutcomeIcon outcome={outcome} className={styles.icon} />
        {stateWords[state]}
      </span>
      <span className={cx('anywhere', styles.units)}>{unitsWords(entry)}</span>
      <time className="faint tabular" dateTime={scannedAt}>
        {exactTime(scannedAt)}
      </time>
    </li>
  );
}

function outcomeOf(state: ScanState): Outcome {
  if (state === 'sending') return 'pending';
  return state === 'undone' ? 'gone' : state;
}
