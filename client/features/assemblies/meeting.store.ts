import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionEnd } from '../../lib/session.store.ts';
import type { Meeting } from './zoom-link.tsx';

interface OfLink {
  jointId: number;
  meeting: Meeting;
}

/** The meeting that an invitation named: its password is no part of an address, and lasts as the session does. */
const useMeetings = create<{ ofLink: OfLink | null }>()(
  persist((): { ofLink: OfLink | null } => ({ ofLink: null }), {
    name: 'scaf.meeting',
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** The invitation's meeting of a joint, for where the server knows of none. */
export function useLinkMeeting(jointId: number): Meeting | null {
  return useMeetings(({ ofLink }) => (ofLink?.jointId === jointId ? ofLink.meeting : null));
}

export function keepLinkMeeting(jointId: number, meeting: Meeting | null): void {
  if (meeting) useMeetings.setState({ ofLink: { jointId, meeting } });
}

onSessionEnd(() => useMeetings.setState({ ofLink: null }));
