import type { Context } from '../../platform/context.ts';
import type { Sessions } from './sessions.service.ts';

/** What the accounts use: the platform, and the sessions that they open and end. */
export interface AccountsContext extends Context {
  sessions: Sessions;
}
