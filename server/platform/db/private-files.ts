import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the store's SQLite file in the data folder. */
export const SQLITE_FILE = 'scaf.sqlite';
/**
 * Endings added to the name of the SQLite file ('scaf.sqlite') for all files of a store: '' for the main
 * file, and the log files.
 */
export const SQLITE_PARTS = ['', '-wal', '-shm', '-journal'] as const;
/** Names of SCAF's files in the data folder. Other files are left alone. */
const OWN_FILES = ['scaf.sqlite', 'scaf.sqlite-wal', 'scaf.sqlite-shm', 'server.lock'];
const FOLDER = 0o700;
const FILE = 0o600;
/** Mode bit of folders shared by all users, like /tmp. The permissions of a shared folder stay unchanged. */
const STICKY = 0o1000;

/**
 * Makes the data folder and the files inside readable only by the user of the service, because the store
 * has owners, identity documents and codes. Called at each start, also for folders and files made by hand.
 * @returns paths with changed permissions; files of other users are left alone
 */
export function keepPrivate(dataDir: string): string[] {
  const user = process.getuid?.();
  // Windows has no modes.
  if (user === undefined) return [];
  const secrets = join(dataDir, 'secrets');
  const paths = [dataDir, ...OWN_FILES.map((name) => join(dataDir, name)), secrets, ...filesIn(secrets)];
  return paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink() || found.uid !== user) return false;
    if ((found.mode & 0o077) === 0 || (found.mode & STICKY) !== 0) return false;
    chmodSync(path, found.isDirectory() ? FOLDER : FILE);
    return true;
  });
}

/**
 * Makes the SQLite file if missing, readable only by the service's user. SQLite gives its other files the same
 * mode.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE));
}

function filesIn(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
