import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SessionUser } from '../../../../lib/session.store.ts';
import { isPendingScan, type StoredScan } from './scan.ts';

/** The name is looked for at the start of the application (`kept-session-hint.ts`). */
const NAME = 'scaf-door';

/** A session that is kept while something of its user is pending. */
export interface KeptSession {
  userId: string;
  token: string;
  user: SessionUser;
  /** The joint of the door, to open it again. */
  jointId: number | null;
}

/** A tab's turn to send, where the browser has no locks: kept up while it lives. */
export interface Turn {
  tab: string;
  until: number;
}

interface DoorSchema extends DBSchema {
  scans: { key: string; value: StoredScan; indexes: { user: string } };
  sessions: { key: string; value: KeptSession };
  /** Lists that the page needs without network, by user: roll, codes, joints. */
  lists: { key: string; value: { key: string; userId: string; list: unknown } };
  notes: { key: string; value: unknown };
}

export type DoorDb = IDBPDatabase<DoorSchema>;

let opening: Promise<DoorDb> | null = null;

/** The store of the door in this browser. Rejects where the browser refuses one. */
export function doorDb(): Promise<DoorDb> {
  opening ??= openDB<DoorSchema>(NAME, 1, {
    upgrade: (db) => {
      db.createObjectStore('scans', { keyPath: 'id' }).createIndex('user', 'userId');
      db.createObjectStore('sessions', { keyPath: 'userId' });
      db.createObjectStore('lists', { keyPath: 'key' });
      db.createObjectStore('notes');
    },
    // A tab of a later version wants to change the store: this one steps aside, and opens it anew when needed.
    blocking: (_now, _wanted, event) => {
      (event.target as IDBDatabase | null)?.close();
      opening = null;
    },
    terminated: () => {
      opening = null;
    },
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** Writes scans so that a power cut does not lose them: the promise resolves when they are on the disk. */
export async function writeScans(scans: readonly StoredScan[]): Promise<void> {
  if (scans.length === 0) return;
  const db = await doorDb();
  const writing = db.transaction('scans', 'readwrite', { durability: 'strict' });
  await Promise.all([...scans.map((scan) => writing.store.put(scan)), writing.done]);
}

export async function readScans(userId: string): Promise<StoredScan[]> {
  const scans = await (await doorDb()).getAllFromIndex('scans', 'user', userId);
  return scans.sort((a, b) => a.order - b.order);
}

export async function deleteScans(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleting = (await doorDb()).transaction('scans', 'readwrite');
  await Promise.all([...ids.map((id) => deleting.store.delete(id)), deleting.done]);
}

/** Everybody's that the server has not had its last word on. */
export async function readAllOpen(): Promise<StoredScan[]> {
  return (await (await doorDb()).getAll('scans')).filter(isPendingScan);
}
