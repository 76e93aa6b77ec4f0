import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The store's file in the data folder. */
export const SQLITE_FILE = 'scaf.sqlite';
/** What may stand beside an SQLite file and belongs to it. */
export const SQLITE_PARTS = ['', '-wal', '-shm', '-journal'] as const;
/** What SCAF keeps in its data folder; nothing else that may lie there is touched. */
const OWN = ['scaf.sqlite', 'scaf.sqlite-wal', 'scaf.sqlite-shm', 'server.lock'];
const FOLDER = 0o700;
const FILE = 0o600;
/** Of a folder for everybody, such as /tmp: its mode is not ours to change. */
const STICKY = 0o1000;

/**
 * Takes owners, documents and codes away from whoever else uses the machine: the data folder and what SCAF keeps in
 * it are for the service's own user, also where a person made the folder, or an earlier version the files.
 * @returns the paths whose mode was another; those of other users are left alone
 */
export function keepPrivate(dataDir: string): string[] {
  const user = process.getuid?.();
  // Windows has no modes.
  if (user === undefined) return [];
  const secrets = join(dataDir, 'secrets');
  const paths = [dataDir, ...OWN.map((name) => join(dataDir, name)), secrets, ...filesIn(secrets)];
  return paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink() || found.uid !== user) return false;
    if ((found.mode & 0o077) === 0 || (found.mode & STICKY) !== 0) return false;
    chmodSync(path, found.isDirectory() ? FOLDER : FILE);
    return true;
  });
}

/** Makes the file where it is missing. SQLite gives those that it keeps beside it the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE));
}

function filesIn(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
