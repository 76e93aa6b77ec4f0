import type { DBSchema } from 'idb';
import type { HeadFault, KeptHead, Restored } from '../../../../shared/evidence/follow-head.ts';
import { databaseOf } from '../../../lib/delivery/open-db.ts';

/**
 * Warning for the user after a check of a joint's signed heads in this browser: the audit trail was changed, the
 * database was restored, or another key signs.
 */
export interface HeadFinding {
  /** Unique key of the finding: several browser tabs with the same finding store a single copy. */
  id: string;
  jointId: number;
  /** Time of the check, epoch ms. */
  at: number;
  /** Mismatch, restore of a backup copy, or new signing key. */
  kind: 'fault' | 'restored' | 'newKey';
  /** Kind of mismatch. Absent for other findings. */
  fault?: HeadFault;
  /** Restores of backup copies. Absent for other findings. */
  restored?: readonly Restored[];
  /** Log head stored in this browser before the finding, as text. Null if the browser had no stored head. */
  former: string | null;
  /** Received log head that caused the finding, as text. */
  note: string;
  /** True after the user has read the finding. */
  isSeen: boolean;
}

/**
 * Signed heads of a joint's audit trail as stored in this browser: the last verified head, heads waiting for
 * verification, and findings.
 */
export interface JointHeads {
  jointId: number;
  /** Last verified head. Null before the first. */
  kept: KeptHead | null;
  /** Received log heads not verified yet, oldest first. Text form of a signed head. */
  pending: string[];
  /** Findings of earlier checks, newest last. */
  findings: HeadFinding[];
}

interface HeadsSchema extends DBSchema {
  joints: { key: number; value: JointHeads };
}

/** Audit log heads by joint, if the browser has no database or the disk is full. Lost when the page closes. */
const inMemory = new Map<number, JointHeads>();

const headsDb = databaseOf<HeadsSchema>('scaf-heads', (db) => {
  db.createObjectStore('joints', { keyPath: 'jointId' });
});

const noHeads = (jointId: number): JointHeads => ({ jointId, kept: null, pending: [], findings: [] });

/** Reads the stored heads (signed states of the audit logs) and findings of all joints from this browser. */
export async function readHeads(): Promise<JointHeads[]> {
  const stored = await headsDb()
    .then((db) => db.getAll('joints'))
    .catch(() => []);
  const all = new Map([...stored.map((one) => [one.jointId, one] as const), ...inMemory]);
  return [...all.values()];
}

/**
 * Changes the stored signed heads of a joint in the browser's database. Other tabs cannot change the record at the
 * same time.
 * @param change gives the new record from the present record
 * @returns the record after the change
 */
export async function changeHeads(
  jointId: number,
  change: (now: JointHeads) => JointHeads,
): Promise<JointHeads> {
  let changed = inMemory.get(jointId) ?? noHeads(jointId);
  try {
    const trx = (await headsDb()).transaction('joints', 'readwrite');
    changed = change(inMemory.get(jointId) ?? (await trx.store.get(jointId)) ?? noHeads(jointId));
    await trx.store.put(changed);
    await trx.done;
    inMemory.delete(jointId);
  } catch {
    changed = change(inMemory.get(jointId) ?? noHeads(jointId));
    inMemory.set(jointId, changed);
  }
  return changed;
}
