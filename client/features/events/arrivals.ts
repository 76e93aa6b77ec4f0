import { create } from 'zustand';
import { attend, type Participant } from '../../../shared/events/events.api.ts';
import { call, hasCode } from '../../lib/api.ts';
import { newKey } from '../../lib/kept-key.ts';
import { resend } from '../../lib/resend.ts';
import { clockOffset } from '../../lib/server-clock.ts';
import { onSessionEnd } from '../../lib/session.store.ts';
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
}

/** When an id was first sent, and who was known to have come by then. */
interface First {
  at: number;
  known: readonly Participant[];
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

let queue: Waiting[] = [];
let isSending = false;
let turn = 0;
/** Aborted when the session ends: whatever is under way belongs to somebody who left. */
let ending = new AbortController();

onSessionEnd(() => {
  ending.abort();
  ending = new AbortController();
  queue = [];
  isSending = false;
  useArrivals.setState(none);
});

/** Takes an id: it is sent in its turn, and again until there is an answer. */
export function arrive(eventId: number, typed: string): void {
  queue.push({ eventId, typed, key: newKey() });
  useArrivals.setState({ waiting: queue.length });
  void sendAll(ending.signal);
}

/** Takes the last answer down: another event. */
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
  const first: First = { at: Date.now(), known: useDesk.getState().arrivals };
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

/** How exactly the server's clock is known here. */
const CLOCK_MS = 2_000;

/** Whether somebody had come before they were noted here: then the answer has the first time. */
function cameBefore({ participantId, checkedInAt }: Participant, first: First): boolean {
  if (first.known.some((one) => one.participantId === participantId)) return true;
  return Date.parse(checkedInAt ?? '') + CLOCK_MS < first.at + (clockOffset() ?? 0);
}
