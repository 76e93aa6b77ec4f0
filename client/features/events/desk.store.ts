import { create } from 'zustand';
import type { Participant } from '../../../shared/events/events.api.ts';
import type { EventPicture } from '../../../shared/events/live.ts';
import { onSessionEnd } from '../../lib/session.store.ts';

/** State shown at the desk of an event, and the age of the data. */
interface DeskState {
  status: 'connecting' | 'live' | 'polling';
  /** Time of the last received data by the local clock, epoch ms. Null before the first data. */
  freshAt: number | null;
  revision: number;
  /** Number of participants on the event's list. Null before the first data. */
  total: number | null;
  attended: number;
  /** Arrived participants, newest first. */
  arrivals: readonly Participant[];
}

const unheard: DeskState = {
  status: 'connecting',
  freshAt: null,
  revision: -1,
  total: null,
  attended: 0,
  arrivals: [],
};

/**
 * Store with the event chosen by the user on all pages of events (`eventId`, null before a choice), the
 * arrivals, and the state of the live connection.
 */
export const useDesk = create<DeskState & { eventId: number | null }>(() => ({ ...unheard, eventId: null }));

onSessionEnd(() => useDesk.setState({ ...unheard, eventId: null }));

/** Chooses an event on all pages of events, and forgets the arrivals of the event chosen before. */
export function chooseEvent(eventId: number): void {
  if (useDesk.getState().eventId !== eventId) useDesk.setState({ ...unheard, eventId });
}

/** Sorts participants by arrival time, newest first. Equal times sort by id, so all desks show the same order. */
function newestFirst(people: readonly Participant[]): Participant[] {
  return [...people].sort((a, b) => {
    const [one = '', other = ''] = [a.checkedInAt ?? '', b.checkedInAt ?? ''];
    if (one !== other) return one < other ? 1 : -1;
    return a.participantId < b.participantId ? 1 : -1;
  });
}

/** Merges two lists of participants without duplicates. Keeps the entry of the first list. */
function merged(first: readonly Participant[], second: readonly Participant[]): Participant[] {
  const firstIds = new Set(first.map(({ participantId }) => participantId));
  return newestFirst([...first, ...second.filter(({ participantId }) => !firstIds.has(participantId))]);
}

/**
 * Shows a live message with the newest arrivals at an event's desk, unless newer data are shown already.
 * Returns true if older arrivals are missing, so the full list must be fetched.
 */
export function takePicture({ eventId, revision, total, attended, newest }: EventPicture): boolean {
  const desk = useDesk.getState();
  if (desk.eventId !== eventId) return false;
  if (revision >= desk.revision) {
    useDesk.setState({
      revision,
      total,
      attended,
      arrivals: merged(newest, desk.arrivals),
      freshAt: Date.now(),
    });
  }
  const { arrivals, attended: now } = useDesk.getState();
  return arrivals.length < now;
}

/**
 * Shows the full list of arrivals at an event fetched from the server. Ignored if the user chose another
 * event meanwhile.
 * @param figures number of participants, only while the live connection is down
 * @param people participants on the list, with the arrivals
 */
export function takeArrivals(
  eventId: number,
  people: readonly Participant[],
  figures: { total: number } | null = null,
): void {
  const desk = useDesk.getState();
  if (desk.eventId !== eventId) return;
  const arrivals = merged(people, desk.arrivals);
  useDesk.setState({
    arrivals,
    attended: Math.max(desk.attended, arrivals.length),
    freshAt: Date.now(),
    ...(figures ?? {}),
  });
}
