import type { DBSchema } from 'idb';
import { databaseOf } from '../../../../lib/delivery/open-db.ts';
import type { SessionUser } from '../../../../lib/session.store.ts';
import { isPendingScan, type StoredScan } from './scan.ts';

/** Name of the browser's database (IndexedDB) for registrations. keeping.ts looks for the same name at startup. */
const DATABASE_NAME = 'scaf-door';

/**
 * Sign-in session stored on this device while the operator has unsent registrations, to go on after a restart
 * without network.
 */
export interface KeptSession {
  userId: string;
  /** Session token, sent with each call. */
  token: string;
  user: SessionUser;
  /** Id of the joint at the registration desk, selected again after a restart. Null without a joint. */
  jointId: number | null;
}

/**
 * Record of the tab sending the desk's registrations, so several tabs do not send the same registrations. Only for
 * browsers without the Web Locks API.
 */
export interface SenderLease {
  /** Random id of the tab. */
  tab: string;
  /** End of the permission, epoch ms. Renewed while the tab lives. */
  until: number;
}

interface DoorSchema extends DBSchema {
  scans: { key: string; value: StoredScan; indexes: { user: string } };
  sessions: { key: string; value: KeptSession };
  /** Lists for offline use at the registration desk, stored by user: roll, codes, joints. */
  lists: { key: string; value: { key: string; userId: string; list: unknown } };
  notes: { key: string; value: unknown };
}

/**
 * Opens the desk's database in this browser (IndexedDB), with unsent registrations and lists for work without
 * network. Rejects if the browser refuses.
 */
export const doorDb = databaseOf<DoorSchema>(DATABASE_NAME, (db) => {
  db.createObjectStore('scans', { keyPath: 'id' }).createIndex('user', 'userId');
  db.createObjectStore('sessions', { keyPath: 'userId' });
  db.createObjectStore('lists', { keyPath: 'key' });
  db.createObjectStore('notes');
});

/**
 * Writes registrations of the desk to the browser's database. Resolves once the data are on disk, safe from a power
 * cut.
 */
export async function writeScans(scans: readonly StoredScan[]): Promise<void> {
  if (scans.length === 0) return;
  const db = await doorDb();
  const writing = db.transaction('scans', 'readwrite', { durability: 'strict' });
  await Promise.all([...scans.map((scan) => writing.store.put(scan)), writing.done]);
}

/** Reads the desk's registrations of a user from the browser's database, in the order of arrival. */
export async function readScans(userId: string): Promise<StoredScan[]> {
  const scans = await (await doorDb()).getAllFromIndex('scans', 'user', userId);
  return scans.sort((a, b) => a.order - b.order);
}

/**
 * Deletes registrations of the desk from the browser's database, for example old answered registrations.
 * @param ids ids of the registrations
 */
export async function deleteScans(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleting = (await doorDb()).transaction('scans', 'readwrite');
  await Promise.all([...ids.map((id) => deleting.store.delete(id)), deleting.done]);
}

/**
 * Reads the desk's registrations without a final answer of the server, of all users of this device, for example to
 * warn before an assembly ends.
 */
export async function readAllOpen(): Promise<StoredScan[]> {
  return (await (await doorDb()).getAll('scans')).filter(isPendingScan);
}
