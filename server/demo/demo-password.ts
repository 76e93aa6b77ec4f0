import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Small letters and digits that nobody takes for others, read aloud or off a screen. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Fifteen of 31 letters: more than 70 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 5;

const fileIn = (dataDir: string): string => join(dataDir, 'secrets', 'demo-password');

/** A new password, such as `k7wxe-9pmqa-3rthc`. */
export function makePassword(): string {
  const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Keeps a made password for the starts to come, readable by the server's user alone. Where the folder cannot be
 * written to (a read-only container with PostgreSQL) only this start can print it, which is no reason to fail.
 */
export function keepPassword(dataDir: string, password: string): void {
  const file = fileIn(dataDir);
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    // Written whole under another name first: a start in between reads the old file or the new one.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${password}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // Said above.
  }
}

/** The kept password; null where none was kept or it cannot be read. */
export function keptPassword(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
