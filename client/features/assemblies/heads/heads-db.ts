import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { HeadFault, KeptHead, Restored } from '../../../../shared/evidence/follow-head.ts';

/** Something about a joint's heads that a person is told, and when it was noticed (epoch ms). */
export interface HeadFinding {
  /** The same finding is told once, however many tabs come upon it. */
  id: string;
  jointId: number;
  at: number;
  kind: 'fault' | 'restored' | 'newKey';
  fault?: HeadFault;
  restored?: readonly Restored[];
  /** The head that had been kept; null where there was none. */
  former: string | null;
  /** The one that came. */
  note: string;
  isSeen: boolean;
}

/** What this browser has of a joint's heads. */
export interface JointHeads {
  jointId: number;
  kept: KeptHead | null;
  /** Heads that came and were not checked yet, the oldest first. */
  pending: string[];
  /** The newest last. */
  findings: HeadFinding[];
}

interface HeadsSchema extends DBSchema {
  joints: { key: number; value: JointHeads };
}

/** Where the browser refuses a store, or its disk is full: until the page is left. */
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

/** What is kept of every joint. */
export async function readHeads(): Promise<JointHeads[]> {
  const stored = await headsDb()
    .then((db) => db.getAll('joints'))
    .catch(() => []);
  const all = new Map([...stored.map((one) => [one.jointId, one] as const), ...inMemory]);
  return [...all.values()];
}

/** Changes what is kept of a joint, in one transaction that other tabs wait for. @returns what is kept now */
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
