import Type, { type Static } from 'typebox';
import { assemblyRunners, DayText, endpoint, Instant, Nullable, reporters } from '../api.ts';
import { MailState } from '../mail/mailbox.api.ts';
import { AssemblyQuery } from './concepts.api.ts';

/** What remains to be done once an assembly has closed, and by when; see docs/after.md. */
export const After = Type.Object({
  assemblyId: Type.Integer(),
  /** The day of the closing. */
  heldOn: DayText,
  /** Somebody took part from home. */
  remote: Type.Boolean(),
  /** Three business days, Colombian holidays counted. */
  summary: Type.Object({
    dueOn: DayText,
    /** When the last recipient's was sent; null while one is missing. */
    sentAt: Nullable(Instant),
    recipients: Type.Array(
      Type.Object({
        name: Type.String(),
        email: Nullable(Type.String()),
        /** Null where none was queued: no address, or an administrator since. */
        state: Nullable(MailState),
        sentAt: Nullable(Instant),
        problem: Nullable(Type.String()),
      }),
    ),
    /** False where no mail server is configured: messages wait in the outbox. */
    mailConfigured: Type.Boolean(),
  }),
  /** Art. 47: 20 business days; where anyone took part remotely 10 days (art. 44). */
  acta: Type.Object({ dueOn: DayText, days: Type.Integer(), business: Type.Boolean() }),
  /** Two months from the act. */
  challenge: Type.Object({ dueOn: DayText }),
});
export type After = Static<typeof After>;

export const getAfter = endpoint('getAfter', 'GET /joints/:jointId/after', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: 'Deadlines of a closed assembly and the state of its summary; 422 assemblyNotClosed before',
  query: AssemblyQuery,
  answer: After,
});

export const sendSummary = endpoint('sendSummary', 'POST /joints/:jointId/summary', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Queue the summary of the closed assembly for the administrators who have none queued or sent; `again`: for all',
  description: 'Closing an assembly does the same by itself. 422 assemblyNotClosed, nobodyToMail.',
  query: AssemblyQuery,
  body: Type.Object({ again: Type.Optional(Type.Boolean()) }),
  status: 201,
  answer: Type.Object({ queued: Type.Integer() }),
});
