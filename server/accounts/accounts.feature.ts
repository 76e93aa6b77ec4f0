import type { MailNeeds } from '../platform/mail/mail-kind.ts';
import { mountAccounts } from './accounts.routes.ts';
import { passwordChangedWriter, passwordResetWriter } from './forgotten/password-mail.ts';

/** Users, their sessions and their passwords. */
export const accountsFeature = {
  mount: mountAccounts,
  mail: ({ store: { db }, publicUrl }: MailNeeds) => ({
    // A month's bills may wait before it.
    passwordReset: { isAwaited: true, writer: () => passwordResetWriter({ db, publicUrl }) },
    passwordChanged: { writer: () => passwordChangedWriter({ db, publicUrl }) },
  }),
};
