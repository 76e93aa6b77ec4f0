import Type, { type Static } from 'typebox';
import { endpoint, Id, Instant, Line, Nullable, staff } from '../api.ts';

/**
 * States of a message: waiting (`queued`), being sent by a process (`sending`), accepted by the mail server (`sent`),
 * refused for good or too often (`failed`), withdrawn before sending (`cancelled`).
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
/** Schema of the state of a mail: a value of `mailStates`. */
export const MailState = Type.Enum(mailStates);

/** Mail of the outbox, without the text: the text is made at sending and holds secrets. */
export const MailMessage = Type.Object({
  messageId: Type.Integer(),
  /** Kind of content: invitation to an assembly, bill, link for a new password, and so on. */
  kind: Type.Enum([
    'invitation',
    'summary',
    'results',
    'signedActa',
    'powerCode',
    'powerCopy',
    'powerRevoked',
    'bill',
    'relation',
    'accountChanged',
    'reminder',
    'passwordReset',
    'passwordChanged',
  ]),
  jointId: Nullable(Type.Integer()),
  jointName: Nullable(Type.String()),
  /** Address of the recipient. */
  to: Type.String(),
  /** Name of the recipient. Null if unknown. */
  name: Nullable(Type.String()),
  state: MailState,
  /** Number of attempts to send. */
  attempts: Type.Integer(),
  createdAt: Instant,
  sentAt: Nullable(Instant),
  /** Time of the next attempt. Null unless the message waits. */
  nextAt: Nullable(Instant),
  /** Error of the last attempt, as a Spanish sentence. Null without an error. */
  problem: Nullable(Type.String()),
  /** Reading of the report of an undelivered mail, and the diagnosis of the recipient's server. Null without a bounce. */
  bouncedAt: Nullable(Instant),
  bounce: Nullable(Type.String()),
});
export type MailMessage = Static<typeof MailMessage>;

export const listMail = endpoint('listMail', 'GET /mailbox', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'session' },
  summary: 'The outbox, newest first',
  query: Type.Object({
    state: Type.Optional(MailState),
    /** Part of the recipient's address or name, or of the joint's name. */
    search: Type.Optional(Line(100)),
    /** Id of a message. Returns only older messages, for the next page. */
    before: Type.Optional(Id),
  }),
  answer: Type.Object({ mailConfigured: Type.Boolean(), messages: Type.Array(MailMessage) }),
});

export const retryMail = endpoint('retryMail', 'POST /mailbox/:messageId/retry', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Retry a failed or waiting message now; 404 for a sent message',
});

export const cancelMail = endpoint('cancelMail', 'DELETE /mailbox/:messageId', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Cancel a waiting message; 404 for a sent message',
});
