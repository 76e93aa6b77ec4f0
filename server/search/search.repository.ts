import { sql } from 'kysely';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import { type Db, jsonTable } from '../platform/db/engine.ts';
import { sameUnit } from '../platform/db/queries.ts';
import type { Millis } from '../platform/db/tables.ts';

/** Root joint with the state of its audit trail. */
export interface SearchedJoint {
  jointId: number;
  jointName: string;
  /** Number of the last entry; 0 without an entry. */
  lastEntry: number;
}

const idTable = (db: Db, jointIds: readonly number[]) =>
  jsonTable<{ joint_id: number }>(
    db,
    jointIds.map((joint_id) => ({ joint_id })),
    { joint_id: 'integer' },
  );

/**
 * Reads the root joints with the last entry of each audit trail, by name.
 * @param jointIds ids of the joints; null for all
 */
export async function readSearchedJoints(
  db: Db,
  jointIds: readonly number[] | null,
): Promise<SearchedJoint[]> {
  let query = db
    .selectFrom('joint as j')
    .select(['j.joint_id as jointId', 'j.joint_name as jointName'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('audit_entry as e')
            .select('e.seq')
            .where('e.chain', '=', sql<string>`'joint:' || cast(j.joint_id as text)`)
            .orderBy('e.seq', 'desc')
            .limit(1),
          eb.lit(0),
        )
        .as('lastEntry'),
    )
    .where('j.parent_joint_id', 'is', null)
    .orderBy('j.joint_name')
    .orderBy('j.joint_id');
  if (jointIds !== null)
    query = query.where(
      'j.joint_id',
      'in',
      db.selectFrom(idTable(db, jointIds).as('i')).select('i.joint_id'),
    );
  return query.execute();
}

/** Reads the current units of root joints and their sectors with owners and contacts, in the order of the tables. */
export const readUnitFacts = (db: Db, rootIds: readonly number[]) =>
  db
    .selectFrom(idTable(db, rootIds).as('i'))
    .innerJoin('joint as j', (join) =>
      join.on((eb) =>
        eb.or([
          eb('j.joint_id', '=', eb.ref('i.joint_id')),
          eb('j.parent_joint_id', '=', eb.ref('i.joint_id')),
        ]),
      ),
    )
    .innerJoin('apartment as a', 'a.joint_id', 'j.joint_id')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'a')).on('o.until', 'is', null))
    .select(['i.joint_id as rootId', 'a.joint_id as jointId', 'a.apartment_id as apartmentId'])
    .select(['o.owner_name as owner', 'o.owner_document as document'])
    .select(['o.owner_emails as emails', 'o.owner_phones as phones'])
    .where('a.retired_at', 'is', null)
    .orderBy('a.joint_id')
    .orderBy('a.position')
    .execute();

/** Reads the people with a power in force in assemblies of root joints, with the unit of each power. */
export const readPowerFacts = (db: Db, rootIds: readonly number[]) =>
  db
    .selectFrom('power_unit as u')
    .innerJoin('power as p', 'p.power_id', 'u.power_id')
    .innerJoin('assembly as s', 's.assembly_id', 'u.assembly_id')
    .innerJoin(idTable(db, rootIds).as('i'), 'i.joint_id', 's.joint_id')
    .select(['s.joint_id as rootId', 'u.apartment_id as apartmentId'])
    .select(['p.holder_name as name', 'p.holder_document as document'])
    .where('u.standing', '=', 1)
    .orderBy('p.power_id')
    .execute();

/** Reads the texts of the questions of root joints and their sectors, the newest first. */
export const readQuestionFacts = (db: Db, rootIds: readonly number[]) =>
  db
    .selectFrom('concept as c')
    .innerJoin('assembly as s', 's.assembly_id', 'c.assembly_id')
    .innerJoin(idTable(db, rootIds).as('i'), 'i.joint_id', 's.joint_id')
    .select(['s.joint_id as rootId', 'c.description as text'])
    .where('c.concept_id', '>', ATTENDANCE)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.concept_id')
    .execute();

/** Document of billing with a searched number. */
export interface NumberedPaper {
  kind: 'bill' | 'receipt';
  jointId: number;
  jointName: string;
  apartmentId: string;
  owner: string;
}

/**
 * Reads bills or receipts with a number, in the order of the joints.
 * @param jointIds ids of the joints; null for all joints with billing
 * @param most maximum number
 */
export async function readNumberedPapers(
  db: Db,
  kind: NumberedPaper['kind'],
  { jointIds, number, most }: { jointIds: readonly number[] | null; number: number; most: number },
): Promise<NumberedPaper[]> {
  const searched =
    jointIds === null
      ? db
          .selectFrom('joint')
          .select('joint_id')
          .where('uses_billing', '=', 1)
          .where('parent_joint_id', 'is', null)
      : db.selectFrom(idTable(db, jointIds).as('i')).select('i.joint_id');
  // Both tables have the same columns, apart from the number.
  const papers = await db
    .selectFrom(`${kind} as d` as 'bill as d')
    .innerJoin('joint as j', 'j.joint_id', 'd.joint_id')
    .select(['d.joint_id as jointId', 'j.joint_name as jointName'])
    .select(['d.apartment_id as apartmentId', 'd.owner_name as owner'])
    .where('d.joint_id', 'in', searched)
    .where(sql.ref<number>(`d.${kind}`), '=', number)
    .orderBy('j.joint_name')
    .limit(most)
    .execute();
  return papers.map((paper) => ({ kind, ...paper }));
}

/** Reads a unit, also a retired unit, with the services of the joint. Undefined if the joint does not have the unit. */
export const readUnit = (db: Db, jointId: number, apartmentId: string) =>
  db
    .selectFrom('apartment as a')
    .innerJoin('joint as j', 'j.joint_id', 'a.joint_id')
    .leftJoin('joint as r', 'r.joint_id', 'j.parent_joint_id')
    .select([
      'a.kind',
      'a.main_apartment_id as mainApartmentId',
      'a.coefficient',
      'a.retired_at as retiredAt',
    ])
    .select((eb) => [
      eb.fn.coalesce('r.uses_billing', 'j.uses_billing').as('usesBilling'),
      eb.fn.coalesce('r.uses_assemblies', 'j.uses_assemblies').as('usesAssemblies'),
    ])
    .where('a.joint_id', '=', jointId)
    .where('a.apartment_id', '=', apartmentId)
    .executeTakeFirst();

/** Reads the ids of the units with a unit as main unit, in the order of the table. */
export async function readUnitsWithMain(db: Db, jointId: number, apartmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('apartment')
    .select('apartment_id')
    .where('joint_id', '=', jointId)
    .where('main_apartment_id', '=', apartmentId)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.apartment_id);
}

/** Owner of a unit during a time. Contacts are JSON lists; null if unknown. */
export interface OwnerOverTime {
  name: string;
  document: string | null;
  since: Millis;
  until: Millis | null;
  emails: string | null;
  phones: string | null;
}

/** Reads the owners of a unit, the newest first. */
export const readOwners = (
  db: Db,
  jointId: number,
  apartmentId: string,
  most: number,
): Promise<OwnerOverTime[]> =>
  db
    .selectFrom('ownership')
    .select(['owner_name as name', 'owner_document as document', 'since', 'until'])
    .select(['owner_emails as emails', 'owner_phones as phones'])
    .where('joint_id', '=', jointId)
    .where('apartment_id', '=', apartmentId)
    .orderBy('since', 'desc')
    .limit(most)
    .execute();
