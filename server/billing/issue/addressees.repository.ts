import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';

/**
 * Owner to mail a unit's bill to: number of the user and e-mail address. An owner of several units appears
 * once for each unit.
 */
export interface MailedOwner {
  apartmentId: string;
  userId: number;
  address: string;
}

/**
 * Returns the mails of an issued month still to be sent, as user and bill number. A repeated request leaves
 * the users out, so that no owner gets the bill twice. Bill is null for a mail with the relación (the month's
 * table of bills).
 */
export async function waitingOf(
  trx: Db,
  kind: 'relation' | 'bill',
  monthId: number,
): Promise<{ userId: number; bill: number | null }[]> {
  const rows = await trx
    .selectFrom('mail_message')
    .select(['user_id', 'bill'])
    .where('month_id', '=', monthId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'sending'])
    .execute();
  return rows.map(({ user_id, bill }) => ({ userId: user_id ?? 0, bill }));
}

/**
 * Returns the administrators and accountants of a joint with an e-mail address: the recipients of the
 * relación (the month's table of bills).
 */
export async function mailedAdministrators(
  db: Db,
  jointId: number,
): Promise<{ userId: number; address: string }[]> {
  const rows = await db
    .selectFrom('user_account as u')
    .innerJoin('user_joint as l', 'l.user_id', 'u.user_id')
    .select(['u.user_id', 'u.email'])
    .where('l.joint_id', '=', jointId)
    .where('l.service', '=', 'billing')
    .where('u.profile_id', '=', Profile.admin)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.user_id')
    .execute();
  return rows.flatMap(({ user_id, email }) => (email === null ? [] : { userId: user_id, address: email }));
}

/**
 * Returns the owners of the joint's units with an e-mail address: the recipients of bills. An entry for each
 * unit of an owner.
 */
export async function mailedOwners(db: Db, jointId: number): Promise<MailedOwner[]> {
  const links = await db
    .selectFrom('user_apartment as l')
    .innerJoin('user_account as u', 'u.user_id', 'l.user_id')
    .select(['l.apartment_id', 'u.user_id', 'u.email'])
    .where('l.joint_id', '=', jointId)
    .where('l.service', '=', 'billing')
    .where('u.profile_id', '=', Profile.owner)
    .where('u.disabled_at', 'is', null)
    .orderBy('u.user_id')
    .execute();
  return links.flatMap(({ apartment_id, user_id, email }) =>
    email === null ? [] : { apartmentId: apartment_id, userId: user_id, address: email },
  );
}

/**
 * Returns a month's valid bills with the units charged on each bill, in order of bill number. The owners of
 * the units get the bill by mail.
 */
export async function standingBills(
  db: Db,
  jointId: number,
  monthId: number,
): Promise<{ bill: number; units: string[] }[]> {
  const bills = await billsWithAnnulments(db)
    .select(['b.bill', 'b.units'])
    .where('b.joint_id', '=', jointId)
    .where('b.month_id', '=', monthId)
    .where('a.number', 'is', null)
    .orderBy('b.bill')
    .execute();
  return bills.map(({ bill, units }) => ({ bill, units: JSON.parse(units) }));
}
