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
/** Body limit: 5,000 ids of users and units, formatted in any way. */
const BODY_LIMIT = 1024 * 1024;

/** Owner with a user in the joint, and the state of the invitation to the current assembly. */
export const Invitation = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  apartments: Type.Array(Type.String()),
  /** Last mail to this person for this assembly. Null without a mail. */
  mail: Nullable(
    Type.Object({
      state: MailState,
      attempts: Type.Integer(),
      sentAt: Nullable(Instant),
      /** Time of the next attempt, while waiting. */
      nextAt: Nullable(Instant),
      /** Error of the last attempt, in Spanish. */
      problem: Nullable(Type.String()),
    }),
  ),
  letterPrintedAt: Nullable(Instant),
  /** True if a valid link for this person exists. */
  hasLink: Type.Boolean(),
  lastUsedAt: Nullable(Instant),
  /** Day, hour, place or agenda changed after the last mail, or the letter of a person without mail. */
  isOutdated: Type.Boolean(),
});
export type Invitation = Static<typeof Invitation>;

/** Owner of the roll without a user for the units. The invitation creates the user. */
export const OwnerWithoutUser = Type.Object({
  name: Type.String(),
  /** Address from the table of units or from the user. */
  email: Nullable(Type.String()),
  apartments: Type.Array(Type.String()),
  /** Existing user that receives the units. Null if the user is created. */
  username: Nullable(Type.String()),
  /** Reason for no mail. A letter is possible unless the user is disabled. */
  obstacle: Nullable(Type.Enum(['noEmail', 'disabled'])),
});
export type OwnerWithoutUser = Static<typeof OwnerWithoutUser>;

export const Invitations = Type.Object({
  /** False without a mail server: messages wait in the outbox. */
  mailConfigured: Type.Boolean(),
  invitations: Type.Array(Invitation),
  withoutUser: Type.Array(OwnerWithoutUser),
  /** Units of the roll without a known owner, so without an invitation. */
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
  summary:
    'Queue invitations by e-mail: for all owners with an address and no invitation yet, or for the named owners',
  description:
    'Sent once: skips owners with a queued or sent invitation, unless `again`. Owners without a user get a user in the same act; an existing user gets the units. Applies to all owners with an address, or to the owners of `apartmentIds`. 422 assemblyClosed. A sector answers like the joint.',
  body: Type.Object({
    userIds: Type.Optional(UserIds),
    /** For owners without a user: a unit of each. */
    apartmentIds: Type.Optional(UnitIds),
    again: Type.Optional(Type.Boolean()),
    /** Tells a changed call to people mailed before the change: all or the named ones. */
    changed: Type.Optional(Type.Literal(true)),
  }),
  bodyLimit: BODY_LIMIT,
  status: 201,
  answer: Type.Object({
    queued: Type.Integer(),
    /** Skipped, because invited before. */
    before: Type.Integer(),
    /** User ids without an address: print a letter. */
    withoutEmail: Type.Array(Type.String()),
    /** Number of created users. */
    created: Type.Integer(),
    /** Units in `apartmentIds` with an owner who has a user, or without an owner and address. */
    leftOut: Type.Array(Type.String()),
  }),
});

export const revokeInvitation = endpoint('revokeInvitation', 'DELETE /joints/:jointId/invitations/:userId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "Revoke a person's links to the current assembly and the sessions of the links; 404 without a link",
  params: Type.Object({ jointId: Id, userId: UserNumber }),
});

export const printLetters = endpoint('printLetters', 'POST /joints/:jointId/letters', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Letters with the link of an invitation as a QR, a page each: for the owners without e-mail, or for the named owners',
  description:
    'Owners without a user get a user, as with an invitation. Each print makes new links; earlier links are valid until revoked or until the assembly closes.',
  body: Type.Object({
    userIds: Type.Optional(UserIds),
    apartmentIds: Type.Optional(UnitIds),
    paper: Paper,
  }),
  bodyLimit: BODY_LIMIT,
  answer: FileAnswer,
  file: true,
});
