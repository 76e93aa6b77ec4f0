import type { Selectable } from 'kysely';
import type { PowerPersons } from '../../../shared/assemblies/powers/persons.ts';
import type { PowerEnd, PowerOrigin, PowerPage } from '../../../shared/assemblies/powers/powers.api.ts';
import type { UnitInstructions } from '../../../shared/assemblies/powers/split-vote.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import { deviceColumns, mayAnswer, type OwnerDevice } from '../../accounts/index.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import { inSlices, sameRollUnit } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';

/** Unit of a stored power of attorney. A power may cover several units and end for each at another time. */
export interface StoredPowerUnit {
  apartmentId: string;
  /** True while the power is in force for the unit: accepted and not ended. */
  standing: boolean;
  /** End of the power for the unit; null while the power has not ended. */
  end: { at: Millis; by: string; how: PowerEnd; reason: string | null } | null;
}

/**
 * Power of attorney as stored: giver, representative, units, state, and the authors of entry and decision.
 */
export interface StoredPower extends PowerPersons {
  powerId: number;
  /** Giver of the power (owner): name and document. */
  granter: NamedPerson;
  /**
   * Source of the power: typed from paper, imported from a spreadsheet, or noted at the entrance (`door`).
   */
  origin: PowerOrigin;
  /** Instructions of the giver about the votes; null without instructions. */
  instructions: string | null;
  /** Time of the entry, epoch ms. */
  enteredAt: Millis;
  /** Author of the entry as in the audit trail: 'user:12'. */
  enteredBy: string;
  state: 'pending' | 'accepted' | 'rejected' | 'revoked';
  /** Time of the acceptance or rejection, epoch ms; null while pending. */
  decidedAt: Millis | null;
  /** Person who accepted or rejected, as in the audit trail: 'user:12'; null while pending. */
  decidedBy: string | null;
  /** Reason of the rejection; null otherwise. */
  reason: string | null;
  /** Time of the first registration with the power, epoch ms; null if never used. */
  usedAt: Millis | null;
  units: StoredPowerUnit[];
}

/**
 * Reads the powers of attorney of an assembly in the order of entry, in any state. With `powerIds` only the named
 * powers.
 */
export async function readPowers(
  db: Db,
  where: { assemblyId: number; powerIds?: readonly number[] },
): Promise<StoredPower[]> {
  let query = db
    .selectFrom('power')
    .selectAll()
    .where('assembly_id', '=', where.assemblyId)
    .orderBy('power_id');
  if (where.powerIds !== undefined) query = query.where('power_id', 'in', idsTable(db, where.powerIds));
  const rows = await query.execute();
  const units = await db
    .selectFrom('power_unit')
    .select(['power_id', 'apartment_id', 'standing', 'ended_at', 'ended_by', 'ended_how', 'ended_reason'])
    .where('assembly_id', '=', where.assemblyId)
    .orderBy('apartment_id')
    .execute();
  const byPower = new Map<number, StoredPowerUnit[]>();
  for (const unit of units) {
    const {
      power_id,
      apartment_id: apartmentId,
      standing,
      ended_at: at,
      ended_by: by,
      ended_how: how,
    } = unit;
    const end =
      at === null || by === null || how === null ? null : { at, by, how, reason: unit.ended_reason };
    byPower.set(power_id, [...(byPower.get(power_id) ?? []), { apartmentId, standing: standing === 1, end }]);
  }
  return rows.map((row) => ({
    powerId: row.power_id,
    granter: { name: row.granter_name, document: row.granter_document },
    ...personsOf(row),
    origin: row.origin,
    instructions: row.instructions,
    enteredAt: row.entered_at,
    enteredBy: row.entered_by,
    state: row.state,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    reason: row.reason,
    usedAt: row.used_at,
    units: byPower.get(row.power_id) ?? [],
  }));
}

type PersonColumns = 'holder_name' | 'holder_document' | 'substitute_name' | 'substitute_document';
const personsOf = (row: Pick<Selectable<Tables['power']>, PersonColumns>): PowerPersons => ({
  holder: { name: row.holder_name, document: row.holder_document },
  ...(row.substitute_name !== null && {
    substitute: { name: row.substitute_name, document: row.substitute_document },
  }),
});

const idsTable = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom(
      jsonTable<{ id: number }>(
        db,
        ids.map((id) => ({ id })),
        { id: 'integer' },
      ).as('r'),
    )
    .select('r.id');

/** Power of attorney in force for a unit: accepted and not ended. Only the representative may register the unit. */
export interface StandingPower extends PowerPersons {
  powerId: number;
  apartmentId: string;
  /**
   * True if the power was noted only by a registration at the entrance, without a paper entered before: after the
   * registration ends, the next registration ends the power without a question.
   */
  yields: boolean;
}

/**
 * Reads the powers of attorney in force, in the order of their numbers. Key: id of the unit ('101'). Value: power in
 * force for the unit; units without a power are missing.
 * @param apartmentIds only these units; default: all units
 */
export async function standingPowers(
  db: Db,
  assemblyId: number,
  apartmentIds?: readonly string[],
): Promise<Map<string, StandingPower>> {
  let query = db
    .selectFrom('power_unit as u')
    .innerJoin('power as p', 'p.power_id', 'u.power_id')
    .select(['u.power_id', 'u.apartment_id', 'p.holder_name', 'p.holder_document', 'p.origin'])
    .select(['p.substitute_name', 'p.substitute_document', 'p.used_at'])
    .where('u.assembly_id', '=', assemblyId)
    .where('u.standing', '=', 1)
    .orderBy('u.power_id')
    .orderBy('u.apartment_id');
  if (apartmentIds !== undefined) {
    const wanted = apartmentIds.map((id) => ({ id }));
    query = query.where('u.apartment_id', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    );
  }
  return new Map(
    (await query.execute()).map((row) => [
      row.apartment_id,
      {
        powerId: row.power_id,
        apartmentId: row.apartment_id,
        ...personsOf(row),
        yields: row.origin === 'door' && row.used_at !== null,
      },
    ]),
  );
}

/** Power of attorney to store, typed by a person or read from an uploaded sheet. */
export interface EnteredPower
  extends Pick<StoredPower, 'granter' | 'holder' | 'substitute' | 'origin' | 'instructions'> {
  apartmentIds: readonly string[];
}

/**
 * Returns the highest number of pending powers of attorney of any of the named units, to limit the pending powers
 * of a unit.
 */
export async function mostPendingOfUnit(
  db: Db,
  assemblyId: number,
  apartmentIds: readonly string[],
): Promise<number> {
  const units = jsonTable<{ id: string }>(
    db,
    apartmentIds.map((id) => ({ id })),
    { id: 'text' },
  );
  const row = await db
    .selectFrom('power_unit as u')
    .innerJoin('power as p', 'p.power_id', 'u.power_id')
    .innerJoin(units.as('r'), 'r.id', 'u.apartment_id')
    .select((eb) => eb.fn.countAll<number | bigint | string>().as('pending'))
    .where('u.assembly_id', '=', assemblyId)
    .where('p.state', '=', 'pending')
    .groupBy('u.apartment_id')
    .orderBy('pending', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.pending ?? 0);
}

/**
 * Inserts a pending power of attorney with the units. Pending: not yet checked and accepted.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the power's number
 */
export async function insertPower(
  trx: Db,
  assemblyId: number,
  power: EnteredPower,
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { power_id } = await trx
    .insertInto('power')
    .values({
      assembly_id: assemblyId,
      granter_name: power.granter.name,
      granter_document: power.granter.document,
      holder_name: power.holder.name,
      holder_document: power.holder.document,
      substitute_name: power.substitute?.name ?? null,
      substitute_document: power.substitute?.document ?? null,
      origin: power.origin,
      instructions: power.instructions,
      entered_at: at,
      entered_by: actor,
      state: 'pending',
      decided_at: null,
      decided_by: null,
      reason: null,
      used_at: null,
    })
    .returning('power_id')
    .executeTakeFirstOrThrow();
  const open = { ended_at: null, ended_by: null, ended_how: null, ended_reason: null };
  await inSlices(power.apartmentIds, 100, (some) =>
    trx
      .insertInto('power_unit')
      .values(some.map((apartment_id) => ({ power_id, assembly_id: assemblyId, apartment_id, ...open })))
      .execute(),
  );
  return power_id;
}

/**
 * Stores the acceptance of a power of attorney: in force for the units of the power without an end. A unique key of the table
 * refuses a unit with another power in force.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function acceptPower(
  trx: Db,
  powerId: number,
  { at, actor }: { at: Millis; actor: string },
): Promise<void> {
  await trx
    .updateTable('power')
    .set({ state: 'accepted', decided_at: at, decided_by: actor })
    .where('power_id', '=', powerId)
    .execute();
  await trx
    .updateTable('power_unit')
    .set({ standing: 1 })
    .where('power_id', '=', powerId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Marks a pending power of attorney as rejected, with the reason.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function rejectPower(
  trx: Db,
  powerId: number,
  { at, actor, reason }: { at: Millis; actor: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('power')
    .set({ state: 'rejected', decided_at: at, decided_by: actor, reason })
    .where('power_id', '=', powerId)
    .execute();
}

/**
 * Ends a power of attorney for some units; without remaining units the whole power is revoked.
 * @param end `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function endPowerUnits(
  trx: Db,
  powerId: number,
  apartmentIds: readonly string[],
  end: { at: Millis; actor: string; how: PowerEnd; reason: string | null },
): Promise<void> {
  await inSlices(apartmentIds, 100, (some) =>
    trx
      .updateTable('power_unit')
      .set({
        standing: 0,
        ended_at: end.at,
        ended_by: end.actor,
        ended_how: end.how,
        ended_reason: end.reason,
      })
      .where('power_id', '=', powerId)
      .where('apartment_id', 'in', some)
      .where('ended_at', 'is', null)
      .execute(),
  );
  await trx
    .updateTable('power')
    .set({ state: 'revoked', reason: end.reason })
    .where('power_id', '=', powerId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('power_unit as u')
            .select('u.power_id')
            .whereRef('u.power_id', '=', 'power.power_id')
            .where('u.ended_at', 'is', null),
        ),
      ),
    )
    .execute();
}

/**
 * Stores the time (epoch ms) of the first registration with some powers of attorney. The time of earlier use stays.
 */
export async function markUsed(trx: Db, powerIds: readonly number[], at: Millis): Promise<void> {
  if (powerIds.length === 0) return;
  await trx
    .updateTable('power')
    .set({ used_at: at })
    .where('power_id', 'in', idsTable(trx, powerIds))
    .where('used_at', 'is', null)
    .execute();
}

/** Unit on the roll of a joint or sector, with owner and coefficient, to check powers of attorney. */
export interface OwnedUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  /** Equal for units of the same owner. */
  ownerKey: string;
  coefficient: Nano;
}

/**
 * Reads the units on all rolls of an assembly with owner and coefficient, to check powers of attorney, in the order
 * of the joint's table of units.
 */
export function readOwnedUnits(
  db: Db,
  assemblyId: number,
  jointIds: readonly number[],
): Promise<OwnedUnit[]> {
  return db
    .selectFrom('roll_unit')
    .select(['joint_id as jointId', 'apartment_id as apartmentId', 'owner_name as owner'])
    .select(['owner_document as ownerDocument', 'person_key as ownerKey', 'coefficient'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', 'in', [...jointIds])
    .orderBy('joint_id')
    .orderBy('position')
    .execute();
}

/**
 * Reads the units registered now in an assembly, each with the number of the power of attorney used; null if not by
 * proxy.
 */
export async function readRegisteredUnits(
  db: Db,
  assemblyId: number,
): Promise<{ apartmentId: string; powerId: number | null }[]> {
  return db
    .selectFrom('attendance')
    .select(['apartment_id as apartmentId', 'power_id as powerId'])
    .distinct()
    .where('assembly_id', '=', assemblyId)
    .execute();
}

/** Voting instructions of a unit, with the instructions by point of the agenda at the signature on the phone. */
interface StoredInstructions extends Omit<UnitInstructions, 'points'> {
  signed: readonly { number: number; text: string; answer: string }[];
}

/**
 * Reads the voting instructions in the powers of attorney of a joint's units, for the person now answering
 * for the units by power.
 * @param where `answeredBy`: account or code of the person
 */
export async function readInstructions(
  db: Db,
  where: { assemblyId: number; jointId: number; answeredBy: OwnerDevice },
): Promise<StoredInstructions[]> {
  const rows = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('t', 'u')))
    .innerJoin('power as p', 'p.power_id', 't.power_id')
    .leftJoin('power_proof as f', 'f.power_id', 'p.power_id')
    .select(['t.apartment_id as apartmentId', 'p.granter_name as granter', 'f.instructions as signed'])
    .select((eb) => eb.ref('p.instructions').$notNull().as('instructions'))
    .where('t.assembly_id', '=', where.assemblyId)
    .where('t.joint_id', '=', where.jointId)
    .where('p.instructions', 'is not', null)
    .where(mayAnswer(deviceColumns(where.answeredBy), 't', 'u'))
    .orderBy('u.position')
    .execute();
  return rows.map(({ signed, ...row }) => ({ ...row, signed: signed === null ? [] : JSON.parse(signed) }));
}

const pageColumns = ['page_id as pageId', 'media_type as mediaType', 'file_name as fileName'] as const;

/**
 * Lists the scanned pages uploaded for powers of attorney of an assembly, or of a single power, without the bytes
 * of the files.
 */
export async function listPages(
  db: Db,
  where: { assemblyId: number; powerId?: number },
): Promise<(PowerPage & { powerId: number })[]> {
  let query = db
    .selectFrom('power_page as g')
    .innerJoin('power as p', 'p.power_id', 'g.power_id')
    .select([...pageColumns, 'size', 'sha256', 'g.power_id as powerId'])
    .where('p.assembly_id', '=', where.assemblyId)
    .orderBy('page_id');
  if (where.powerId !== undefined) query = query.where('g.power_id', '=', where.powerId);
  return query.execute();
}

/**
 * Finds a scanned page of a power of attorney with the bytes of the file, to show or to pack in an expediente.
 * Searches the assemblies of a root joint. Undefined if not found.
 */
export function findPage(
  db: Db,
  where: { rootId: number; powerId: number; pageId: number },
): Promise<{ mediaType: string; fileName: string; bytes: Uint8Array } | undefined> {
  return db
    .selectFrom('power_page as g')
    .innerJoin('power as p', 'p.power_id', 'g.power_id')
    .innerJoin('assembly as a', 'a.assembly_id', 'p.assembly_id')
    .select(['g.media_type as mediaType', 'g.file_name as fileName', 'g.bytes'])
    .where('a.joint_id', '=', where.rootId)
    .where('g.power_id', '=', where.powerId)
    .where('g.page_id', '=', where.pageId)
    .executeTakeFirst();
}

/**
 * Stores a scanned page (PDF or picture) uploaded for a power of attorney.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns the page's number
 */
export async function insertPage(
  trx: Db,
  powerId: number,
  page: Omit<PowerPage, 'pageId'> & { bytes: Uint8Array },
  { at, actor }: { at: Millis; actor: string },
): Promise<number> {
  const { page_id } = await trx
    .insertInto('power_page')
    .values({
      power_id: powerId,
      media_type: page.mediaType,
      file_name: page.fileName,
      size: page.size,
      sha256: page.sha256,
      bytes: page.bytes,
      entered_at: at,
      entered_by: actor,
    })
    .returning('page_id')
    .executeTakeFirstOrThrow();
  return page_id;
}
