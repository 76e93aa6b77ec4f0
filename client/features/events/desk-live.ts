import { listEvents, listParticipants } from '../../../shared/events/events.api.ts';
import type { EventPicture, ServerToDesk } from '../../../shared/events/live.ts';
import { call } from '../../lib/api.ts';
import { LiveLink } from '../../lib/live/link.ts';
import { createPoller } from '../../lib/live/poll.ts';
import { onWakeUp } from '../../lib/live/wake.ts';
import { useSession } from '../../lib/session.store.ts';
import { renewStoredSession } from '../../lib/session.ts';
import { takeArrivals, takePicture, useDesk } from './desk.store.ts';

/** Interval for polling the arrivals while the live connection is down, ms. */
const POLL_MS = 10_000;

/**
 * Follows the arrivals at an event over the live connection while the desk is open, and puts each new state
 * into `useDesk`. Returns a function that stops.
 */
export function followEvent(eventId: number): () => void {
  const ending = new AbortController();
  let isFilling = false;

  const fetchArrivals = (signal: AbortSignal) =>
    call(listParticipants, { params: { eventId }, query: { attended: true }, signal });
  /**
   * Fetches the full list of arrivals. Used after a pause or on joining, if more persons came than the short list
   * of a live message holds.
   */
  const fillIn = async () => {
    if (isFilling) return;
    isFilling = true;
    const people = await fetchArrivals(ending.signal).catch(() => null);
    isFilling = false;
    if (people !== null && !ending.signal.aborted) takeArrivals(eventId, people);
  };
  const take = (picture: EventPicture) => {
    if (picture.eventId === eventId && takePicture(picture)) void fillIn();
  };
  const poller = createPoller({
    ask: async (signal) => {
      const people = await fetchArrivals(signal);
      const events = await call(listEvents, { signal });
      return { people, total: events.find((event) => event.eventId === eventId)?.participants };
    },
    everyMs: () => POLL_MS,
    onSnapshot: ({ people, total }) => takeArrivals(eventId, people, total === undefined ? null : { total }),
    // The data stay, with their time.
    onRefused: () => undefined,
  });
  const away = () => {
    useDesk.setState({ status: 'polling' });
    poller.start(false);
  };
  const join = () =>
    link.join(
      { eventId },
      {
        isWanted: () => !ending.signal.aborted,
        onSnapshot: (picture) => {
          poller.stop();
          useDesk.setState({ status: 'live' });
          take(picture);
        },
        onDown: away,
        onRefused: away,
      },
    );
  const link: LiveLink<ServerToDesk, { eventId: number }, EventPicture> = new LiveLink({
    on: { participants: take },
    token: () => useSession.getState().token,
    renew: renewStoredSession,
    onUp: join,
    onDown: away,
  });
  const stopWaking = onWakeUp({
    wake: () => (link.isConnected ? join() : link.connect()),
    offline: () => link.drop(),
  });
  return () => {
    ending.abort();
    poller.stop();
    stopWaking();
    link.close();
  };
}
