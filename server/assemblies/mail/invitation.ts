import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { NewAccess } from '../../accounts/index.ts';
import { newAccessToken, newTemporaryPassword } from '../../accounts/index.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import { assemblyToApi, type StoredAssembly } from '../store/assembly.repository.ts';
import type { Invited } from './invited.repository.ts';
import { secondCallNotice } from './second-call.ts';

/** Lifetime of a temporary password. */
const TEMPORARY_MS = 30 * 24 * 60 * 60 * 1000;

/** Content of an invitation, on paper or in a mail. Holds secrets: made at the sending and never stored. */
export interface Invitation {
  jointName: string;
  assembly: Assembly;
  /** SEQUENCE of the calendar entry. */
  sequence: number;
  /** Null for an assembly in person, or before the video meeting is set. */
  meeting: { zoomId: string; zoomPassword: string } | null;
  /** Sentence about the meeting without quorum, required in the notice; null in second call. */
  secondCall: string | null;
  name: string;
  username: string;
  apartments: string[];
  jointId: number;
  token: string;
  /** Personal link. */
  link: string;
  /** Set for users who never signed in with their own password. */
  temporaryPassword: string | null;
  /** Start of every link. */
  publicUrl: string;
}

/** The address of an access link (the specification, section 1), each part percent-encoded. */
export function accessUrl(
  publicUrl: string,
  of: { jointId: number; jointName: string; username: string; token: string; meeting: Invitation['meeting'] },
): string {
  const parts = [String(of.jointId), of.username, of.token, of.jointName];
  // Half of the video meeting's data would be no address. The page asks the server anyway.
  if (of.meeting !== null && of.meeting.zoomPassword !== '') {
    parts.push(of.meeting.zoomId, of.meeting.zoomPassword);
  }
  return `${publicUrl}/Register/${parts.map(encodeURIComponent).join('/')}`;
}

/**
 * Makes a person's link to an assembly, and a temporary password if needed.
 * @returns the invitation, and the access records to store before the sending
 */
export async function makeInvitation(
  of: { person: Invited; place: JointWithRoot; assembly: StoredAssembly; byLaws: ByLaws; publicUrl: string },
  purpose: 'invitation' | 'letter',
  at: Millis,
): Promise<{ invitation: Invitation; made: NewAccess[] }> {
  const { person, place, assembly, byLaws, publicUrl } = of;
  const { userId, username, name, apartments } = person;
  const { jointName, rootId } = place;
  const token = newAccessToken();
  const made: NewAccess[] = [
    {
      hash: token.hash,
      purpose,
      userId,
      assembly: { jointId: rootId, assemblyId: assembly.assemblyId },
      expiresAt: null,
    },
  ];
  const temporary = person.hasSignedIn ? null : await newTemporaryPassword(userId);
  if (temporary !== null) {
    const expiresAt = at + TEMPORARY_MS;
    made.push({ hash: temporary.hash, purpose: 'temporaryPassword', userId, assembly: null, expiresAt });
  }
  const isRemote = assembly.mode !== 'inPerson' && assembly.zoomId !== null && assembly.zoomId !== '';
  const meeting = isRemote
    ? { zoomId: assembly.zoomId ?? '', zoomPassword: assembly.zoomPassword ?? '' }
    : null;
  const link = accessUrl(publicUrl, { jointId: rootId, jointName, username, token: token.text, meeting });
  const invitation: Invitation = {
    jointName,
    assembly: assemblyToApi(assembly),
    sequence: assembly.callSequence,
    meeting,
    secondCall: secondCallNotice(assembly, byLaws),
    name,
    username,
    apartments,
    jointId: rootId,
    token: token.text,
    link,
    temporaryPassword: temporary?.text ?? null,
    publicUrl,
  };
  return { invitation, made };
}

/** True if an assembly can no longer be entered. */
export const isOver = (assembly: Pick<StoredAssembly, 'closedAt' | 'archivedAt'>): boolean =>
  assembly.closedAt !== null || assembly.archivedAt !== null;
