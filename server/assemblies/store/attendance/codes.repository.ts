import { randomBytes } from 'node:crypto';
import { CODE_ID, normalizeCode } from '../../../../shared/assemblies/code.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { countOf, inSlices } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/**
 * Finds a code of a card or badge, also if revoked; undefined for a code never issued. `apartmentId` is the unit of
 * a badge; null for a card.
 */
export async function findCode(
  db: Db,
  code: string,
): Promise<{ jointId: number; codeId: string; apartmentId: string | null; revoked: boolean } | undefined> {
  const row = await db
    .selectFrom('code')
    .select(['joint_id', 'code_id', 'apartment_id', 'revoked_at'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    jointId: row.joint_id,
    codeId: row.code_id,
    apartmentId: row.apartment_id,
    revoked: row.revoked_at !== null,
  };
}

/**
 * Finds the code named in a call of the desk, by the code as typed or scanned, or by the public id. Null for an unreadable
 * code and for an unknown id.
 */
export async function codeNamed(db: Db, text: string): Promise<string | null> {
  const id = text.trim();
  if (!CODE_ID.test(id)) return normalizeCode(text);
  const row = await db.selectFrom('code').select('code').where('code_id', '=', id).executeTakeFirst();
  return row?.code ?? null;
}

/** Returns the public id of an issued code. */
export async function codeIdOf(db: Db, code: string): Promise<string> {
  const { codeId } = await db
    .selectFrom('code')
    .select('code_id as codeId')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return codeId;
}

/** Makes a random public id for a new code. */
export const newCodeId = (): string => `QR-${randomBytes(8).toString('hex')}`;

/**
 * Stores new codes: for cards without a unit, or for badges with a unit each.
 * @param issued `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function insertCodes(
  trx: Db,
  codes: readonly { code: string; apartmentId: string | null }[],
  issued: { rootId: number; at: Millis; actor: string },
): Promise<void> {
  const rows = codes.map(({ code, apartmentId }) => ({
    code,
    code_id: newCodeId(),
    joint_id: issued.rootId,
    apartment_id: apartmentId,
    issued_at: issued.at,
    issued_by: issued.actor,
  }));
  await inSlices(rows, 200, (some) => trx.insertInto('code').values(some).execute());
}

/** Lists the valid codes of a joint (co-owned property) in the order of creation. */
export function listStandingCodes(
  db: Db,
  rootId: number,
): Promise<{ code: string; codeId: string; badgeOf: string | null; issuedAt: Millis }[]> {
  return db
    .selectFrom('code')
    .select(['code', 'code_id as codeId', 'apartment_id as badgeOf', 'issued_at as issuedAt'])
    .where('joint_id', '=', rootId)
    .where('revoked_at', 'is', null)
    .orderBy('issued_at')
    .orderBy('code')
    .execute();
}

/** Reads the valid badges of some units of a root joint, to find the connected phones of the units' owners. */
export async function badgesOf(
  db: Db,
  rootId: number,
  apartmentIds: readonly string[],
): Promise<{ code: string; apartmentId: string }[]> {
  const wanted = apartmentIds.map((id) => ({ id }));
  const rows = await db
    .selectFrom('code')
    .select(['code', 'apartment_id'])
    .where('joint_id', '=', rootId)
    .where('revoked_at', 'is', null)
    .where('apartment_id', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    )
    .execute();
  return rows.flatMap((row) =>
    row.apartment_id === null ? [] : [{ code: row.code, apartmentId: row.apartment_id }],
  );
}

/**
 * Withdraws a code because the holder leaves: no session opens with the code until the desk registers with the code
 * again.
 * @param at current time, epoch ms
 */
export async function withdrawCode(trx: Db, code: string, at: Millis): Promise<void> {
  await trx.updateTable('code').set({ withdrawn_at: at }).where('code', '=', code).execute();
}

/** Enables a withdrawn code after the desk gave out the card or badge again: the code opens sessions. */
export async function enableCode(trx: Db, code: string): Promise<void> {
  await trx
    .updateTable('code')
    .set({ withdrawn_at: null })
    .where('code', '=', code)
    .where('withdrawn_at', 'is not', null)
    .execute();
}

/** Revokes codes of a root joint for good, for example of lost cards. @returns the codes valid until now */
export async function revokeCodes(
  trx: Db,
  codes: readonly string[],
  { rootId, at }: { rootId: number; at: Millis },
): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await trx
    .updateTable('code')
    .set({ revoked_at: at })
    .where('joint_id', '=', rootId)
    .where('code', 'in', codes)
    .where('revoked_at', 'is', null)
    .returning('code')
    .execute();
  return rows.map((row) => row.code);
}

/** Move of all registered units from a code to another code, for example from a lost card to a new card. */
export interface HolderMove {
  /** Former code, for example of a lost card. */
  from: string;
  /** New code. */
  to: string;
}

/**
 * Moves all registrations of codes in an assembly to other codes, for example of a lost card. Entry time,
 * attendee and proxy stay. The requests for a turn to speak move too.
 * @param moves pairs of former and new code
 * @returns the moved units, each with the former code
 */
export async function moveHolders(
  trx: Db,
  where: { assemblyId: number; jointIds: readonly number[] },
  moves: readonly HolderMove[],
): Promise<{ jointId: number; apartmentId: string; from: string }[]> {
  if (moves.length === 0) return [];
  const table = () => jsonTable<HolderMove>(trx, moves, { from: 'text', to: 'text' }).as('r');
  const held = await trx
    .selectFrom('attendance')
    .select(['joint_id', 'apartment_id', 'holder'])
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', 'in', where.jointIds)
    .where('holder_is_code', '=', 1)
    .where('holder', 'in', (eb) => eb.selectFrom(table()).select('r.from'))
    .execute();
  if (held.length === 0) return [];
  await trx
    .updateTable('turn')
    .set((eb) => ({
      holder: eb
        .selectFrom(table())
        .select('r.to')
        .whereRef('r.from', '=', 'turn.holder')
        .$asScalar()
        .$notNull(),
    }))
    .where('assembly_id', '=', where.assemblyId)
    .where('holder', 'in', (eb) => eb.selectFrom(table()).select('r.from'))
    .execute();
  await trx
    .updateTable('attendance')
    .set((eb) => ({
      holder: eb
        .selectFrom(table())
        .select('r.to')
        .whereRef('r.from', '=', 'attendance.holder')
        .$asScalar()
        .$notNull(),
    }))
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', 'in', where.jointIds)
    .where('holder_is_code', '=', 1)
    .where('holder', 'in', (eb) => eb.selectFrom(table()).select('r.from'))
    .execute();
  return held.map((row) => ({ jointId: row.joint_id, apartmentId: row.apartment_id, from: row.holder }));
}

/**
 * Counts the valid cards of a root joint, and the units of the joint and the sectors, to limit the number of new
 * cards.
 */
export async function countCards(db: Db, rootId: number): Promise<{ cards: number; units: number }> {
  const cards = db.selectFrom('code').where('joint_id', '=', rootId).where('apartment_id', 'is', null);
  const family = db
    .selectFrom('joint')
    .select('joint_id')
    .where((eb) => eb('joint_id', '=', rootId).or('parent_joint_id', '=', rootId));
  const units = db.selectFrom('apartment').where('joint_id', 'in', family);
  return { cards: await countOf(cards.where('revoked_at', 'is', null)), units: await countOf(units) };
}
