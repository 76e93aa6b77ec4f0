import { create } from 'zustand';
import type { Participant } from '../../../shared/events/events.api.ts';
import type { EventPicture } from '../../../shared/events/live.ts';
import { onSessionEnd } from '../../lib/session.store.ts';

/** State of the desk's event and the freshness of the data. */
interface DeskState {
  status: 'connecting' | 'live' | 'polling';
  /** Arrival time of the last data by the local clock. */
  freshAt: number | null;
  revision: number;
  /** Participants on the list. Null before the first data. */
  total: number | null;
  attended: number;
  /** Newest first. */
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

/** Chosen event, shared by all screens, with the state of the desk. */
export const useDesk = create<DeskState & { eventId: number | null }>(() => ({ ...unheard, eventId: null }));

onSessionEnd(() => useDesk.setState({ ...unheard, eventId: null }));

export function chooseEvent(eventId: number): void {
  if (useDesk.getState().eventId !== eventId) useDesk.setState({ ...unheard, eventId });
}

/** Sorts by time, newest first. Ties sort by id, so all desks show the same order. */
function newestFirst(people: readonly Participant[]): Participant[] {
  return [...people].sort((a, b) => {
    const [one = '', other = ''] = [a.checkedInAt ?? '', b.checkedInAt ?? ''];
    if (one !== other) return one < other ? 1 : -1;
    return a.participantId < b.participantId ? 1 : -1;
  });
}

/** Merges two lists without duplicates. The first list wins. */
function merged(first: readonly Participant[], second: readonly Participant[]): Participant[] {
  const firstIds = new Set(first.map(({ participantId }) => participantId));
  return newestFirst([...first, ...second.filter(({ participantId }) => !firstIds.has(participantId))]);
}

/** Applies a snapshot unless newer data are shown. Returns true if arrivals are missing below. */
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

/** Applies a fetched list of arrivals, with totals if the hub is unreachable. */
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
