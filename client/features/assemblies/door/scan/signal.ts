import { create } from 'zustand';
import { type Outcome, play } from '../../../../lib/outcome-sound.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';

/** Result of a scan as shown on the coloured band of the desk. */
export interface Signal {
  /** Kind of result, for colour and sound: registered, blocked, and so on. */
  outcome: Outcome;
  /** Spanish text with the units or the reason of a refusal, shown in a line below the result. */
  detail: string;
  /** Id of the reading in the queue. Null for results without a reading. */
  readingId: string | null;
  /** Number of scans summed up in the result: a fast scanner reads several between two changes of the band. */
  scans: number;
  /** Number of changes of the band so far. Alternates the look, so that equal results are told apart. */
  turn: number;
}

/**
 * Minimum time in milliseconds between two changes of the coloured band and the sound. Ten scans a second would
 * make five flashes a second, and more than three can start a seizure.
 */
export const CHANGE_MS = 400;

/** Priority of each result. The band shows the highest priority among the scans since the last change. */
const urgency: Readonly<Record<Outcome, number>> = {
  registered: 0,
  pending: 1,
  gone: 2,
  already: 3,
  asking: 4,
  blocked: 5,
};

/** Store of the scan result now on the coloured band of the desk; null for an empty band. */
export const useSignal = create<{ shown: Signal | null }>(() => ({ shown: null }));

let waiting: Omit<Signal, 'turn'> | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let turn = 0;

/**
 * Shows the result of a scan on the coloured band of the desk by colour and word, with a sound. Of several results
 * within CHANGE_MS only the most urgent is shown; of one reading the last.
 * @param detail Spanish text below the result
 * @param readingId id of the entry in the desk's queue; null without an entry
 */
export function signal(outcome: Outcome, detail = '', readingId: string | null = null): void {
  const isNewer = readingId !== null && waiting?.readingId === readingId;
  const scans = (waiting?.scans ?? 0) + (isNewer ? 0 : 1);
  waiting =
    waiting !== null && !isNewer && urgency[waiting.outcome] > urgency[outcome]
      ? { ...waiting, scans }
      : { outcome, detail, readingId, scans };
  if (timer === null) show();
}

/** True if the band of the desk shows a result of the reading, or will show the result at the next change. */
export const isSignalled = (readingId: string): boolean =>
  waiting?.readingId === readingId || useSignal.getState().shown?.readingId === readingId;

function show(): void {
  timer = null;
  if (waiting === null) return;
  turn += 1;
  useSignal.setState({ shown: { ...waiting, turn } });
  play(waiting.outcome);
  waiting = null;
  timer = setTimeout(show, CHANGE_MS);
}

/** Drops a question of the form that still waits for the band, after the answer. */
export function dropQuestion(): void {
  if (waiting?.outcome === 'asking') waiting = null;
}

/** Empties the coloured band of the desk after a change of joint or mode, so the band shows no old result. */
export function clearSignal(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  waiting = null;
  useSignal.setState({ shown: null });
}

onSessionEnd(clearSignal);
