import { exactTime } from '../../../../lib/format.ts';
import type { Outcome } from '../../../../lib/outcome-sound.ts';
import { cx } from '../../../../ui/cx.ts';
import { Card } from '../../../../ui/page.tsx';
import type { DeskDeparture } from '../kept/departures.store.ts';
import type { ScanEntry, ScanState } from '../kept/scan.ts';
import styles from './list.module.css';
import { OutcomeIcon } from './outcome-icon.tsx';
import { leftOutWords, stateWords, unitsWords } from './words.ts';

const AT_MOST = 20;

/** Line in the list of last scans. */
interface Reading {
  id: string;
  /** State of a registration, or 'departed'. */
  state: string;
  outcome: Outcome;
  word: string;
  words: string;
  /** Time of the scan, ISO 8601. */
  at: string;
}

const NO_DEPARTURES: readonly DeskDeparture[] = [];

/**
 * List of the last arrivals and departures at the registration desk, a line for each, with the result in words, colour
 * and shape. The list scrolls inside the page, so the page keeps the same height.
 */
export function ScanList({
  entries,
  departures = NO_DEPARTURES,
}: {
  entries: readonly ScanEntry[];
  departures?: readonly DeskDeparture[];
}) {
  const readings = [...entries.map(arrivalReading), ...departures.map(departureReading)];
  if (readings.length === 0) return null;
  // Stable: arrivals of one instant keep their order.
  if (departures.length > 0) readings.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Card title="Últimas lecturas">
      {/* Focusable, to scroll by keyboard: no element inside takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ol className={styles.scans} tabIndex={0}>
        {readings.slice(0, AT_MOST).map((reading) => (
          <ReadingRow key={reading.id} reading={reading} />
        ))}
      </ol>
    </Card>
  );
}

function ReadingRow({ reading: { state, outcome, word, words, at } }: { reading: Reading }) {
  return (
    <li className={styles.scan} data-state={state}>
      <span className={cx('bold row', styles.state, styles[outcome])}>
        <OutcomeIcon outcome={outcome} className={styles.icon} />
        <span className={styles.word}>{word}</span>
      </span>
      <span className={styles.units} title={words}>
        {words}
      </span>
      <time className="faint tabular" dateTime={at}>
        {exactTime(at)}
      </time>
    </li>
  );
}

const arrivalReading = (entry: ScanEntry): Reading => ({
  id: entry.id,
  state: entry.state,
  outcome: outcomeOf(entry.state),
  word: stateWords[entry.state],
  words: [unitsWords(entry), leftOutWords(entry.left)].filter(Boolean).join('. '),
  at: entry.scannedAt,
});

const departureReading = ({ id, apartments, at, isUndone }: DeskDeparture): Reading => ({
  id,
  state: isUndone ? 'undone' : 'departed',
  outcome: 'gone',
  word: isUndone ? stateWords.undone : 'Salida',
  words: apartments.join(', '),
  at,
});

function outcomeOf(state: ScanState): Outcome {
  if (state === 'sending') return 'pending';
  return state === 'undone' ? 'gone' : state;
}
