/** Spanish descriptions of disk errors, by the beginning of the error code of the system or of SQLite. */
const TROUBLE_WORDS: readonly (readonly [start: string, words: string])[] = [
  ['ENOSPC', 'el disco está lleno'],
  ['EDQUOT', 'el disco está lleno'],
  ['SQLITE_FULL', 'el disco está lleno'],
  // PostgreSQL's server, and the tools by their messages.
  ['53100', 'el disco del servidor de PostgreSQL está lleno'],
  ['EIO', 'el disco falla'],
  ['SQLITE_IOERR', 'el disco falla'],
  ['EACCES', 'no hay permiso de lectura o escritura'],
  ['EPERM', 'no hay permiso de lectura o escritura'],
  ['EROFS', 'es de solo lectura'],
  ['SQLITE_READONLY', 'es de solo lectura'],
  ['ENOTDIR', 'parte de la ruta no es una carpeta'],
  ['EEXIST', 'no es una carpeta'],
  ['ENOENT', 'no existe'],
];

const FULL_POSTGRES = /No space left on device|could not extend file/i;

/** Returns the code of an error of the system, SQLite or PostgreSQL; an empty text without a code. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** True for an error of the operating system (ENOENT, ENOSPC …), by the form of the code. */
export const isSystemError = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(codeOf(error));

/**
 * Returns a Spanish sentence about an error of the disk (full, read-only …) for the operator; null for
 * other errors.
 */
export function diskTrouble(error: unknown): string | null {
  const code = codeOf(error);
  const words = TROUBLE_WORDS.find(([start]) => code.startsWith(start))?.[1];
  if (words !== undefined) return words;
  return error instanceof Error && FULL_POSTGRES.test(error.message)
    ? 'el disco del servidor de PostgreSQL está lleno'
    : null;
}
