import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { NewAccess } from '../../accounts/index.ts';
import { newAccessToken, newTemporaryPassword } from '../../accounts/index.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { JointPlace } from '../../platform/http/joint-places.ts';
import { assemblyToApi, type StoredAssembly } from '../store/assembly.repository.ts';
import type { Invited } from './invited.repository.ts';
import { secondCallNotice } from './second-call.ts';

/** How long who never signed in may do it with what was sent. */
const TEMPORARY_MS = 30 * 24 * 60 * 60 * 1000;

/** What an invitation says, on paper or in a mail. Holds secrets: it is made when it leaves and kept nowhere. */
export interface Invitation {
  jointName: string;
  assembly: Assembly;
  /** SEQUENCE of the calendar entry. */
  sequence: number;
  /** Null where the assembly is in person, or its meeting is not set yet. */
  meeting: { zoomId: string; zoomPassword: string } | null;
  /** Meeting without quorum, as the notice must tell it; null in second call. */
  secondCall: string | null;
  name: string;
  username: string;
  apartments: string[];
  jointId: number;
  token: string;
  /** The personal link. */
  link: string;
  /** Of somebody who never signed in with a password of their own. */
  temporaryPassword: string | null;
  /** What links begin with. */
  publicUrl: string;
}

/** The address of an access link (the specification, section 1), each part percent-encoded. */
export function accessUrl(
  publicUrl: string,
  of: { jointId: number; jointName: string; username: string; token: string; meeting: Invitation['meeting'] },
): string {
  const parts = [String(of.jointId), of.username, of.token, of.jointName];
  // Half a meeting would be no address: the page asks the server for it anyway.
  if (of.meeting !== null && of.meeting.zoomPassword !== '') {
    parts.push(of.meeting.zoomId, of.meeting.zoomPassword);
  }
  return `${publicUrl}/Register/${parts.map(encodeURIComponent).join('/')}`;
}

/**
 * Makes a person's link to an assembly, and a temporary password where they need one.
 * @returns the invitation, and what is to be stored of its secrets before it leaves.
 */
export async function makeInvitation(
  of: { person: Invited; place: JointPlace; assembly: StoredAssembly; byLaws: ByLaws; publicUrl: string },
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

/** Whether an assembly can still be entered. */
export const isOver = (assembly: Pick<StoredAssembly, 'closedAt' | 'archivedAt'>): boolean =>
  assembly.closedAt !== null || assembly.archivedAt !== null;
