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
/** Body limit in bytes: 5,000 ids of users and units. */
const BODY_LIMIT = 1024 * 1024;

/** Ways of a notice to an owner: mail, printed letter, or a text that the administration shares from a phone. */
export const deliveryChannels = ['mail', 'letter', 'text'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** Registered address of an owner for a notice without a personal link, sent by the administration. */
const AddressByHand = Type.Object({
  owner: Type.String(),
  apartmentId: Type.String(),
  kind: Type.Enum(deliveryChannels),
  value: Type.String(),
});
export type AddressByHand = Static<typeof AddressByHand>;

/** Registered addresses of the owners of a person's units, valid today. */
const registeredAddresses = {
  /** Kind of the address for the personal link. Null for the person's own mail, or a letter. */
  registered: Nullable(Type.Enum(deliveryChannels)),
  /** Addresses that perhaps belong to another person: a personal link would let the other person in. */
  byHand: Type.Array(AddressByHand),
};

/**
 * Owner with a user account in the joint, and the state of the owner's invitation to the current assembly: a row of
 * the operator's list.
 */
export const Invitation = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  ...registeredAddresses,
  /** Ids of the owner's units: '101'. */
  apartments: Type.Array(Type.String()),
  /** Last mail to the owner for this assembly. Null before the first mail. */
  mail: Nullable(
    Type.Object({
      state: MailState,
      /** Number of attempts to send. */
      attempts: Type.Integer(),
      sentAt: Nullable(Instant),
      /** Time of the next attempt to send the mail. Null unless the mail waits. */
      nextAt: Nullable(Instant),
      /** Error of the last attempt, as a Spanish sentence. Null without an error. */
      problem: Nullable(Type.String()),
      /** Report of an undelivered mail, and the diagnosis of the recipient's server. Null without a bounce. */
      bouncedAt: Nullable(Instant),
      bounce: Nullable(Type.String()),
    }),
  ),
  /** Time of the last print of a paper invitation. Null before the first print. */
  letterPrintedAt: Nullable(Instant),
  /** Time of the owner's signature on the last printed letter. Null without a signature. */
  signedAt: Nullable(Instant),
  /** Time of the last text made to share from a phone. Null before the first text. */
  sharedAt: Nullable(Instant),
  /** True if the owner has a valid personal link. */
  hasLink: Type.Boolean(),
  /** Time of the last use of the personal link. Null before the first use. */
  lastUsedAt: Nullable(Instant),
  /**
   * True if day, hour, place or agenda changed after the owner's last mail, or after the letter of an owner without
   * mail.
   */
  isOutdated: Type.Boolean(),
});
export type Invitation = Static<typeof Invitation>;

/**
 * Owner on the roll without a user account for the units: a row of the operator's list. The invitation creates the
 * user.
 */
export const OwnerWithoutUser = Type.Object({
  name: Type.String(),
  /** E-mail address from the table of units or from the user. Null if unknown. */
  email: Nullable(Type.String()),
  ...registeredAddresses,
  /** Ids of the owner's units: '101'. */
  apartments: Type.Array(Type.String()),
  /** Existing user that receives the units with the invitation. Null if the invitation creates a user. */
  username: Nullable(Type.String()),
  /** Obstacle to a mail. Null if a mail is possible. A letter is possible unless the user is disabled. */
  obstacle: Nullable(Type.Enum(['noEmail', 'disabled'])),
});
export type OwnerWithoutUser = Static<typeof OwnerWithoutUser>;

/**
 * State of the invitations to an assembly: owners with a user, owners without, and units without a known
 * owner.
 */
export const Invitations = Type.Object({
  /** False if no mail server is configured: mails wait in the outbox. */
  mailConfigured: Type.Boolean(),
  invitations: Type.Array(Invitation),
  withoutUser: Type.Array(OwnerWithoutUser),
  /** Units of the assembly's roll without a known owner, so without an invitation. */
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
    /** Units of owners without a user, a unit of each owner. */
    apartmentIds: Type.Optional(UnitIds),
    again: Type.Optional(Type.Boolean()),
    /** True to mail a changed call to people mailed before the change: to all, or to the named users and units. */
    changed: Type.Optional(Type.Literal(true)),
  }),
  bodyLimit: BODY_LIMIT,
  status: 201,
  answer: Type.Object({
    queued: Type.Integer(),
    /** Number of owners skipped because of an earlier invitation. */
    before: Type.Integer(),
    /** Ids of users without an e-mail address, to print a letter for. */
    withoutEmail: Type.Array(Type.String()),
    /** Number of users created for invited owners. */
    created: Type.Integer(),
    /**
     * Units in `apartmentIds` without an invitation: the owner has a user already, or the unit has no owner or
     * address.
     */
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

/** Spanish names of the ways of a notice. */
export const channelNames: Record<DeliveryChannel, string> = {
  mail: 'Correo',
  letter: 'Carta',
  text: 'Texto',
};

/** Text with the notice and a personal link of an owner, to share from a phone. */
export const SharedText = Type.Object({ text: Type.String() });
export type SharedText = Static<typeof SharedText>;

export const makeSharedText = endpoint('makeSharedText', 'POST /joints/:jointId/invitations/:userId/text', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Text with the notice and a new personal link of an owner, to share from a phone; kept as a delivery',
  description: 'Earlier links stay valid. 404 ownerNotInvited, 422 assemblyClosed.',
  params: Type.Object({ jointId: Id, userId: UserNumber }),
  status: 201,
  answer: SharedText,
});

export const noteLetterSigned = endpoint(
  'noteLetterSigned',
  'POST /joints/:jointId/invitations/:userId/signature',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: "Note the owner's signature on the last printed letter; a second time changes nothing",
    description: '404 ownerNotInvited; 404 letterNotFound without a printed letter; 422 assemblyClosed.',
    params: Type.Object({ jointId: Id, userId: UserNumber }),
  },
);
