import Type, { type Static } from 'typebox';
import { assemblyRunners, DayText, endpoint, Instant, Nullable, reporters } from '../api.ts';
import { MailState } from '../mail/mailbox.api.ts';
import { AssemblyQuery } from './concepts.api.ts';
import { ChallengeDays } from './law/challenge-days.ts';

/**
 * Answer with the legal tasks after the end of an assembly (summary by mail, acta, time to challenge decisions),
 * each with the deadline; see docs/why/after.md.
 */
export const After = Type.Object({
  assemblyId: Type.Integer(),
  /** Day of the opening of the assembly; of the end for an assembly never opened. */
  heldOn: DayText,
  /** True if anyone took part from home. */
  remote: Type.Boolean(),
  /** Summary for the owners, due three business days after the assembly, without Colombian holidays. */
  summary: Type.Object({
    dueOn: DayText,
    /** Time when the last of the mails was first sent. Null while any mail is unsent. */
    sentAt: Nullable(Instant),
    recipients: Type.Array(
      Type.Object({
        /** Name of the owner. */
        name: Type.String(),
        email: Nullable(Type.String()),
        /**
         * State of the recipient's mail. Null if no mail was queued: no address, or an administrator added later.
         */
        state: Nullable(MailState),
        sentAt: Nullable(Instant),
        /** Error of the last attempt to send, as a Spanish sentence. Null without an error. */
        problem: Nullable(Type.String()),
      }),
    ),
    /** False if no mail server is configured: mails wait in the outbox. */
    mailConfigured: Type.Boolean(),
  }),
  /**
   * Deadline of the acta (minutes): 20 business days (Ley 675, art. 47), or 10 calendar days with remote
   * participants (art. 44). `days`: number of days; `business`: true if business days.
   */
  acta: Type.Object({ dueOn: DayText, days: Type.Integer(), business: Type.Boolean() }),
  challenge: ChallengeDays,
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
    'Queue the summary of the closed assembly for the administrators without a queued or sent summary; `again`: for all',
  description: 'Closing an assembly does the same by itself. 422 assemblyNotClosed, nobodyToMail.',
  query: AssemblyQuery,
  body: Type.Object({ again: Type.Optional(Type.Boolean()) }),
  status: 201,
  answer: Type.Object({ queued: Type.Integer() }),
});
