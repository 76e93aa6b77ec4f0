import { create } from 'zustand';
import type { Participant } from '../../../shared/events/events.api.ts';
import type { EventPicture } from '../../../shared/events/live.ts';
import { onSessionEnd } from '../../lib/session.store.ts';

/** What a desk knows of its event, and how fresh it is. */
interface DeskState {
  status: 'connecting' | 'live' | 'polling';
  /** When data last came, by this machine's clock. */
  freshAt: number | null;
  revision: number;
  /** On the list; null before anything was heard. */
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

/** The chosen event of every screen that asks for one, and its desk. */
export const useDesk = create<DeskState & { eventId: number | null }>(() => ({ ...unheard, eventId: null }));

onSessionEnd(() => useDesk.setState({ ...unheard, eventId: null }));

export function chooseEvent(eventId: number): void {
  if (useDesk.getState().eventId !== eventId) useDesk.setState({ ...unheard, eventId });
}

/** By time, the newest first; desks that noted two in the same instant show them in the same order. */
function newestFirst(people: readonly Participant[]): Participant[] {
  return [...people].sort((a, b) => {
    const [one = '', other = ''] = [a.checkedInAt ?? '', b.checkedInAt ?? ''];
    if (one !== other) return one < other ? 1 : -1;
    return a.participantId < b.participantId ? 1 : -1;
  });
}

/** Both lists without anybody twice; what the first says of somebody holds. */
function merged(first: readonly Participant[], second: readonly Participant[]): Participant[] {
  const known = new Set(first.map(({ participantId }) => participantId));
  return newestFirst([...first, ...second.filter(({ participantId }) => !known.has(participantId))]);
}

/** Takes a picture, unless a newer one is shown already. Returns whether arrivals are missing below it. */
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

/** Takes a list of arrivals that was asked for; figures come with it where no hub tells them. */
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
