/** What a disk refuses, by the codes of the system and of SQLite, in Spanish. */
const WORDS: readonly (readonly [start: string, words: string])[] = [
  ['ENOSPC', 'el disco está lleno'],
  ['EDQUOT', 'el disco está lleno'],
  ['SQLITE_FULL', 'el disco está lleno'],
  // PostgreSQL's server, and its tools through their words.
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

/** The code of an error of the system, of SQLite or of PostgreSQL; empty where there is no code. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the operating system refused, whatever was read or written. */
export const isSystemError = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(codeOf(error));

/** Says in Spanish why a disk did not give or take what it should; null for an error of anything else. */
export function diskTrouble(error: unknown): string | null {
  const code = codeOf(error);
  const words = WORDS.find(([start]) => code.startsWith(start))?.[1];
  if (words !== undefined) return words;
  return error instanceof Error && FULL_POSTGRES.test(error.message)
    ? 'el disco del servidor de PostgreSQL está lleno'
    : null;
}
