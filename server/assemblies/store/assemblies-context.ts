import type { Sessions } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';

/** What the assemblies use: the platform, and the sessions of codes and links, which end with an assembly. */
export interface AssembliesContext extends Context {
  sessions: Sessions;
}
