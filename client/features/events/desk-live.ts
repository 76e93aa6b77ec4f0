import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH } from '../../../shared/api.ts';
import { listEvents, listParticipants } from '../../../shared/events/events.api.ts';
import type { DeskToServer, EventPicture, ServerToDesk } from '../../../shared/events/live.ts';
import { call } from '../../lib/api.ts';
import { comeBackLater, createBackoff, isPolicy } from '../../lib/live/live-backoff.ts';
import { onWakeUp } from '../../lib/live/live-wake.ts';
import { useSession } from '../../lib/session.store.ts';
import { takeArrivals, takePicture, useDesk } from './desk.store.ts';

/** A join without an answer for this long: the socket only looks open. */
const JOIN_TIMEOUT_MS = 8_000;
/** How often a desk asks while the hub is away. */
const POLL_MS = 10_000;
/** How soon after losing the hub the first question is asked. */
const FIRST_POLL_MS = 1_000;

/** Follows an event while its desk is open. Returns what ends it. */
export function followEvent(eventId: number): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asking = false;
  const socket: Socket<ServerToDesk, DeskToServer> = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    auth: (give) => give({ token: useSession.getState().token }),
    reconnectionDelayMax: 3_000,
  });

  const fetchArrivals = async () => {
    const { signal } = ending;
    return call(listParticipants, { params: { eventId }, query: { attended: true }, signal });
  };
  /** More came than a picture holds: after a pause, or on joining. */
  const fillIn = async () => {
    if (asking) return;
    asking = true;
    const people = await fetchArrivals().catch(() => null);
    asking = false;
    if (people !== null && !ending.signal.aborted) takeArrivals(eventId, people);
  };
  const take = (picture: EventPicture) => {
    if (picture.eventId === eventId && takePicture(picture)) void fillIn();
  };
  const poll = async () => {
    timer = null;
    try {
      const people = await fetchArrivals();
      const events = await call(listEvents, { signal: ending.signal });
      const total = events.find((event) => event.eventId === eventId)?.participants;
      if (!ending.signal.aborted && useDesk.getState().status !== 'live') {
        takeArrivals(eventId, people, total === undefined ? null : { total });
      }
    } catch {
      // Still away: what is shown is as old as it says.
    }
    if (!ending.signal.aborted && useDesk.getState().status !== 'live') timer = setTimeout(poll, POLL_MS);
  };
  const away = () => {
    if (ending.signal.aborted) return;
    useDesk.setState({ status: 'polling' });
    timer ??= setTimeout(poll, FIRST_POLL_MS);
  };
  const join = () => {
    socket.timeout(JOIN_TIMEOUT_MS).emit('join', { eventId }, (error, reply) => {
      if (ending.signal.aborted) return;
      if (error || !reply.ok) {
        away();
        // A socket that gives no answer is opened anew; one that refuses will refuse again.
        if (error) socket.disconnect().connect();
        return;
      }
      if (timer !== null) clearTimeout(timer);
      timer = null;
      useDesk.setState({ status: 'live' });
      take(reply.snapshot);
    });
  };
  const backoff = createBackoff();
  const stayAway = () => comeBackLater(socket, backoff.sentAway(), () => !ending.signal.aborted);
  socket.on('connect', () => {
    backoff.connected();
    join();
  });
  socket.on('disconnect', (_reason, details) => {
    away();
    if (isPolicy(details)) stayAway();
  });
  socket.on('connect_error', () => {
    away();
    // Refused by the hub itself: the library does not come back by itself.
    if (!socket.active) stayAway();
  });
  socket.on('participants', take);
  const stopWaking = onWakeUp({ wake: () => (socket.connected ? join() : socket.connect()), offline: away });
  return () => {
    ending.abort();
    if (timer !== null) clearTimeout(timer);
    stopWaking();
    socket.disconnect();
  };
}
