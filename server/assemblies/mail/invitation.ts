import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { NewAccess } from '../../accounts/index.ts';
import { newAccessToken, newTemporaryPassword } from '../../accounts/index.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import type { MailFace } from '../../platform/mail/page.ts';
import { assemblyToApi, type StoredAssembly } from '../store/assembly.repository.ts';
import type { Invited } from './invited.repository.ts';
import { secondCallFrom, secondCallNotice } from './second-call.ts';

/** Validity of a temporary password in ms. */
const TEMPORARY_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Content of an invitation, for a letter or a mail. Holds secrets: made when the message is sent, and never stored.
 */
export interface Invitation {
  jointName: string;
  assembly: Assembly;
  /** Number of the calendar entry's version (SEQUENCE of iCalendar). */
  sequence: number;
  /** Access to the video meeting; null for an assembly in person, or before the meeting is set. */
  meeting: { zoomId: string; zoomPassword: string } | null;
  /**
   * Sentence about the second call (a meeting that needs no quorum), required in the notice; null in the second
   * call itself.
   */
  secondCall: string | null;
  /** Earliest time of the second call, epoch ms; null in the second call, and without a date. */
  secondCallAt: Millis | null;
  /** Name of the person. */
  name: string;
  username: string;
  /** Ids of the person's units: '101'. */
  apartments: string[];
  jointId: number;
  /** Secret in the link, and the hash of the secret as stored. */
  token: string;
  tokenHash: string;
  /** Personal web address to enter the assembly. */
  link: string;
  /** Temporary password for a user without a sign-in by a password of the user's own choice; else null. */
  temporaryPassword: string | null;
  /** Names of the documents of the notice. */
  documents: string[];
  /** Sentence with the help for owners; null without help. */
  help: string | null;
  /** Colour and crest of the joint. */
  face: MailFace;
  /** Web address at the start of every link to the server, without a trailing slash. */
  publicUrl: string;
}

/**
 * Returns the address of a person's access link: opens a session for the assembly without a password (the
 * specification, section 1). All parts are percent-encoded.
 */
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
 * Makes the invitation of a person to an assembly: a secret access link and, for a person that never signed in with
 * an own password, a temporary password.
 * @returns the invitation, and the access records to store before the sending
 */
export async function makeInvitation(
  of: {
    person: Invited;
    place: JointWithRoot;
    assembly: StoredAssembly;
    byLaws: ByLaws;
    face: MailFace;
    help: string | null;
    publicUrl: string;
    documents: string[];
  },
  purpose: 'invitation' | 'letter',
  at: Millis,
): Promise<{ invitation: Invitation; made: NewAccess[] }> {
  const { person, place, assembly, byLaws, face, help, publicUrl, documents } = of;
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
    secondCallAt: assembly.call === 2 ? null : secondCallFrom(assembly, byLaws),
    name,
    username,
    apartments,
    jointId: rootId,
    token: token.text,
    tokenHash: token.hash,
    link,
    temporaryPassword: temporary?.text ?? null,
    documents,
    help,
    face,
    publicUrl,
  };
  return { invitation, made };
}

/** True if an assembly has ended (closed or archived), so that invitations are no longer sent. */
export const isOver = (assembly: Pick<StoredAssembly, 'closedAt' | 'archivedAt'>): boolean =>
  assembly.closedAt !== null || assembly.archivedAt !== null;
