import { defined } from '../../shared/defined.ts';
import type { BarredPerson, PowerRuleChanges, PowerRules } from '../../shared/properties/power-rules.api.ts';
import { type DeskUser, readDeskUsers } from '../accounts/index.ts';
import type { Db } from '../platform/db/engine.ts';
import { inSlices } from '../platform/db/queries.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

/** Factor from percent to the stored hundredths of a percent. */
const SHARE_UNIT = 100;

/** Reads the limits for powers of attorney in a joint with all sectors, and the barred people. */
export async function readPowerRules(db: Db, rootJointId: number): Promise<PowerRules> {
  const row = await db
    .selectFrom('joint')
    .select(['proxy_limit', 'proxy_limit_blocks', 'proxy_share', 'proxy_share_blocks', 'barred_blocks'])
    .select(['phone_powers as phonePowers', 'phone_power_hours as phonePowerHours'])
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return {
    limit: row.proxy_limit,
    limitBlocks: row.proxy_limit_blocks === 1,
    share: row.proxy_share === null ? null : row.proxy_share / SHARE_UNIT,
    shareBlocks: row.proxy_share_blocks === 1,
    barredBlocks: row.barred_blocks === 1,
    phonePowers: row.phonePowers,
    phonePowerHours: row.phonePowerHours,
    barred: (await readBarred(db, rootJointId)).map(({ name, document, role }) => ({ name, document, role })),
  };
}

/** Reads the users able to decide powers in a joint or a sector of the joint. */
export async function readPowerDeciders(db: Db, rootJointId: number): Promise<DeskUser[]> {
  const family = await db
    .selectFrom('joint')
    .select('joint_id as jointId')
    .where((eb) => eb.or([eb('joint_id', '=', rootJointId), eb('parent_joint_id', '=', rootJointId)]))
    .execute();
  return readDeskUsers(
    db,
    family.map(({ jointId }) => jointId),
  );
}

/** Reads the users named by a joint to check powers, without users that may not decide powers any more. */
export async function readPowerCheckers(db: Db, rootJointId: number): Promise<DeskUser[]> {
  const { ids } = await db
    .selectFrom('joint')
    .select('power_checkers as ids')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  if (ids === null) return [];
  const named: number[] = JSON.parse(ids);
  return (await readPowerDeciders(db, rootJointId)).filter(({ userId }) => named.includes(userId));
}

function readBarred(db: Db, rootJointId: number): Promise<(BarredPerson & { barredId: number })[]> {
  return db
    .selectFrom('barred_person')
    .select(['barred_id as barredId', 'name', 'document', 'role'])
    .where('joint_id', '=', rootJointId)
    .where('removed_at', 'is', null)
    .orderBy('barred_id')
    .execute();
}

/** Stores changed limits for powers of attorney, and the users that check powers; a missing value stays unchanged. */
export async function setPowerRules(
  trx: Db,
  rootJointId: number,
  { limit, limitBlocks, share, shareBlocks, barredBlocks, phonePowers, phonePowerHours }: PowerRuleChanges,
  checkers: readonly DeskUser[] | undefined,
): Promise<void> {
  const change = {
    ...defined({
      proxy_limit: limit,
      proxy_limit_blocks: limitBlocks === undefined ? undefined : flag(limitBlocks),
      proxy_share: share === undefined ? undefined : share === null ? null : Math.round(share * SHARE_UNIT),
      proxy_share_blocks: shareBlocks === undefined ? undefined : flag(shareBlocks),
      barred_blocks: barredBlocks === undefined ? undefined : flag(barredBlocks),
      phone_powers: phonePowers,
      phone_power_hours: phonePowerHours,
      power_checkers:
        checkers && (checkers.length === 0 ? null : JSON.stringify(checkers.map(({ userId }) => userId))),
    }),
  };
  if (Object.keys(change).length === 0) return;
  await trx.updateTable('joint').set(change).where('joint_id', '=', rootJointId).execute();
}

/**
 * Replaces the list of people barred from holding powers of attorney. People missing in the new list stay
 * in the database as removed.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function setBarred(
  trx: Db,
  rootJointId: number,
  people: readonly BarredPerson[],
  { at, actor }: { at: Millis; actor: string },
): Promise<void> {
  const nameOf = ({ name, document, role }: BarredPerson) => JSON.stringify([name, document, role]);
  const barredBefore = await readBarred(trx, rootJointId);
  const wanted = new Map(people.map((person) => [nameOf(person), person]));
  const gone = barredBefore.filter((person) => !wanted.has(nameOf(person))).map(({ barredId }) => barredId);
  if (gone.length > 0) {
    await trx
      .updateTable('barred_person')
      .set({ removed_at: at, removed_by: actor })
      .where('barred_id', 'in', gone)
      .execute();
  }
  const stays = new Set(barredBefore.map(nameOf));
  const fresh = [...wanted].flatMap(([name, person]) => (stays.has(name) ? [] : [person]));
  await inSlices(fresh, 50, (some) =>
    trx
      .insertInto('barred_person')
      .values(
        some.map(({ name, document, role }) => ({
          joint_id: rootJointId,
          name,
          document,
          role,
          entered_at: at,
          entered_by: actor,
          removed_at: null,
          removed_by: null,
        })),
      )
      .execute(),
  );
}

const flag = (value: boolean): Flag => (value ? 1 : 0);
