import { create } from 'zustand';
import { type Outcome, play } from '../../../../lib/outcome-sound.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';

/** What the band shows, and what was heard with it. */
export interface Signal {
  outcome: Outcome;
  /** Whose, or why: a line under the word. */
  detail: string;
  /** How many scans it stands for: at a scanner's pace several come in between two changes of the band. */
  scans: number;
  /** The n-th change of the band, which looks another way each time. */
  turn: number;
}

/**
 * The band changes at most so often, and the sound with it. Two changes may make a flash; at ten scans a second
 * of different outcomes it would flash five times a second, where more than three can start a seizure.
 */
export const CHANGE_MS = 400;

/** Of several scans between two changes the one that needs the operator is shown. */
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

/** Tells the operator what became of a scan, by colour, word and sound. */
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

/** Takes the band down: another joint, another mode. */
export function clearSignal(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  waiting = null;
  useSignal.setState({ shown: null });
}

onSessionEnd(clearSignal);
