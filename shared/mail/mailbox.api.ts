import Type, { type Static } from 'typebox';
import { endpoint, Id, Instant, Nullable, staff } from '../api.ts';

/**
 * A message waits (`queued`), is with a process that hands it over (`sending`), was taken by the mail server
 * (`sent`), was refused for good or too often (`failed`), or was called back before it left (`cancelled`).
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'cancelled'] as const;
export const MailState = Type.Enum(mailStates);

/** A message of the outbox. Its text is made when it leaves and holds secrets: it is shown nowhere. */
export const MailMessage = Type.Object({
  messageId: Type.Integer(),
  kind: Type.Enum([
    'invitation',
    'summary',
    'results',
    'signedActa',
    'bill',
    'relation',
    'accountChanged',
    'passwordReset',
    'passwordChanged',
  ]),
  jointId: Nullable(Type.Integer()),
  jointName: Nullable(Type.String()),
  to: Type.String(),
  name: Nullable(Type.String()),
  state: MailState,
  attempts: Type.Integer(),
  createdAt: Instant,
  sentAt: Nullable(Instant),
  nextAt: Nullable(Instant),
  problem: Nullable(Type.String()),
});
export type MailMessage = Static<typeof MailMessage>;

export const listMail = endpoint('listMail', 'GET /mailbox', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'session' },
  summary: 'The outbox, newest first',
  query: Type.Object({
    state: Type.Optional(MailState),
    /** Messages older than this one, for the next page. */
    before: Type.Optional(Id),
  }),
  answer: Type.Object({ mailConfigured: Type.Boolean(), messages: Type.Array(MailMessage) }),
});

export const retryMail = endpoint('retryMail', 'POST /mailbox/:messageId/retry', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Try a failed or waiting message now; 404 for one that has left',
});

export const cancelMail = endpoint('cancelMail', 'DELETE /mailbox/:messageId', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Call back a message that has not left; 404 for one that has',
});
