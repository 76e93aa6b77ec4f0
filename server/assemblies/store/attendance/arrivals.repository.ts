import { sql } from 'kysely';
import type { LiveJoining } from '../../../../shared/assemblies/live.ts';
import { isByOwner } from '../../../accounts/index.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { instantOf, sameRollUnit, updates } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/** Announcement of a unit and a document by a phone at the door, waiting for the desk's decision. */
export interface Arrival {
  arrivalId: string;
  /** Name of the unit as typed on the phone: 'apto 101'. */
  typedUnit: string;
  /** Identity document as typed on the phone. */
  document: string;
  /** Id of the unit on the assembly's roll that matches the typed unit; null if the roll has no match. */
  apartmentId: string | null;
  /** Number shown on the phone and at the desk, to match both. */
  number: number;
  at: Millis;
}

/** Text of a unit in a form to compare: ignores case, spaces, hyphens and dots. */
const looseUnit = (typed: string): string => typed.toUpperCase().replace(/[ .-]/g, '');

/**
 * Finds the unit on the roll meant by a text typed on a phone ('t1 101' for 'T1-101'): the exact id, else equal
 * without case, spaces, hyphens and dots. Also returns the texts with the owners' documents. Undefined without a
 * match, or with several matches.
 */
export async function findMeantUnit(
  db: Db,
  assemblyId: number,
  typed: string,
): Promise<{ apartmentId: string; documents: string[] } | undefined> {
  const rows = await db
    .selectFrom('roll_unit')
    .select(['apartment_id', 'owner_document'])
    .where('assembly_id', '=', assemblyId)
    .where((eb) =>
      eb('apartment_id', '=', typed).or(
        sql`upper(replace(replace(replace(apartment_id, ' ', ''), '-', ''), '.', ''))`,
        '=',
        looseUnit(typed),
      ),
    )
    .execute();
  const exact = rows.filter((row) => row.apartment_id === typed);
  const meant = exact.length > 0 ? exact : rows;
  const [first] = meant;
  if (first === undefined || meant.some((row) => row.apartment_id !== first.apartment_id)) return undefined;
  return { apartmentId: first.apartment_id, documents: meant.flatMap((row) => row.owner_document ?? []) };
}

/** Finds the current assembly by the join code in the QR on the wall; undefined without a match. */
export function findByJoinCode(
  db: Db,
  joinCode: string,
): Promise<{ assemblyId: number; rootId: number } | undefined> {
  return db
    .selectFrom('assembly')
    .select(['assembly_id as assemblyId', 'joint_id as rootId'])
    .where('join_code', '=', joinCode)
    .executeTakeFirst();
}

/**
 * Returns the stored announcement of a phone with the state (waiting, confirmed …); undefined if unknown.
 * @param ticketHash hash of the phone's secret ticket
 */
export function findByTicket(db: Db, ticketHash: string) {
  return db
    .selectFrom('arrival')
    .select(['arrival_id as arrivalId', 'assembly_id as assemblyId', 'state', 'code', 'at'])
    .select(['typed_unit as typedUnit', 'document'])
    .select((eb) => eb('is_doubted', '=', 1).as('isDoubted'))
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst();
}

const columns = ['arrival_id as arrivalId', 'apartment_id as apartmentId', 'number', 'at'] as const;

/**
 * Lists the phone announcements of an assembly made since `since` (epoch ms) and not decided by the desk, oldest
 * first.
 */
export async function listWaiting(db: Db, assemblyId: number, since: Millis): Promise<Arrival[]> {
  const rows = await db
    .selectFrom('arrival')
    .select([...columns, 'typed_unit as typedUnit', 'document'])
    .where('assembly_id', '=', assemblyId)
    .where('state', '=', 'waiting')
    .where('at', '>', since)
    .orderBy('at')
    .orderBy('arrival_id')
    .execute();
  return rows.map(({ typedUnit, document, ...row }) => ({
    ...row,
    typedUnit: typedUnit ?? '',
    document: document ?? '',
  }));
}

/** Finds a phone's announcement by number in an assembly, decided or not; undefined if not found. */
export function findArrival(db: Db, assemblyId: number, arrivalId: string) {
  return db
    .selectFrom('arrival')
    .select([...columns, 'typed_unit as typedUnit', 'document', 'state', 'decided_at as decidedAt'])
    .where('assembly_id', '=', assemblyId)
    .where('arrival_id', '=', arrivalId)
    .executeTakeFirst();
}

/** Stores the announcement of a phone, unless an announcement with the same ticket was decided meanwhile. */
export async function insertArrival(
  trx: Db,
  assemblyId: number,
  arrival: Arrival & { ticketHash: string; isDoubted: boolean },
): Promise<void> {
  await trx
    .insertInto('arrival')
    .values({
      arrival_id: arrival.arrivalId,
      assembly_id: assemblyId,
      ticket_hash: arrival.ticketHash,
      typed_unit: arrival.typedUnit,
      document: arrival.document,
      apartment_id: arrival.apartmentId,
      number: arrival.number,
      at: arrival.at,
      state: 'waiting',
      is_doubted: arrival.isDoubted ? 1 : 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes undecided announcements of phones: a single announcement, all made until `until` (epoch ms), or
 * those of a phone's ticket.
 */
export async function dropArrivals(
  trx: Db,
  assemblyId: number,
  which: { arrivalId: string } | { until: Millis } | { ticketHash: string },
): Promise<void> {
  const query = trx
    .deleteFrom('arrival')
    .where('assembly_id', '=', assemblyId)
    .where('state', '=', 'waiting');
  if ('until' in which) await query.where('at', '<=', which.until).execute();
  else if ('ticketHash' in which) await query.where('ticket_hash', '=', which.ticketHash).execute();
  else await query.where('arrival_id', '=', which.arrivalId).execute();
}

interface Decision {
  at: Millis;
  actor: string;
  state: 'confirmed' | 'refused' | 'replaced';
  /** Code of the badge given to a confirmed phone. */
  code?: string;
}

/**
 * Stores the registration desk's decision on announcements of phones, and deletes the typed unit and identity
 * document.
 * @param which a single announcement, or all announcements for a unit
 * @param decision `state`: confirmed, refused, or replaced by a later announcement; `code`: code of the badge
 *   for a confirmed phone; `actor`: 'user:12'; `at`: epoch ms
 */
export async function decideArrivals(
  trx: Db,
  assemblyId: number,
  which: { arrivalId: string } | { apartmentId: string },
  { at, actor, state, code }: Decision,
): Promise<void> {
  await trx
    .updateTable('arrival')
    .set({ state, typed_unit: null, document: null, code: code ?? null, decided_at: at, decided_by: actor })
    .where('assembly_id', '=', assemblyId)
    .where('state', '=', 'waiting')
    .where((eb) =>
      'arrivalId' in which
        ? eb('arrival_id', '=', which.arrivalId)
        : eb('apartment_id', '=', which.apartmentId),
    )
    .execute();
}

/**
 * Records the first session of a waiting phone confirmed by the desk. False if the phone was not confirmed, or got
 * the first session at or before `since`: the phone then gets no further session.
 * @param ticketHash hash of the phone's secret ticket
 * @param at current time, epoch ms, like `since`
 */
export function takeArrival(trx: Db, ticketHash: string, { at, since }: { at: Millis; since: Millis }) {
  return updates(
    trx
      .updateTable('arrival')
      .set((eb) => ({ taken_at: eb.fn.coalesce('taken_at', eb.val(at)) }))
      .where('ticket_hash', '=', ticketHash)
      .where('state', '=', 'confirmed')
      .where((eb) => eb('taken_at', 'is', null).or('taken_at', '>', since)),
  );
}

/**
 * Deletes the phone announcements and the join code of an assembly at the end: phones can no longer announce a
 * unit.
 */
export async function endJoining(trx: Db, assemblyId: number): Promise<void> {
  await trx.deleteFrom('arrival').where('assembly_id', '=', assemblyId).execute();
  await trx
    .updateTable('assembly')
    .set({ join_code: null })
    .where('assembly_id', '=', assemblyId)
    .where('join_code', 'is not', null)
    .execute();
}

/**
 * Returns the join code and the waiting phone announcements for the live state of the desk's screen; null without a
 * code and without announcements.
 */
export async function joiningOf(
  db: Db,
  { assemblyId, joinCode }: { assemblyId: number; joinCode: string | null },
): Promise<LiveJoining | null> {
  const { waiting, newest } = await db
    .selectFrom('arrival')
    .select((eb) => [eb.fn.countAll<number | bigint | string>().as('waiting'), eb.fn.max('at').as('newest')])
    .where('assembly_id', '=', assemblyId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  if (joinCode === null && Number(waiting) === 0) return null;
  return { code: joinCode, waiting: Number(waiting), newestAt: instantOf(newest) };
}

/**
 * Finds the units of some owners that are not registered yet, so that a registration can include all units of an
 * owner. Each unit appears once, also if on the rolls of several joints.
 * @param where `ownerKeys`: keys of owners recognized with certainty
 */
export async function freeUnitsOfOwner(
  db: Db,
  where: { assemblyId: number; jointIds: readonly number[]; ownerKeys: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('roll_unit as u')
    .select('u.apartment_id')
    .distinct()
    .where('u.assembly_id', '=', where.assemblyId)
    .where('u.joint_id', 'in', where.jointIds)
    .where('u.owner_key', 'in', where.ownerKeys)
    .where('u.apartment_id', 'not in', (eb) =>
      eb.selectFrom('attendance').select('apartment_id').where('assembly_id', '=', where.assemblyId),
    )
    .execute();
  return rows.map((row) => row.apartment_id);
}

/** Owners of a unit in the rolls of a joint and its sectors. */
interface RollOwners {
  name: string;
  document: string | null;
  /** Texts of owners' identity documents, one for each roll with documents. */
  documents: string[];
  /** Keys of the owners; the same key certainly means the same person. */
  keys: string[];
}

/**
 * Reads the owners of some units. Key: id of the unit ('101'). Value: name and document (from the joint's own
 * roll, else from a sector's), with the documents and owner keys of all rolls.
 */
export async function rollOwnersOf(
  db: Db,
  assemblyId: number,
  apartmentIds: readonly string[],
): Promise<Map<string, RollOwners>> {
  const owners = new Map<string, RollOwners>();
  if (apartmentIds.length === 0) return owners;
  const rows = await db
    .selectFrom('roll_unit')
    .select(['apartment_id', 'owner_name', 'owner_document', 'owner_key'])
    .where('assembly_id', '=', assemblyId)
    .where('apartment_id', 'in', apartmentIds)
    .orderBy('joint_id')
    .execute();
  for (const row of rows) {
    const listed = owners.get(row.apartment_id);
    if (listed === undefined) {
      owners.set(row.apartment_id, {
        name: row.owner_name,
        document: row.owner_document,
        documents: row.owner_document === null ? [] : [row.owner_document],
        keys: [row.owner_key],
      });
    } else {
      listed.keys.push(row.owner_key);
      if (row.owner_document !== null) listed.documents.push(row.owner_document);
    }
  }
  return owners;
}

/**
 * Returns the units, among the units with the ids, that are registered by a device of the owner (account, badge or
 * card) and not by a proxy.
 */
export async function registeredByOwners(
  db: Db,
  assemblyId: number,
  apartmentIds: readonly string[],
): Promise<Set<string>> {
  if (apartmentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select('t.apartment_id')
    .where('t.assembly_id', '=', assemblyId)
    .where('t.apartment_id', 'in', apartmentIds)
    .where(isByOwner('t', 'u'))
    .execute();
  return new Set(rows.map((row) => row.apartment_id));
}

/**
 * Finds the newest valid badge of a unit that the owner may use: not withdrawn, and not in use by a proxy.
 * Undefined without a badge for the owner.
 */
export async function ownersBadge(
  db: Db,
  where: { rootId: number; assemblyId: number; apartmentId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('code as c')
    .select('c.code')
    .where('c.joint_id', '=', where.rootId)
    .where('c.apartment_id', '=', where.apartmentId)
    .where('c.revoked_at', 'is', null)
    .where('c.withdrawn_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attendance as t')
            .select('t.holder')
            .where('t.assembly_id', '=', where.assemblyId)
            .whereRef('t.holder', '=', 'c.code')
            .where('t.by_proxy', '=', 1),
        ),
      ),
    )
    .orderBy('c.issued_at', 'desc')
    .orderBy('c.code')
    .limit(1)
    .executeTakeFirst();
  return row?.code;
}
