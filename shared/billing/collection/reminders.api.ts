import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountants,
  DayText,
  endpoint,
  Id,
  Instant,
  Line,
  monthKeepers,
  Nullable,
} from '../../api.ts';
import { Pesos } from '../shapes.ts';

/** Channels of a reminder: `mail`, sent by the server; `phone`, a text to share by a messenger. */
export const contactChannels = ['mail', 'phone'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** Channel for reminders of debts, authorised by the person. Days YYYY-MM-DD. */
const Channel = Type.Object({
  channelId: Type.Integer(),
  channel: Type.Enum(contactChannels),
  address: Type.String(),
  authorisedOn: Type.String(),
  proof: Type.String(),
});

/** Refusal of a contact now: sentence with the article, and the next permitted instant; null if no instant helps. */
export const ContactRefusal = Type.Object({ message: Type.String(), next: Nullable(Instant) });
export type ContactRefusal = Static<typeof ContactRefusal>;

/** Person with overdue debts, over all accounts; of a current agreement only the part behind. Amounts in pesos. */
export const Debtor = Type.Object({
  name: Type.String(),
  /** Accounts with overdue debts of the person: ids of the billed units. */
  units: Type.Array(Type.String()),
  overdue: Pesos,
  /** Authorised channels, without revoked channels. */
  channels: Type.Array(Channel),
  /** Null if a contact is permitted now. */
  refusal: Nullable(ContactRefusal),
  lastContact: Nullable(Instant),
});
export type Debtor = Static<typeof Debtor>;

/** Contact with a person about debts, as made. */
export const Reminder = Type.Object({
  reminderId: Type.Integer(),
  at: Instant,
  name: Type.String(),
  units: Type.Array(Type.String()),
  channel: Type.Enum(contactChannels),
  address: Type.String(),
  /** Channel's day of authorisation and proof. */
  authorisedOn: Type.String(),
  proof: Type.String(),
  text: Type.String(),
  /** Result: text handed over to be shared, or state of the mail in the outbox. */
  result: Type.Enum(['shared', 'queued', 'sent', 'failed', 'cancelled'] as const),
});
export type Reminder = Static<typeof Reminder>;

const reminderAccess = { scope: 'paramsJoint', service: 'billing' } as const;

export const listDebtors = endpoint('listDebtors', 'GET /joints/:jointId/reminders/debtors', {
  access: { ...reminderAccess, profiles: accountants },
  summary: 'Persons with overdue debts, with authorised channels and the permission of Ley 2300 de 2023',
  answer: Type.Array(Debtor),
});

export const listReminders = endpoint('listReminders', 'GET /joints/:jointId/reminders', {
  access: { ...reminderAccess, profiles: accountants },
  summary: 'Contacts with persons about debts, newest first, at most 500',
  answer: Type.Array(Reminder),
});

export const addChannel = endpoint('addChannel', 'POST /joints/:jointId/reminders/channels', {
  access: { ...reminderAccess, profiles: monthKeepers },
  summary: 'Note a channel authorised by the owner of a unit for reminders, with the proof',
  description:
    '404 apartmentNotFound. 422 contactNotOwner without an owner. 400 badRequest for a future day.',
  body: Type.Object({
    apartmentId: ApartmentId,
    channel: Type.Enum(contactChannels),
    address: Line(120),
    authorisedOn: DayText,
    proof: Line(200),
  }),
  bodyLimit: 4096,
  status: 201,
  answer: Channel,
});

export const revokeChannel = endpoint(
  'revokeChannel',
  'POST /joints/:jointId/reminders/channels/:channelId/revocation',
  {
    access: { ...reminderAccess, profiles: monthKeepers },
    summary: 'Note the revocation of a channel. 404 channelNotFound',
  },
);

export const makeReminder = endpoint('makeReminder', 'POST /joints/:jointId/reminders', {
  access: { ...reminderAccess, profiles: monthKeepers },
  summary: 'Contact a person about the overdue debts: queue the mail, or return the text to share',
  description:
    'The contact counts for the week, answered or not. 422 contactRefused, details `message` with the article and `next`; nothingOverdue; 404 channelNotFound.',
  body: Type.Object({ channelId: Id }),
  bodyLimit: 4096,
  status: 201,
  answer: Reminder,
});
