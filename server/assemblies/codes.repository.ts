import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';

/** A standing code of a joint. `apartmentId` is set on a badge: the unit it was printed for. */
export async function findCode(
  db: Db,
  code: string,
): Promise<{ jointId: number; apartmentId: string | null; revoked: boolean } | undefined> {
  const row = await db
    .selectFrom('code')
    .select(['joint_id', 'apartment_id', 'revoked_at'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { jointId: row.joint_id, apartmentId: row.apartment_id, revoked: row.revoked_at !== null };
}

/** A lot of codes for cards. */
export async function insertCodes(
  trx: Db,
  codes: readonly string[],
  issued: { rootId: number; at: Millis; actor: string },
): Promise<void> {
  const rows = codes.map((code) => ({
    code,
    joint_id: issued.rootId,
    issued_at: issued.at,
    issued_by: issued.actor,
  }));
  for (let i = 0; i < rows.length; i += 200) {
    await trx
      .insertInto('code')
      .values(rows.slice(i, i + 200))
      .execute();
  }
}

/** A joint's standing codes, oldest lot first. */
export async function listStandingCodes(
  db: Db,
  rootId: number,
): Promise<{ code: string; badgeOf: string | null; issuedAt: Millis }[]> {
  const rows = await db
    .selectFrom('code')
    .select(['code', 'apartment_id', 'issued_at'])
    .where('joint_id', '=', rootId)
    .where('revoked_at', 'is', null)
    .orderBy('issued_at')
    .orderBy('code')
    .execute();
  return rows.map((row) => ({ code: row.code, badgeOf: row.apartment_id, issuedAt: row.issued_at }));
}
