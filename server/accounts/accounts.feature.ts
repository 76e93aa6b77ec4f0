import type { MailNeeds } from '../platform/mail/kind.ts';
import { mountAccounts } from './accounts.routes.ts';
import { passwordChangedWriter, passwordResetWriter } from './forgotten/password-mail.ts';

/**
 * Parts of the accounts feature (users, sessions, passwords) for the start of the server: endpoints, and
 * mails about passwords.
 */
export const accountsFeature = {
  mount: mountAccounts,
  mail: ({ store: { db }, publicUrl }: MailNeeds) => ({
    // Sent before queued bills.
    passwordReset: { isAwaited: true, writer: () => passwordResetWriter({ db, publicUrl }) },
    passwordChanged: { writer: () => passwordChangedWriter({ db, publicUrl }) },
  }),
};
