import type { Presence } from '../../../../shared/assemblies/presence.api.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { sameIn } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import type { ClosingBase } from '../questions/concepts.repository.ts';

/**
 * Attendance stored at an opening or closing of a question: number of registered units and owners, their
 * coefficient, the total of the roll (10⁻⁹), and the call (1 or 2).
 */
export type RepresentedThen = Pick<ClosingBase, 'apartments' | 'coefficient' | 'owners' | 'total' | 'call'>;

/** Units connected from home at an opening or closing, as in an audit entry: number and ids. */
interface ConnectedFact {
  connected: number;
  connectedUnits: string[];
}

interface Moment {
  assemblyId: number;
  jointId: number;
  conceptId: number;
  moment: Presence['moment'];
  at: Millis;
  represented: RepresentedThen;
  /** True if the assembly has no room now, so units registered in the room also take part from home. */
  isVirtual: boolean;
}

/**
 * Stores the attendance at an opening or closing of a question: the represented units, and the units at home with a
 * live connection (Ley 675, art. 42: continuity of the communication).
 * @param moment question, time, and sums of the represented units
 * @param connected user ids and codes with a live connection
 * @returns the connected units, for the audit entry of the act
 */
export async function keepPresence(
  trx: Db,
  moment: Moment,
  connected: ReadonlySet<string>,
): Promise<ConnectedFact> {
  const atHome = await trx
    .selectFrom('attendance')
    .select(['apartment_id', 'holder'])
    .where('assembly_id', '=', moment.assemblyId)
    .where('joint_id', '=', moment.jointId)
    .$if(!moment.isVirtual, (query) => query.where('remote', '=', 1))
    .orderBy('apartment_id')
    .execute();
  const apartments = atHome.filter((row) => connected.has(row.holder)).map((row) => row.apartment_id);
  await trx
    .insertInto('presence')
    .values({
      assembly_id: moment.assemblyId,
      joint_id: moment.jointId,
      concept_id: moment.conceptId,
      moment: moment.moment,
      at: moment.at,
      apartments: JSON.stringify(apartments),
      represented: JSON.stringify(moment.represented),
    })
    .execute();
  return { connected: apartments.length, connectedUnits: apartments };
}

/** Attendance stored at an opening or closing of a question, as read for reports and the acta. */
export interface KeptPresence extends Presence {
  /** Sums of the represented units at the moment; null in old rows. */
  represented: RepresentedThen | null;
}

/**
 * Reads the stored presences of a joint (co-owned property) in an assembly in order of time, deleted
 * questions included.
 */
export async function readPresence(db: Db, assemblyId: number, jointId: number): Promise<KeptPresence[]> {
  const rows = await db
    .selectFrom('presence as p')
    .innerJoin('concept as c', (join) => join.on(sameIn('c', 'p', ['assembly_id', 'joint_id', 'concept_id'])))
    .select(['p.concept_id as conceptId', 'c.description as conceptDescription'])
    .select(['p.moment', 'p.at', 'p.apartments', 'p.represented'])
    .where('p.assembly_id', '=', assemblyId)
    .where('p.joint_id', '=', jointId)
    .orderBy('p.presence_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    apartments: JSON.parse(row.apartments),
    represented: row.represented === null ? null : JSON.parse(row.represented),
  }));
}
