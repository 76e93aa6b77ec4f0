import { exactTime } from '../../../../lib/format.ts';
import type { Outcome } from '../../../../lib/outcome-sound.ts';
import { cx } from '../../../../ui/cx.ts';
import { Card } from '../../../../ui/page.tsx';
import type { ScanEntry, ScanState } from '../kept/scan.ts';
import styles from './list.module.css';
import { OutcomeIcon } from './outcome-icon.tsx';
import { leftOutWords, stateWords, unitsWords } from './words.ts';

const AT_MOST = 20;

/**
 * List of the last scans at the registration desk, one line each, with the result in words, colour and shape. The
 * list scrolls by itself, so the page keeps its height.
 */
export function ScanList({ entries }: { entries: readonly ScanEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card title="Últimas lecturas">
      {/* Focusable, to scroll by keyboard: no element inside takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ol className={styles.scans} tabIndex={0}>
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
  const words = [unitsWords(entry), leftOutWords(entry.left)].filter(Boolean).join('. ');
  return (
    <li className={styles.scan} data-state={state}>
      <span className={cx(styles.state, styles[outcome])}>
        <OutcomeIcon outcome={outcome} className={styles.icon} />
        <span className={styles.word}>{stateWords[state]}</span>
      </span>
      <span className={styles.units} title={words}>
        {words}
      </span>
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
