import { create } from 'zustand';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { keepInTab, readFromTab } from '../../../lib/tab-storage.ts';
import type { Meeting } from '../live/zoom-link.tsx';

const KEY = 'scaf.meeting';

interface OfLink {
  jointId: number;
  meeting: Meeting;
}

/**
 * Video meeting from an invitation link. Stored for the session, because the password must not stay in the address.
 */
const useMeetings = create<{ ofLink: OfLink | null }>(() => ({ ofLink: readFromTab<OfLink>(KEY) }));
useMeetings.subscribe(({ ofLink }) => keepInTab(KEY, ofLink));

/**
 * Hook: returns number and password of the Zoom meeting from the owner's invitation link, for a joint without a
 * meeting on the server. Null if the link has no meeting for the joint.
 */
export function useLinkMeeting(jointId: number): Meeting | null {
  return useMeetings(({ ofLink }) => (ofLink?.jointId === jointId ? ofLink.meeting : null));
}

/** Stores number and password of the Zoom meeting from the owner's invitation link. Null keeps a stored meeting. */
export function keepLinkMeeting(jointId: number, meeting: Meeting | null): void {
  if (meeting) useMeetings.setState({ ofLink: { jointId, meeting } });
}

onSessionEnd(() => useMeetings.setState({ ofLink: null }));
