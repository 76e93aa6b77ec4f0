import type { Context } from '../context.ts';
import type { Mount } from '../http/mount.ts';

/** Every call of billing: each folder mounts its own. */
export function mountBilling(_mount: Mount, _context: Context): void {}
