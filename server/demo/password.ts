import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Characters of a created password: lower-case letters and digits without lookalikes, for reading aloud or from a
 * screen.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Number of groups in a password: fifteen characters from an alphabet of 31, more than 70 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 5;

const fileIn = (dataDir: string): string => join(dataDir, 'secrets', 'demo-password');

/** Creates a password, for example `k7wxe-9pmqa-3rthc`. */
export function makePassword(): string {
  const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Stores a created password for later starts, readable only by the server's user. In a read-only folder (a
 * container with PostgreSQL) no file is stored, and only the current start can print the password; no error.
 */
export function keepPassword(dataDir: string, password: string): void {
  const file = fileIn(dataDir);
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    // Written under another name and renamed: a concurrent start reads the old or the new file.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${password}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // A read-only folder is no error.
  }
}

/** Reads the password stored by an earlier start. Null if missing or unreadable. */
export function keptPassword(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
