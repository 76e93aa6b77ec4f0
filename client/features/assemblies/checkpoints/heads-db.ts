import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { HeadFault, KeptHead, Restored } from '../../../../shared/evidence/follow-head.ts';

/** Finding about the heads of a joint for the user to read. `at`: detection in epoch ms. */
export interface HeadFinding {
  /** Unique key: several tabs with the same finding store a single copy. */
  id: string;
  jointId: number;
  at: number;
  kind: 'fault' | 'restored' | 'newKey';
  fault?: HeadFault;
  restored?: readonly Restored[];
  /** Stored head before the finding. Null without a stored head. */
  former: string | null;
  /** Head that arrived. */
  note: string;
  isSeen: boolean;
}

/** Heads of a joint in this browser. */
export interface JointHeads {
  jointId: number;
  kept: KeptHead | null;
  /** Arrived heads before the check, oldest first. */
  pending: string[];
  /** Newest last. */
  findings: HeadFinding[];
}

interface HeadsSchema extends DBSchema {
  joints: { key: number; value: JointHeads };
}

/** Fallback until the page closes, if the browser has no store or the disk is full. */
const inMemory = new Map<number, JointHeads>();
let opening: Promise<IDBPDatabase<HeadsSchema>> | null = null;

function headsDb(): Promise<IDBPDatabase<HeadsSchema>> {
  opening ??= openDB<HeadsSchema>('scaf-heads', 1, {
    upgrade: (db) => {
      db.createObjectStore('joints', { keyPath: 'jointId' });
    },
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

const nothing = (jointId: number): JointHeads => ({ jointId, kept: null, pending: [], findings: [] });

/** Returns the heads of every joint. */
export async function readHeads(): Promise<JointHeads[]> {
  const stored = await headsDb()
    .then((db) => db.getAll('joints'))
    .catch(() => []);
  const all = new Map([...stored.map((one) => [one.jointId, one] as const), ...inMemory]);
  return [...all.values()];
}

/** Changes the stored heads of a joint in a transaction, exclusive over tabs. @returns the stored heads afterwards */
export async function changeHeads(
  jointId: number,
  change: (now: JointHeads) => JointHeads,
): Promise<JointHeads> {
  let changed = inMemory.get(jointId) ?? nothing(jointId);
  try {
    const trx = (await headsDb()).transaction('joints', 'readwrite');
    changed = change(inMemory.get(jointId) ?? (await trx.store.get(jointId)) ?? nothing(jointId));
    await trx.store.put(changed);
    await trx.done;
    inMemory.delete(jointId);
  } catch {
    changed = change(inMemory.get(jointId) ?? nothing(jointId));
    inMemory.set(jointId, changed);
  }
  return changed;
}
