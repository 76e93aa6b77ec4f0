import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { type NamedPerson, ownerKey } from '../../../../shared/properties/person.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import { groupBy } from '../../../platform/lib/group-by.ts';
import type { AttendanceTable, VoteTable } from '../assembly-tables.ts';
import { readVotes } from '../questions/votes.repository.ts';

interface AssemblyPart {
  assemblyId: number;
  jointId: number;
}

/**
 * End of a vote or registration before the assembly's end: time, act (for example a reset), reason and author.
 * Shown in reports.
 */
export interface Annulled {
  /** Time of the end, epoch ms. */
  at: Millis;
  /** Name of the act that ended the record, as stored. */
  how: string;
  /** Reason typed by the person; null without a reason. */
  reason: string | null;
  /** Actor as written in the audit trail: 'user:12' or 'code:…'. */
  actor: string;
}

/** Registration of a unit in an assembly, from the entry to the departure: current, or ended with time and reason. */
export interface Stay {
  /** Registration as stored. */
  record: AttendanceTable;
  /** End of the registration; null while current. */
  end: Annulled | null;
}

/**
 * Reads annulled votes and ended registrations, of a question or some units, each with time, act and reason of the
 * end, in order of the end. For reports and the history of a unit.
 */
export async function readAnnulled<T>(
  db: Db,
  {
    assemblyId,
    jointId,
    conceptId,
    apartmentIds,
  }: AssemblyPart & { conceptId?: number; apartmentIds?: readonly string[] },
): Promise<{ record: T; end: Annulled }[]> {
  let query = db
    .selectFrom('annulment')
    .select(['annulled_at as at', 'act as how', 'reason', 'annulled_by as actor', 'record'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .orderBy('annulment_id');
  if (conceptId !== undefined) query = query.where('concept_id', '=', conceptId);
  if (apartmentIds !== undefined) query = query.where('apartment_id', 'in', apartmentIds);
  const rows = await query.execute();
  return rows.map(({ record, ...end }) => ({ record: JSON.parse(record), end }));
}

/**
 * Reads the registrations of a joint (co-owned property) in an assembly, of all units or of some: ended registrations
 * in order of their end, then current registrations.
 */
export async function readStays(
  db: Db,
  where: AssemblyPart & { apartmentIds?: readonly string[] },
): Promise<Stay[]> {
  const ended = await readAnnulled<AttendanceTable>(db, { ...where, conceptId: ATTENDANCE });
  let query = db
    .selectFrom('attendance')
    .selectAll()
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', '=', where.jointId);
  if (where.apartmentIds !== undefined) query = query.where('apartment_id', 'in', where.apartmentIds);
  const standing = await query.execute();
  return [...ended, ...standing.map((record) => ({ record, end: null }))];
}

/**
 * Finds the registration of a unit at the time of the unit's vote, to name the attendee. Undefined if no stored
 * registration matches. The vote keeps the code of its time, and a registration may have a new code since.
 * @param theirs registrations of the unit
 */
export function stayOfVote(
  theirs: readonly Stay[] | undefined,
  vote: Pick<VoteTable, 'at' | 'holder'>,
): Stay | undefined {
  const standing = (theirs ?? []).filter(
    ({ record, end }) => record.at <= vote.at && (end === null || vote.at <= end.at),
  );
  // If two registrations share the millisecond: the registration of the vote's holder.
  return standing.find(({ record }) => record.holder === vote.holder) ?? standing.at(-1);
}

/**
 * Groups the registrations of an assembly by unit, to find the attendee behind a vote. Key: id of the unit ('101').
 * Value: registrations of the unit, in the order of the list.
 */
export const staysByUnit = (stays: readonly Stay[]): Map<string, Stay[]> =>
  groupBy(stays, ({ record }) => record.apartment_id);

/** Person with the represented units at the votes of a question. */
export interface RepresentedUnits extends NamedPerson {
  apartmentIds: string[];
}

/** Reads the units voted by proxy in a question, by person, of each person without some of the registrations now. */
export async function readRepresentedBefore(db: Db, where: AssemblyPart): Promise<RepresentedUnits[]> {
  const stays = await readStays(db, where);
  const byProxy = stays.filter(({ record }) => record.by_proxy === 1);
  if (byProxy.every(({ end }) => end === null)) return [];
  const byUnit = staysByUnit(stays);
  const apartmentIds = [...staysByUnit(byProxy).keys()];
  const voted = (await readVotes(db, { ...where, apartmentIds })).flatMap(({ conceptId, ...vote }) => {
    const stay = stayOfVote(byUnit.get(vote.apartmentId), vote);
    if (stay?.record.by_proxy !== 1) return [];
    const { attendee_name, attendee_document: document, apartment_id: apartmentId } = stay.record;
    return [{ conceptId, apartmentId, name: attendee_name ?? '', document, isEnded: stay.end !== null }];
  });
  const groups = groupBy(voted, (one) => `${one.conceptId} ${ownerKey(one.name, one.document, '')}`);
  return [...groups.values()].flatMap((same) => {
    const person = same.find(({ isEnded }) => isEnded);
    return person === undefined
      ? []
      : [{ ...person, apartmentIds: same.map(({ apartmentId }) => apartmentId) }];
  });
}
