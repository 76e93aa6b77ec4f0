import { StoreError } from '../platform/db/store-error.ts';
import { StoreFault } from '../platform/db/store-fault.ts';
import { diskTrouble } from '../platform/lib/disk-trouble.ts';

/** Failure to make or restore a copy of the database. The message is a Spanish sentence with the remedy. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Returns the Spanish sentence of an error:
 * 1. The message of a `BackupError`.
 * 2. A disk fault (full, failing, no permission) with the path, so that a good copy is not thrown away.
 * 3. The message of a `StoreError`.
 * 4. Else `about` and the error's message.
 */
export function backupSentence(error: unknown, about: string): string {
  if (error instanceof BackupError) return error.message;
  const cause = error instanceof StoreFault || error instanceof StoreError ? error.cause : error;
  const trouble = diskTrouble(cause);
  if (trouble === null && error instanceof StoreError) return error.message;
  if (trouble === null) return `${about} (${error instanceof Error ? error.message : String(error)}).`;
  const path = cause instanceof Error && 'path' in cause ? ` («${cause.path}»)` : '';
  return `${about}: ${trouble}${path}. Arréglelo y repita.`;
}
