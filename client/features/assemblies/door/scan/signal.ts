import { create } from 'zustand';
import { type Outcome, play } from '../../../../lib/outcome-sound.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';

/** Content of the band. */
export interface Signal {
  outcome: Outcome;
  /** Units or reason, in a line below the word. */
  detail: string;
  /** Number of scans in the signal: a fast scanner reads several between two changes. */
  scans: number;
  /** Counter of changes. Alternates the look of the band. */
  turn: number;
}

/**
 * Minimum interval between changes of band and sound. Two changes make a flash; ten scans a second with different
 * outcomes would flash five times a second, and more than three can start a seizure.
 */
export const CHANGE_MS = 400;

/** Among the scans between two changes, the band shows the highest value. */
const urgency: Readonly<Record<Outcome, number>> = {
  registered: 0,
  pending: 1,
  already: 2,
  asking: 3,
  blocked: 4,
};

export const useSignal = create<{ shown: Signal | null }>(() => ({ shown: null }));

let waiting: Omit<Signal, 'turn'> | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let turn = 0;

/** Reports the outcome of a scan to the operator by colour, word and sound. */
export function signal(outcome: Outcome, detail = ''): void {
  const scans = (waiting?.scans ?? 0) + 1;
  waiting =
    waiting !== null && urgency[waiting.outcome] > urgency[outcome]
      ? { ...waiting, scans }
      : { outcome, detail, scans };
  if (timer === null) show();
}

function show(): void {
  timer = null;
  if (waiting === null) return;
  turn += 1;
  useSignal.setState({ shown: { ...waiting, turn } });
  play(waiting.outcome);
  waiting = null;
  timer = setTimeout(show, CHANGE_MS);
}

/** Clears the band, for a change of joint or mode. */
export function clearSignal(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  waiting = null;
  useSignal.setState({ shown: null });
}

onSessionEnd(clearSignal);
