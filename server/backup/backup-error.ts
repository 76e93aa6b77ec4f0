import { StoreError } from '../platform/db/store-error.ts';
import { StoreFault } from '../platform/db/store-fault.ts';
import { diskTrouble } from '../platform/lib/disk-trouble.ts';

/** A copy that cannot be made or restored; the message is one Spanish sentence that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * The sentence of an error: our own as it is, another's with what it was about before it. A disk that refuses is told as
 * a disk that refuses, so that no good copy is thrown away for it.
 */
export function backupSentence(error: unknown, about: string): string {
  if (error instanceof BackupError) return error.message;
  const cause = error instanceof StoreFault || error instanceof StoreError ? error.cause : error;
  const trouble = diskTrouble(cause);
  if (trouble === null) return `${about} (${error instanceof Error ? error.message : String(error)}).`;
  const path = cause instanceof Error && 'path' in cause ? ` («${cause.path}»)` : '';
  return `${about}: ${trouble}${path}. Arréglelo y repita.`;
}
