import { sql } from 'kysely';
import { documentKeys } from '../../../../shared/properties/documents.ts';
import type { IdentityAnswer } from '../../../../shared/properties/identities.api.ts';
import { ownerNature } from '../../../../shared/properties/owner-nature.ts';
import type { OwnerNature } from '../../../../shared/properties/owner-natures.ts';
import { cellKeys, groupOwners, type PersonAnswer } from '../../../../shared/properties/person.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { finds, sameIn } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/**
 * Returns the identity documents of a unit's owners in the form of the database, '+52111222+79333444+', so that a
 * query can search for '+52111222+'. '' without documents.
 */
export const storedDocuments = (document: string | null): string => {
  const keys = documentKeys(document);
  return keys.length === 0 ? '' : `+${keys.join('+')}+`;
};

/** Reads the answers 'same' and 'different' about owners of a root joint. */
async function readPersonAnswers(db: Db, rootId: number): Promise<PersonAnswer[]> {
  return (await readIdentityAnswers(db, rootId)).flatMap(({ answer, cells }) =>
    answer === 'same' || answer === 'different' ? [{ answer, cells }] : [],
  );
}

/** Stored answer about some owners: same person or not. */
interface StoredAnswer {
  question: string;
  answer: IdentityAnswer;
  /** Keys (`cellKeys`) of the owners that the answer is about. */
  cells: string[];
}

/**
 * Reads the operator's answers about entries of a root joint (same owner or not): the last answer to each question,
 * oldest first.
 */
export async function readIdentityAnswers(db: Db, rootId: number): Promise<StoredAnswer[]> {
  const rows = await db
    .selectFrom('identity_answer')
    .select(['question', 'answer', 'cells'])
    .where('joint_id', '=', rootId)
    .orderBy('at')
    .orderBy('question')
    .execute();
  return rows.map(({ cells, ...row }) => ({ ...row, cells: JSON.parse(cells) }));
}

/**
 * Stores the operator's answer about two entries (same owner or not). Replaces the last answer to the same question.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function storeIdentityAnswer(
  trx: Db,
  rootId: number,
  { cells, ...answer }: StoredAnswer & { at: Millis; actor: string },
): Promise<void> {
  const row = { ...answer, joint_id: rootId, cells: JSON.stringify(cells) };
  await trx
    .insertInto('identity_answer')
    .values(row)
    .onConflict((of) => of.columns(['joint_id', 'question']).doUpdateSet(row))
    .execute();
}

/**
 * Returns a function that tells the nature of an owner from a unit's name and identity document: `person`,
 * `several` (co-owners) or `company`. Stored answers of the operator go before the guess from the name.
 */
export async function readOwnerNatures(
  db: Db,
  rootId: number,
): Promise<(name: string, document: string | null) => OwnerNature> {
  const answers = await readIdentityAnswers(db, rootId);
  const byCell = new Map(
    answers.flatMap(({ answer, cells }) => cells.map((cell) => [`${answer} ${cell}`, true])),
  );
  return (name, document) => {
    const { cell } = cellKeys({ name, document });
    if (byCell.has(`several ${cell}`)) return 'several';
    return byCell.has(`onePerson ${cell}`) ? 'person' : ownerNature(name, document);
  };
}

/**
 * Reads the probable owner of each unit on a joint's roll, to count owners. Key: id of the unit ('101'). Value: key
 * of the person; equal keys mean counted as the same person. `readOwnerKeys` has the certain owners.
 */
export async function readPersonKeys(
  db: Db,
  { assemblyId, jointId }: { assemblyId: number; jointId: number },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('roll_unit')
    .select(['apartment_id as apartmentId', 'person_key as personKey'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .execute();
  return new Map(rows.map(({ apartmentId, personKey }) => [apartmentId, personKey]));
}

/**
 * Reads the owner of each of some units, recognized with certainty. Key: id of the unit ('101'). Value: key of the
 * owner; for a unit of several joints, the key on the first joint's roll.
 */
export async function readOwnerKeys(
  db: Db,
  { assemblyId, jointIds }: { assemblyId: number; jointIds: readonly number[] },
  apartmentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = apartmentIds.map((id) => ({ id }));
  const rows = await db
    .selectFrom('roll_unit')
    .select(['apartment_id as apartmentId', 'owner_key as ownerKey'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', 'in', jointIds)
    .where('apartment_id', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    )
    .orderBy('joint_id', 'desc')
    .execute();
  return new Map(rows.map(({ apartmentId, ownerKey }) => [apartmentId, ownerKey]));
}

/** Selects the units to group by owner again. */
interface Settling {
  assemblyId: number;
  /**
   * Only these units. Default: all units of the assembly. Other units keep the keys, and the selected units take
   * over the keys of the same person.
   */
  only?: { jointId: number; apartmentId?: string };
}

/**
 * Decides for the units on the rolls of a joint (co-owned property) and the sectors if units have the same
 * owner, and stores a key of the owner with each unit. Called before an assembly opens; later only for added
 * or corrected units, so that the owners counted by a closed question never change.
 * @param settling `only`: units to group; default: all units
 */
export async function settlePersons(trx: Db, { assemblyId, only }: Settling): Promise<void> {
  const { rootId } = await trx
    .selectFrom('assembly')
    .select('joint_id as rootId')
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  const units = await trx
    .selectFrom('roll_unit')
    .select(['joint_id as jointId', 'apartment_id as apartmentId', 'owner_name as name'])
    .select(['owner_document as document', 'owner_key as ownerKey', 'person_key as personKey', 'version'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('joint_id')
    .orderBy('position')
    .execute();
  const keys = groupOwners(units, await readPersonAnswers(trx, rootId));
  const isFree = (unit: (typeof units)[number]) =>
    only === undefined ||
    (unit.jointId === only.jointId && unit.apartmentId === (only.apartmentId ?? unit.apartmentId));
  const settledKeys = new Map<string, string>();
  for (const [at, unit] of units.entries()) {
    const { personKey, ownerKey } = keys[at] ?? unit;
    if (isFree(unit)) continue;
    if (!settledKeys.has(personKey)) settledKeys.set(personKey, unit.personKey);
    if (!settledKeys.has(`=${ownerKey}`)) settledKeys.set(`=${ownerKey}`, unit.ownerKey);
  }
  const rows = units.flatMap((unit, at) => {
    const { personKey, ownerKey } = keys[at] ?? unit;
    const now = {
      assembly_id: assemblyId,
      joint_id: unit.jointId,
      apartment_id: unit.apartmentId,
      version: unit.version,
      owner_key: settledKeys.get(`=${ownerKey}`) ?? ownerKey,
      person_key: settledKeys.get(personKey) ?? personKey,
    };
    const isNew = now.owner_key !== unit.ownerKey || now.person_key !== unit.personKey;
    return isFree(unit) && isNew ? [now] : [];
  });
  if (rows.length === 0) return;
  // With the assembly in each row SQLite looks units up by their key instead of comparing each unit with each row.
  const changed = jsonTable<(typeof rows)[number]>(trx, rows, {
    assembly_id: 'integer',
    joint_id: 'integer',
    apartment_id: 'text',
    version: 'integer',
    owner_key: 'text',
    person_key: 'text',
  });
  await sql`update roll_unit set owner_key = r.owner_key, person_key = r.person_key from ${changed} as r
    where roll_unit.assembly_id = r.assembly_id and roll_unit.joint_id = r.joint_id
      and roll_unit.apartment_id = r.apartment_id`.execute(trx);
  await sql`update roll_entry set person_key = r.person_key from ${changed} as r
    where roll_entry.assembly_id = r.assembly_id and roll_entry.joint_id = r.joint_id
      and roll_entry.apartment_id = r.apartment_id and roll_entry.version = r.version`.execute(trx);
}

/**
 * True if units on a joint's roll are counted as of one person without certainty: the operator should confirm or
 * separate the owners.
 */
export const hasUnsurePersons = (db: Db, assemblyId: number, jointId: number): Promise<boolean> =>
  finds(
    db
      .selectFrom('roll_unit')
      .select('person_key')
      .where('assembly_id', '=', assemblyId)
      .where('joint_id', '=', jointId)
      .groupBy('person_key')
      .having((eb) => eb(eb.fn.count('owner_key').distinct(), '>', 1))
      .limit(1),
  );

/**
 * Finds another unit counted as of the same person in the joint, the first in the joint's table of units; null if
 * there is no other unit.
 */
export async function otherUnitOfPerson(
  db: Db,
  assemblyId: number,
  { jointId, apartmentId }: { jointId: number; apartmentId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('roll_unit as u')
    .innerJoin('roll_unit as o', (join) =>
      join
        .on(sameIn('o', 'u', ['assembly_id', 'joint_id', 'person_key']))
        .onRef('o.apartment_id', '<>', 'u.apartment_id'),
    )
    .select('o.apartment_id as apartmentId')
    .where('u.assembly_id', '=', assemblyId)
    .where('u.joint_id', '=', jointId)
    .where('u.apartment_id', '=', apartmentId)
    .orderBy('o.position')
    .executeTakeFirst();
  return row?.apartmentId ?? null;
}

/** Unit of the same person as another unit. */
interface UnitOfPerson {
  apartmentId: string;
  /** True if the owner is the same; false if the owners compare as 'unsure'. */
  isSameOwner: boolean;
}

/**
 * Reads the other units counted as of the same person as a unit, each once, in the order of the joints and their
 * tables of units.
 */
export async function unitsOfPerson(
  db: Db,
  where: { assemblyId: number; jointIds: readonly number[]; apartmentId: string },
): Promise<UnitOfPerson[]> {
  const rows = await db
    .selectFrom('roll_unit as u')
    .innerJoin('roll_unit as o', (join) =>
      join
        .on(sameIn('o', 'u', ['assembly_id', 'person_key']))
        .onRef('o.apartment_id', '<>', 'u.apartment_id'),
    )
    .select(['o.apartment_id', 'o.owner_key', 'u.owner_key as own_key'])
    .where('u.assembly_id', '=', where.assemblyId)
    .where('u.apartment_id', '=', where.apartmentId)
    .where('u.joint_id', 'in', where.jointIds)
    .where('o.joint_id', 'in', where.jointIds)
    .orderBy('o.joint_id')
    .orderBy('o.position')
    .execute();
  const units = new Map<string, boolean>();
  for (const { apartment_id, owner_key, own_key } of rows) {
    units.set(apartment_id, units.get(apartment_id) !== false && owner_key === own_key);
  }
  return [...units].map(([apartmentId, isSameOwner]) => ({ apartmentId, isSameOwner }));
}

/**
 * Decides for the last time before an assembly opens if units of the roll have the same owner.
 * @returns for each person with several units in a joint, the ids of the units in the order of the table of units,
 *   for the audit entry of the opening
 */
export async function settledPersons(
  trx: Db,
  assemblyId: number,
): Promise<{ jointId: number; units: string[] }[]> {
  await settlePersons(trx, { assemblyId });
  const rows = await trx
    .selectFrom('roll_unit')
    .select(['joint_id as jointId', 'apartment_id as apartmentId', 'person_key as personKey'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('joint_id')
    .orderBy('position')
    .execute();
  const persons = new Map<string, { jointId: number; units: string[] }>();
  for (const { jointId, apartmentId, personKey } of rows) {
    const key = `${jointId}/${personKey}`;
    const person = persons.get(key);
    if (person === undefined) persons.set(key, { jointId, units: [apartmentId] });
    else person.units.push(apartmentId);
  }
  return [...persons.values()].filter(({ units }) => units.length > 1);
}
