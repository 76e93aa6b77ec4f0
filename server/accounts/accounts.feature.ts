import type { MailNeeds } from '../platform/mail/kind.ts';
import { mountAccounts } from './accounts.routes.ts';
import { passwordChangedWriter, passwordResetWriter } from './forgotten/password-mail.ts';

/** Feature of user accounts: users, sessions and passwords. */
export const accountsFeature = {
  mount: mountAccounts,
  mail: ({ store: { db }, publicUrl }: MailNeeds) => ({
    // Sent before queued bills.
    passwordReset: { isAwaited: true, writer: () => passwordResetWriter({ db, publicUrl }) },
    passwordChanged: { writer: () => passwordChangedWriter({ db, publicUrl }) },
  }),
};
