import { readEntriesAfter } from '../../../platform/audit/heads.repository.ts';
import type { StoredEntry } from '../../../platform/audit/trail.repository.ts';
import type { Db } from '../../../platform/db/engine.ts';

/**
 * Ranges of audit entries about other assemblies, hidden in an expediente (evidence file of an assembly). A
 * range `[first, last, assemblyId]` covers the entries with numbers from `first` to `last`. An audit entry
 * lists the ranges, so no act of the own assembly can be hidden.
 */
export type OtherActs = [first: number, last: number, assemblyId: number][];

/**
 * Reads the number of the assembly from the facts of an audit entry; undefined if the entry is about no assembly
 * (for example a change of the joint).
 * @param data facts of the entry, as JSON text
 */
export const assemblyOf = (data: string): unknown => Reflect.get(Object(JSON.parse(data)), 'assemblyId');

/**
 * Returns the ranges (`OtherActs`) of the audit entries about other assemblies. Entries next to each other and
 * about the same assembly become a single range.
 * @param before ranges of earlier entries, to be extended
 */
export function otherActs(
  entries: readonly Pick<StoredEntry, 'seq' | 'data'>[],
  assemblyId: number,
  before: OtherActs = [],
): OtherActs {
  const runs: OtherActs = before.map((run) => [...run]);
  for (const { seq, data } of entries) {
    const of = assemblyOf(data);
    if (typeof of !== 'number' || of === assemblyId) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === seq - 1 && last[2] === of) last[1] = seq;
    else runs.push([seq, seq, of]);
  }
  return runs;
}

/** Acts with an audit entry that lists the hidden ranges. */
const BINDING = ['papersMade', 'signedActaPublished'];

/**
 * Reads the ranges (`OtherActs`) of the entries about other assemblies in an audit chain up to now. Starts
 * from the ranges in the last entry about the assembly's documents.
 * @param chain name of the chain: 'joint:3'
 * @param assemblyId the own assembly: its entries are in no range
 */
export async function readOtherActs(trx: Db, chain: string, assemblyId: number): Promise<OtherActs> {
  const bound = await trx
    .selectFrom('audit_entry')
    .select(['seq', 'data'])
    .where('chain', '=', chain)
    .where('act', 'in', BINDING)
    .orderBy('seq')
    .execute();
  const last = bound
    .map(({ seq, data }): { seq: number; assemblyId: number; others?: OtherActs } => ({
      ...JSON.parse(data),
      seq,
    }))
    .findLast((one) => one.assemblyId === assemblyId && one.others !== undefined);
  return otherActs(await readEntriesAfter(trx, chain, last?.seq ?? 0), assemblyId, last?.others);
}
