import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  Distinct,
  endpoint,
  FileAnswer,
  Id,
  Instant,
  Nullable,
  UserNumber,
} from '../api.ts';
import { MailState } from '../mail/mailbox.api.ts';
import { Paper } from './paper.api.ts';

const UserIds = Distinct(UserNumber, { minItems: 1, maxItems: 5000 });
const UnitIds = Distinct(ApartmentId, { minItems: 1, maxItems: 5000 });
/** 5,000 ids of users and of units, whether they are written in one line or one below the other. */
const BODY_LIMIT = 1024 * 1024;

/** An owner with a user in the joint, and how the way into the current assembly reached them. */
export const Invitation = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  apartments: Type.Array(Type.String()),
  /** The last message to this person for this assembly; null where there is none. */
  mail: Nullable(
    Type.Object({
      state: MailState,
      attempts: Type.Integer(),
      sentAt: Nullable(Instant),
      /** When it is tried next, while it waits. */
      nextAt: Nullable(Instant),
      /** Why the last attempt failed, in Spanish. */
      problem: Nullable(Type.String()),
    }),
  ),
  letterPrintedAt: Nullable(Instant),
  /** A link that opens the assembly for this person stands. */
  hasLink: Type.Boolean(),
  lastUsedAt: Nullable(Instant),
  /** Day, hour, place or agenda changed after the last mail, or the letter of a person without mail. */
  isOutdated: Type.Boolean(),
});
export type Invitation = Static<typeof Invitation>;

/** An owner of the roll to whose units no user is linked; one is made with the invitation. */
export const OwnerWithoutUser = Type.Object({
  name: Type.String(),
  /** Where the invitation would go, from the table of units or the user there is. */
  email: Nullable(Type.String()),
  apartments: Type.Array(Type.String()),
  /** The user of theirs that these units are added to; null where one is made. */
  username: Nullable(Type.String()),
  /** Why no mail reaches them; a letter does, unless their user was disabled. */
  obstacle: Nullable(Type.Enum(['noEmail', 'disabled'])),
});
export type OwnerWithoutUser = Static<typeof OwnerWithoutUser>;

export const Invitations = Type.Object({
  /** False where no mail server is configured: messages wait in the outbox. */
  mailConfigured: Type.Boolean(),
  invitations: Type.Array(Invitation),
  withoutUser: Type.Array(OwnerWithoutUser),
  /** Units of the roll whose owner nobody knows: nobody can invite them. */
  ownerless: Type.Array(Type.String()),
});
export type Invitations = Static<typeof Invitations>;

export const listInvitations = endpoint('listInvitations', 'GET /joints/:jointId/invitations', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "The joint's owners, with a user or not yet, and the state of their invitation to the current assembly",
  answer: Invitations,
});

export const sendInvitations = endpoint('sendInvitations', 'POST /joints/:jointId/invitations', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Queue the invitations by e-mail: of all who have an address and none yet, or of those named',
  description:
    'Sent once: who has one queued or sent is left out, unless `again`. Owners without a user get one in the same act, or these units with the user they have: all who have an address, or of those named the owners of `apartmentIds`. 422 assemblyClosed. A sector answers as its joint.',
  body: Type.Object({
    userIds: Type.Optional(UserIds),
    /** Of owners without a user, a unit each. */
    apartmentIds: Type.Optional(UnitIds),
    again: Type.Optional(Type.Boolean()),
    /** Tells a changed call to those who were mailed before the change, of all or of those named. */
    changed: Type.Optional(Type.Literal(true)),
  }),
  bodyLimit: BODY_LIMIT,
  status: 201,
  answer: Type.Object({
    queued: Type.Integer(),
    /** Left out because they were invited before. */
    before: Type.Integer(),
    /** User ids of those who have no address: their way is the printed letter. */
    withoutEmail: Type.Array(Type.String()),
    /** How many users were made. */
    created: Type.Integer(),
    /** Of `apartmentIds`, those whose owner has a user already, or none and no address. */
    leftOut: Type.Array(Type.String()),
  }),
});

export const revokeInvitation = endpoint('revokeInvitation', 'DELETE /joints/:jointId/invitations/:userId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "Revoke a person's links to the current assembly and the sessions opened with them; 404 where there are none",
  params: Type.Object({ jointId: Id, userId: UserNumber }),
});

export const printLetters = endpoint('printLetters', 'POST /joints/:jointId/letters', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Letters with the same link as a QR, a page each: of the owners without e-mail, or of those named',
  description:
    'Owners without a user get one, as with an invitation. Each print makes new links; those printed before stay good until they are revoked or the assembly closes.',
  body: Type.Object({
    userIds: Type.Optional(UserIds),
    apartmentIds: Type.Optional(UnitIds),
    paper: Paper,
  }),
  bodyLimit: BODY_LIMIT,
  answer: FileAnswer,
  file: true,
});
