import { mountAccounts } from './accounts.routes.ts';

/** Users, their sessions and their passwords. */
export const accountsFeature = { mount: mountAccounts };
