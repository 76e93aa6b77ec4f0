import { create } from 'zustand';
import { attend, type Participant } from '../../../shared/events/events.api.ts';
import { call, hasCode } from '../../lib/api.ts';
import { newKey } from '../../lib/kept-key.ts';
import { resend } from '../../lib/resend.ts';
import { clockOffset } from '../../lib/server-clock.ts';
import { onSessionEnd } from '../../lib/session.store.ts';
import { takeArrivals, useDesk } from './desk.store.ts';

/** Result of a typed or scanned id. */
export type Arrival =
  | { outcome: 'registered' | 'already'; participant: Participant }
  | { outcome: 'unknown'; typed: string }
  | { outcome: 'failed'; typed: string };

interface Waiting {
  eventId: number;
  typed: string;
  key: string;
}

/** First sending of an id: time, and arrivals known by then. */
interface First {
  at: number;
  listed: readonly Participant[];
}

interface ArrivalsState {
  /** Last answer with a sequence number: the same words again are news too. */
  last: (Arrival & { turn: number }) | null;
  /** Number of unanswered ids. */
  waiting: number;
  /** The server does not answer; waiting ids are resent. */
  isStuck: boolean;
}

const none: ArrivalsState = { last: null, waiting: 0, isStuck: false };

export const useArrivals = create<ArrivalsState>(() => none);

let queue: Waiting[] = [];
let isSending = false;
let turn = 0;
/** Aborted at the end of the session: running requests belong to the former user. */
let ending = new AbortController();

onSessionEnd(() => {
  ending.abort();
  ending = new AbortController();
  queue = [];
  isSending = false;
  useArrivals.setState(none);
});

/** Queues an id. Sends in order, with retries until answered. */
export function arrive(eventId: number, typed: string): void {
  queue.push({ eventId, typed, key: newKey() });
  useArrivals.setState({ waiting: queue.length });
  void sendAll(ending.signal);
}

/** Clears the last answer after a change of event. */
export function forgetLast(): void {
  useArrivals.setState({ last: null });
}

async function sendAll(signal: AbortSignal): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (let next = queue[0]; next !== undefined; next = queue[0]) {
    const arrival = await send(next, signal);
    if (signal.aborted) return;
    queue.shift();
    turn += 1;
    useArrivals.setState({ last: { ...arrival, turn }, waiting: queue.length, isStuck: false });
    if ('participant' in arrival) takeArrivals(next.eventId, [arrival.participant]);
  }
  isSending = false;
}

async function send({ eventId, typed, key }: Waiting, signal: AbortSignal): Promise<Arrival> {
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

/** Tolerance of the server clock. */
const CLOCK_MS = 2_000;

/** True if the participant arrived before the first sending: the answer then carries an earlier time. */
function cameBefore({ participantId, checkedInAt }: Participant, first: First): boolean {
  if (first.listed.some((one) => one.participantId === participantId)) return true;
  return Date.parse(checkedInAt ?? '') + CLOCK_MS < first.at + (clockOffset() ?? 0);
}
