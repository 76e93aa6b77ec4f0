import { create } from 'zustand';
import { attend, type Participant } from '../../../shared/events/events.api.ts';
import { call, hasCode } from '../../lib/api.ts';
import { newKey } from '../../lib/delivery/kept-key.ts';
import { createOutbox } from '../../lib/delivery/outbox.ts';
import { clockOffset } from '../../lib/server-clock.ts';
import { onSessionEnd } from '../../lib/session.store.ts';
import { takeArrivals, useDesk } from './desk.store.ts';

/**
 * Answer to an id typed or scanned at the desk of an event: registered now, registered before (`already`),
 * missing on the list (`unknown`), or without an answer of the server (`failed`). `typed`: text as typed.
 */
export type Arrival =
  | { outcome: 'registered' | 'already'; participant: Participant }
  | { outcome: 'unknown'; typed: string }
  | { outcome: 'failed'; typed: string };

interface Waiting {
  /** Idempotency key. */
  id: string;
  eventId: number;
  typed: string;
  /** First sending: time in epoch ms, and the arrivals on the list by then. Absent before. */
  first?: { at: number; listed: readonly Participant[] };
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

/** Store of the desk of an event: ids waiting to be sent to the server, and the last answer. */
export const useArrivals = create<ArrivalsState>(() => noArrivals);

let queue: Waiting[] = [];
let turn = 0;

onSessionEnd(() => {
  queue = [];
  useArrivals.setState(noArrivals);
  outbox.pump();
});

const outbox = createOutbox<Waiting, Participant>({
  pending: () => queue,
  claims: () => ['desk'],
  send: (arrival) => {
    arrival.first ??= { at: Date.now(), listed: useDesk.getState().arrivals };
    const { typed, eventId, id } = arrival;
    return call(attend, { params: { participantId: typed }, body: { eventId }, idempotencyKey: id });
  },
  onStored: (arrival, participant) => {
    settle({ outcome: cameBefore(participant, arrival) ? 'already' : 'registered', participant });
    takeArrivals(arrival.eventId, [participant]);
  },
  onRefused: ({ typed }, error) =>
    settle({ outcome: hasCode(error, 'participantNotFound') ? 'unknown' : 'failed', typed }),
  onWait: () => useArrivals.setState({ isStuck: true }),
});

/**
 * Registers the arrival of a participant typed or scanned at the desk of an event: queues the id, and sends
 * the queued ids in order, each with retries until answered.
 * @param typed id as typed or scanned
 */
export function arrive(eventId: number, typed: string): void {
  queue.push({ id: newKey(), eventId, typed });
  useArrivals.setState({ waiting: queue.length });
  outbox.pump();
}

/** Clears the last answer shown at the desk of an event, after the user chose another event. */
export function forgetLast(): void {
  useArrivals.setState({ last: null });
}

/** Shows the outcome of the first arrival in the queue, and removes the arrival. */
function settle(arrival: Arrival): void {
  queue.shift();
  turn += 1;
  useArrivals.setState({ last: { ...arrival, turn }, waiting: queue.length, isStuck: false });
}

/** Tolerated difference between server and device clock, ms. */
const CLOCK_MS = 2_000;

/**
 * True if the participant had arrived before the id was first sent, because the answer has an earlier arrival time.
 */
function cameBefore({ participantId, checkedInAt }: Participant, { first }: Waiting): boolean {
  if (first?.listed.some((one) => one.participantId === participantId)) return true;
  return Date.parse(checkedInAt ?? '') + CLOCK_MS < (first?.at ?? 0) + (clockOffset() ?? 0);
}
