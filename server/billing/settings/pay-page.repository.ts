import { sql } from 'kysely';
import type { Db } from '../../platform/db/engine.ts';

/** Returns the portal's page for online payments of a joint; null unless a gateway in production is switched on. */
export async function readPayPage(db: Db, jointId: number): Promise<string | null> {
  const row = await db
    .selectFrom('payment_gateway')
    .select('pay_page')
    .where('joint_id', '=', jointId)
    .where('is_on', '=', 1)
    .where('environment', '=', 'production')
    .executeTakeFirst();
  return row?.pay_page ?? null;
}

/** Returns settings with the portal's page for online payments in place of the bank's page, if owners pay online. */
export async function withPayPage<Settings extends { paymentPage: string }>(
  db: Db,
  jointId: number,
  settings: Settings,
): Promise<Settings> {
  const paymentPage = await readPayPage(db, jointId);
  return paymentPage === null ? settings : { ...settings, paymentPage };
}

/** Stores the pages for online payments again, because the web address of the server may have changed. */
export async function refreshPayPages(db: Db, publicUrl: string): Promise<void> {
  await db
    .updateTable('payment_gateway')
    .set({ pay_page: sql<string>`${`${publicUrl}/Pay/`} || cast(joint_id as text)` })
    .execute();
}
