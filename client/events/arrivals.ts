import { create } from 'zustand';
import { attend, type Participant } from '../../shared/events/events.api.ts';
import { newKey } from '../assemblies/kept-key.ts';
import { ApiError, call } from '../lib/api.ts';
import { clockOffset } from '../lib/server-clock.ts';
import { onSessionEnd } from '../lib/session.store.ts';
import { takeArrivals, useDesk } from './desk.store.ts';

/** What became of an id that was typed or scanned. */
export type Arrival =
  | { outcome: 'registered' | 'already'; participant: Participant }
  | { outcome: 'unknown'; typed: string }
  | { outcome: 'failed'; typed: string };

interface Waiting {
  eventId: number;
  typed: string;
  key: string;
  /** When it was first sent, and who was known to have come by then; null before. */
  first: { at: number; known: readonly Participant[] } | null;
}

interface ArrivalsState {
  /** The last answer, and the how manieth it is: the same words again are news too. */
  last: (Arrival & { turn: number }) | null;
  /** Typed and not answered yet. */
  waiting: number;
  /** The server does not answer: what waits is sent again. */
  isStuck: boolean;
}

const none: ArrivalsState = { last: null, waiting: 0, isStuck: false };

export const useArrivals = create<ArrivalsState>(() => none);

/** Between two tries while the server does not answer. */
const RETRY_MS = [500, 1_000, 2_000, 5_000];

let queue: Waiting[] = [];
let isSending = false;
let turn = 0;
/** Raised when the session ends: whatever is under way belongs to somebody who left. */
let era = 0;

onSessionEnd(() => {
  era += 1;
  queue = [];
  isSending = false;
  useArrivals.setState(none);
});

/** Takes an id: it is sent in its turn, and again until there is an answer. */
export function arrive(eventId: number, typed: string): void {
  queue.push({ eventId, typed, key: newKey(), first: null });
  useArrivals.setState({ waiting: queue.length });
  void sendAll(era);
}

/** Takes the last answer down: another event. */
export function forgetLast(): void {
  useArrivals.setState({ last: null });
}

async function sendAll(mine: number): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = queue[0], tries = 0; next !== undefined && era === mine; next = queue[0]) {
    const arrival = await send(next);
    if (era !== mine) return;
    if (arrival === null) {
      useArrivals.setState({ isStuck: true });
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]));
      tries += 1;
      continue;
    }
    tries = 0;
    queue.shift();
    turn += 1;
    useArrivals.setState({ last: { ...arrival, turn }, waiting: queue.length, isStuck: false });
    if ('participant' in arrival) takeArrivals(next.eventId, [arrival.participant]);
  }
  isSending = false;
}

/** Null where it is worth trying again. */
async function send(waiting: Waiting): Promise<Arrival | null> {
  const { eventId, typed, key } = waiting;
  waiting.first ??= { at: Date.now(), known: useDesk.getState().arrivals };
  try {
    const participant = await call(attend, {
      params: { participantId: typed },
      body: { eventId },
      idempotencyKey: key,
    });
    return { outcome: cameBefore(participant, waiting.first) ? 'already' : 'registered', participant };
  } catch (error) {
    if (!(error instanceof ApiError)) return null;
    if (error.status === 404 && error.code === 'participantNotFound') return { outcome: 'unknown', typed };
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
    return isPassing ? null : { outcome: 'failed', typed };
  }
}

/** How exactly the server's clock is known here. */
const CLOCK_MS = 2_000;

/** Whether somebody had come before they were noted here: then the answer has the first time. */
function cameBefore(
  { participantId, checkedInAt }: Participant,
  first: NonNullable<Waiting['first']>,
): boolean {
  if (first.known.some((one) => one.participantId === participantId)) return true;
  return Date.parse(checkedInAt ?? '') + CLOCK_MS < first.at + (clockOffset() ?? 0);
}
