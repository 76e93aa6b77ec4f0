/** A copy that cannot be made or restored; the message is one Spanish sentence that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The sentence of whatever went wrong: ours as it is, another's with what it was about before it. */
export function backupSentence(error: unknown, about: string): string {
  if (error instanceof BackupError) return error.message;
  return `${about} (${error instanceof Error ? error.message : String(error)}).`;
}
