import { create } from 'zustand';
import { attend, type Participant } from '../../../shared/events/events.api.ts';
import { call, hasCode } from '../../lib/api.ts';
import { newKey } from '../../lib/kept-key.ts';
import { resend } from '../../lib/resend.ts';
import { clockOffset } from '../../lib/server-clock.ts';
import { onSessionEnd } from '../../lib/session.store.ts';
import { takeArrivals, useDesk } from './desk.store.ts';

/** Outcome of an id typed or scanned at the desk of an event. */
export type Arrival =
  | { outcome: 'registered' | 'already'; participant: Participant }
  | { outcome: 'unknown'; typed: string }
  | { outcome: 'failed'; typed: string };

interface WaitingEntry {
  eventId: number;
  typed: string;
  key: string;
}

/** First sending of an id: time in epoch ms, and the arrivals on the list by then. */
interface First {
  at: number;
  listed: readonly Participant[];
}

interface ArrivalsState {
  /** Last answer of the server. The sequence number makes an equal answer show again. */
  last: (Arrival & { turn: number }) | null;
  /** Number of ids sent or queued without an answer yet. */
  waiting: number;
  /** True while the server does not answer; the waiting ids are sent again. */
  isStuck: boolean;
}

const noArrivals: ArrivalsState = { last: null, waiting: 0, isStuck: false };

export const useArrivals = create<ArrivalsState>(() => noArrivals);

let queue: WaitingEntry[] = [];
let isSending = false;
let turn = 0;
/** Aborts running requests at the end of the session, because the requests belong to the former user. */
let ending = new AbortController();

onSessionEnd(() => {
  ending.abort();
  ending = new AbortController();
  queue = [];
  isSending = false;
  useArrivals.setState(noArrivals);
});

/** Queues the id of an arriving participant. Ids are sent in order, each with retries until answered. */
export function arrive(eventId: number, typed: string): void {
  queue.push({ eventId, typed, key: newKey() });
  useArrivals.setState({ waiting: queue.length });
  void sendAll(ending.signal);
}

/** Clears the last answer, after the person changes to another event. */
export function forgetLast(): void {
  useArrivals.setState({ last: null });
}

async function sendAll(signal: AbortSignal): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = queue[0]; next !== undefined; next = queue[0]) {
    const arrival = await sendArrival(next, signal);
    if (signal.aborted) return;
    queue.shift();
    turn += 1;
    useArrivals.setState({ last: { ...arrival, turn }, waiting: queue.length, isStuck: false });
    if ('participant' in arrival) takeArrivals(next.eventId, [arrival.participant]);
  }
  isSending = false;
}

async function sendArrival({ eventId, typed, key }: WaitingEntry, signal: AbortSignal): Promise<Arrival> {
  const first: First = { at: Date.now(), listed: useDesk.getState().arrivals };
  try {
    return await resend(
      async (): Promise<Arrival> => {
        const request = { params: { participantId: typed }, body: { eventId }, idempotencyKey: key };
        const participant = await call(attend, request);
        return { outcome: cameBefore(participant, first) ? 'already' : 'registered', participant };
      },
      { signal, onWait: () => useArrivals.setState({ isStuck: true }) },
    );
  } catch (error) {
    return { outcome: hasCode(error, 'participantNotFound') ? 'unknown' : 'failed', typed };
  }
}

/** Tolerated difference between server and device clock, ms. */
const CLOCK_MS = 2_000;

/**
 * True if the participant had arrived before the id was first sent, because the answer has an earlier arrival time.
 */
function cameBefore({ participantId, checkedInAt }: Participant, first: First): boolean {
  if (first.listed.some((one) => one.participantId === participantId)) return true;
  return Date.parse(checkedInAt ?? '') + CLOCK_MS < first.at + (clockOffset() ?? 0);
}
