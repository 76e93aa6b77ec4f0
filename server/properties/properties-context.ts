import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/engine.ts';
import type { AssembliesPort } from './assemblies-port.ts';

/** What properties are handed in by the features that stand on them. */
export interface PropertiesContext extends Context {
  assemblies: AssembliesPort;
  /** Whether a joint has books: a movement, a payment of nobody knows whom, or a sheet that waits. */
  hasBooks: (db: Db, jointId: number) => Promise<boolean>;
}
