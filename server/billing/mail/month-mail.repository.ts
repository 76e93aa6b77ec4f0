import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';

/**
 * Figures of a bill quoted in the mail to the owner: number, unit, reference, due date, total and discount.
 * Amounts in centavos.
 */
export interface StoredPaper {
  bill: number;
  month: Month;
  apartmentId: string;
  /** Payment reference for the bank, in digits. */
  reference: string;
  dueDate: Day;
  /** Total of the bill in centavos; negative in favour of the unit. */
  total: Centavos;
  /** Credit of the unit in centavos, if the total is negative; else 0. */
  inFavour: Centavos;
  /** Total to pay up to the day `until`, with the discount; null without a discount. */
  discount: { until: Day; total: Centavos } | null;
}

/**
 * Reads a valid bill with the figures quoted in the mail to the owner, and the ids of the units charged.
 * Undefined for an annulled bill (the mail is then not sent) or an unknown number.
 */
export async function findPaper(
  db: Db,
  jointId: number,
  bill: number,
): Promise<{ paper: StoredPaper; units: string[] } | undefined> {
  const row = await billsWithAnnulments(db)
    .select(['b.month', 'b.apartment_id', 'b.reference', 'b.due_date', 'b.total', 'b.discount'])
    .select(['b.discount_until', 'b.units', 'a.number as annulled'])
    .where('b.joint_id', '=', jointId)
    .where('b.bill', '=', bill)
    .executeTakeFirst();
  if (row === undefined || row.annulled !== null) return undefined;
  const { month, total, discount, discount_until: until } = row;
  return {
    paper: {
      bill,
      month,
      total,
      apartmentId: row.apartment_id,
      reference: row.reference,
      dueDate: row.due_date,
      inFavour: centavos(Math.max(0, -total)),
      discount: until === null ? null : { until, total: centavos(total - discount) },
    },
    units: JSON.parse(row.units),
  };
}

/**
 * Returns the numbers of the bills in the next waiting mails of a month, so that a worker makes their PDF
 * files together. Starts at mail `id`; takes mails due by `at` in order of the queue, each bill once, from at
 * most `limit` mails.
 */
export async function listBillsToMail(
  db: Db,
  { id, monthId }: { id: number; monthId: number | null },
  { at, limit }: { at: Millis; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('mail_message')
    .select('bill')
    .where('kind', '=', 'bill')
    .where('month_id', '=', monthId)
    .where('state', 'in', ['queued', 'sending'])
    .where('next_at', '<=', at)
    .where('message_id', '>=', id)
    .orderBy('message_id')
    .limit(limit)
    .execute();
  return [...new Set(rows.flatMap(({ bill }) => bill ?? []))];
}

/**
 * Returns the month ('2026-03') of an issued month's database id, for the text of a mail; undefined if
 * unknown.
 */
export async function findMailedMonth(db: Db, monthId: number): Promise<Month | undefined> {
  const row = await db
    .selectFrom('billing_month')
    .select('month')
    .where('month_id', '=', monthId)
    .where('state', '=', 'issued')
    .executeTakeFirst();
  return row?.month;
}

/** Recipient of a mail of a joint's billing, with the current address. */
interface Addressee {
  name: string;
  email: string | null;
}

const enabledUser = (db: Db, userId: number, profile: Profile) =>
  db
    .selectFrom('user_account as u')
    .select(['u.name', 'u.email'])
    .where('u.user_id', '=', userId)
    .where('u.profile_id', '=', profile)
    .where('u.disabled_at', 'is', null);

/**
 * Returns name and address of a user to mail the relación (the month's table of bills) to, if still an
 * enabled administrator or accountant of the joint's billing. Undefined otherwise: the mail is not sent.
 */
export function findAdministrator(
  db: Db,
  of: { jointId: number; userId: number },
): Promise<Addressee | undefined> {
  return enabledUser(db, of.userId, Profile.admin)
    .innerJoin('user_joint as l', 'l.user_id', 'u.user_id')
    .where('l.joint_id', '=', of.jointId)
    .where('l.service', '=', 'billing')
    .executeTakeFirst();
}

/**
 * Returns name and address of a user to mail a bill to, if enabled and still owner of at least a unit of the
 * bill. Undefined otherwise: the mail is not sent.
 */
export function findOwner(
  db: Db,
  of: { jointId: number; userId: number; units: readonly string[] },
): Promise<Addressee | undefined> {
  return enabledUser(db, of.userId, Profile.owner)
    .innerJoin('user_apartment as l', 'l.user_id', 'u.user_id')
    .where('l.joint_id', '=', of.jointId)
    .where('l.service', '=', 'billing')
    .where('l.apartment_id', 'in', [...of.units])
    .executeTakeFirst();
}
