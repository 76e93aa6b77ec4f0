import { sql } from 'kysely';
import type {
  GatewayEnvironment,
  GatewayProblem,
  IntentState,
  TransactionState,
} from '../../../shared/billing/gateway.api.ts';
import type { Centavos } from '../../../shared/money.ts';
import { type Db, lockName } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Lease, LeasedRows } from '../../platform/queue/leases.repository.ts';
import { receiptsWithAnnulments } from '../ledger/annulled.repository.ts';

/** Most references in a refusal. */
const MOST_UNDER_WAY = 10;

/** Stored keys of a joint, still encrypted. */
export interface StoredGateway {
  environment: GatewayEnvironment;
  publicKey: string;
  sealed: string;
  isOn: boolean;
}

/** Returns the stored keys of a joint; undefined without a gateway. */
export async function findGateway(db: Db, jointId: number): Promise<StoredGateway | undefined> {
  const row = await db
    .selectFrom('payment_gateway')
    .select(['environment', 'public_key as publicKey', 'sealed', 'is_on'])
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { is_on, ...stored } = row;
  return { ...stored, isOn: is_on === 1 };
}

/** True if another joint has a public key. Waits for other changes of keys until their end. */
export async function isKeyTaken(trx: Db, jointId: number, publicKey: string): Promise<boolean> {
  await lockName(trx, 'gateway keys');
  const row = await trx
    .selectFrom('payment_gateway')
    .select('joint_id')
    .where('public_key', '=', publicKey)
    .where('joint_id', '<>', jointId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Switches the gateway of a joint on or off, and keeps the keys. */
export async function setGatewayOn(
  trx: Db,
  jointId: number,
  isOn: boolean,
  { at, actor }: { at: Millis; actor: string },
): Promise<void> {
  await trx
    .updateTable('payment_gateway')
    .set({ is_on: isOn ? 1 : 0, changed_at: at, changed_by: actor })
    .where('joint_id', '=', jointId)
    .execute();
}

/** Stores the keys of a joint, and the first reconciliation an hour later. */
export async function putGateway(
  trx: Db,
  jointId: number,
  { environment, publicKey, sealed, isOn }: StoredGateway,
  { at, actor, nextAt, payPage }: { at: Millis; actor: string; nextAt: Millis; payPage: string },
): Promise<void> {
  const values = {
    gateway: 'wompi' as const,
    environment,
    public_key: publicKey,
    sealed,
    pay_page: payPage,
    is_on: isOn ? (1 as const) : (0 as const),
    changed_at: at,
    changed_by: actor,
  };
  await trx
    .insertInto('payment_gateway')
    .values({ joint_id: jointId, ...values })
    .onConflict((conflict) => conflict.column('joint_id').doUpdateSet(values))
    .execute();
  await trx
    .insertInto('gateway_check')
    .values({ joint_id: jointId, state: 'queued', attempts: 0, next_at: nextAt })
    .onConflict((conflict) => conflict.column('joint_id').doNothing())
    .execute();
}

/** Intended payment of an account at a gateway. */
export interface StoredIntent {
  reference: string;
  environment: GatewayEnvironment;
  /** Account to pay. */
  apartmentId: string;
  amount: Centavos;
  currency: string;
  state: IntentState;
}

/** Returns an intent of a joint; undefined for an unknown reference. */
export function findIntent(db: Db, jointId: number, reference: string): Promise<StoredIntent | undefined> {
  return db
    .selectFrom('gateway_intent')
    .select(['reference', 'environment', 'apartment_id as apartmentId', 'amount', 'currency', 'state'])
    .where('joint_id', '=', jointId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** True if another joint has an intent with a reference. */
export async function isIntentElsewhere(db: Db, jointId: number, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('gateway_intent')
    .select('joint_id')
    .where('reference', '=', reference)
    .where('joint_id', '<>', jointId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the references of payments in production begun since a time without a final state, the newest first. */
export async function referencesUnderWay(db: Db, jointId: number, since: Millis): Promise<string[]> {
  const rows = await db
    .selectFrom('gateway_intent')
    .select('reference')
    .where('joint_id', '=', jointId)
    .where('environment', '=', 'production')
    .where('created_at', '>=', since)
    .where('state', 'in', ['BEGUN', 'PENDING'])
    .orderBy('created_at', 'desc')
    .limit(MOST_UNDER_WAY)
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Stores a new intent of a joint. */
export async function insertIntent(
  db: Db,
  jointId: number,
  { apartmentId, ...intent }: Omit<StoredIntent, 'state'>,
  { at, actor }: { at: Millis; actor: string },
): Promise<void> {
  await db
    .insertInto('gateway_intent')
    .values({
      joint_id: jointId,
      apartment_id: apartmentId,
      ...intent,
      state: 'BEGUN',
      created_at: at,
      created_by: actor,
    })
    .execute();
}

/** Counts the intents of an account begun since a time. */
export async function countIntents(
  db: Db,
  { jointId, apartmentId, since }: { jointId: number; apartmentId: string; since: Millis },
): Promise<number> {
  const { many } = await db
    .selectFrom('gateway_intent')
    .select((eb) => eb.fn.countAll<number | string>().as('many'))
    .where('joint_id', '=', jointId)
    .where('created_at', '>=', since)
    .where('apartment_id', '=', apartmentId)
    .executeTakeFirstOrThrow();
  return Number(many);
}

/** Stored transaction of a gateway. */
export interface StoredTransaction {
  state: TransactionState;
  /** Payment in the books; null before the posting. */
  payment: number | null;
  problem: GatewayProblem | null;
}

/** Returns a transaction of a joint by the id at the gateway; undefined for a new one. */
export function findTransaction(db: Db, jointId: number, id: string): Promise<StoredTransaction | undefined> {
  return db
    .selectFrom('gateway_transaction')
    .select(['state', 'payment', 'problem'])
    .where('joint_id', '=', jointId)
    .where('transaction_id', '=', id)
    .executeTakeFirst();
}

/** Stores the state of a transaction: a new row, or a later state. A void keeps the amount of the approval. */
export async function putTransaction(
  trx: Db,
  jointId: number,
  transaction: StoredTransaction & { id: string; reference: string; amount: Centavos; currency: string },
  at: Millis,
): Promise<void> {
  const { id, state, payment, problem, reference, amount, currency } = transaction;
  const later = { state, payment, problem, changed_at: at };
  const content = { reference, amount, currency };
  await trx
    .insertInto('gateway_transaction')
    .values({ joint_id: jointId, transaction_id: id, first_at: at, ...content, ...later })
    .onConflict((conflict) =>
      conflict
        .columns(['joint_id', 'transaction_id'])
        .doUpdateSet(state === 'VOIDED' ? later : { ...content, ...later }),
    )
    .execute();
}

/** Returns the states of the transactions of a reference. */
export async function statesOfReference(
  db: Db,
  jointId: number,
  reference: string,
): Promise<TransactionState[]> {
  const rows = await db
    .selectFrom('gateway_transaction')
    .select('state')
    .where('joint_id', '=', jointId)
    .where('reference', '=', reference)
    .execute();
  return rows.map(({ state }) => state);
}

/** Stores the state of an intent. */
export async function setIntentState(
  trx: Db,
  jointId: number,
  reference: string,
  state: IntentState,
): Promise<void> {
  await trx
    .updateTable('gateway_intent')
    .set({ state })
    .where('joint_id', '=', jointId)
    .where('reference', '=', reference)
    .execute();
}

/** Returns the number of the payment with a unique key (`transactionKey`); undefined without one. */
export async function findPaymentByKey(
  db: Db,
  jointId: number,
  onceKey: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('payment')
    .select('payment')
    .where('joint_id', '=', jointId)
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row?.payment;
}

/** Returns the numbers of the receipts of a payment without an annulment. */
export async function validReceipts(db: Db, jointId: number, payment: number): Promise<number[]> {
  const rows = await receiptsWithAnnulments(db)
    .select('r.receipt')
    .where('r.joint_id', '=', jointId)
    .where('r.payment', '=', payment)
    .where('a.number', 'is', null)
    .orderBy('r.receipt')
    .execute();
  return rows.map(({ receipt }) => receipt);
}

/** Returns the last receipt of the payments of a reference, for the payer; null before the posting. */
export async function receiptOfReference(db: Db, jointId: number, reference: string): Promise<number | null> {
  const { receipt } = await db
    .selectFrom('gateway_transaction as t')
    .innerJoin('receipt as r', (join) => join.on(sameIn('r', 't', ['joint_id', 'payment'])))
    .select((eb) => eb.fn.max<number | null>('r.receipt').as('receipt'))
    .where('t.joint_id', '=', jointId)
    .where('t.reference', '=', reference)
    .where('t.state', '=', 'APPROVED')
    .executeTakeFirstOrThrow();
  return receipt;
}

/** Transaction or begun payment, for the list of the staff. Amount in centavos; `at`: epoch ms. */
export interface GatewayRow {
  reference: string;
  apartmentId: string | null;
  amount: Centavos;
  currency: string;
  at: Millis;
  state: IntentState;
  transactionId: string | null;
  payment: number | null;
  problem: GatewayProblem | null;
}

/** Lists transactions, and intents without a transaction, before a time, newest first. */
export async function listGatewayRows(
  db: Db,
  jointId: number,
  { before, most }: { before: Millis; most: number },
): Promise<GatewayRow[]> {
  const transactions = await db
    .selectFrom('gateway_transaction as t')
    .leftJoin('gateway_intent as i', (join) => join.on(sameIn('i', 't', ['joint_id', 'reference'])))
    .select(['t.reference', 'i.apartment_id as apartmentId', 't.amount', 't.currency', 't.first_at as at'])
    .select(['t.state', 't.transaction_id as transactionId', 't.payment', 't.problem'])
    .where('t.joint_id', '=', jointId)
    .where('t.first_at', '<', before)
    .orderBy('t.first_at', 'desc')
    .limit(most)
    .execute();
  const begun = await db
    .selectFrom('gateway_intent')
    .select(['reference', 'apartment_id as apartmentId', 'amount', 'currency', 'created_at as at', 'state'])
    .where('joint_id', '=', jointId)
    .where('created_at', '<', before)
    .where('state', '=', 'BEGUN')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
  const none = { transactionId: null, payment: null, problem: null };
  const rows: GatewayRow[] = [...transactions, ...begun.map((intent) => ({ ...intent, ...none }))];
  return rows.sort((a, b) => b.at - a.at).slice(0, most);
}

/** Returns the end and the problem of the last reconciliation of a joint; undefined before the first keys. */
export function findCheck(
  db: Db,
  jointId: number,
): Promise<{ checkedAt: Millis | null; problem: string | null } | undefined> {
  return db
    .selectFrom('gateway_check')
    .select(['checked_at as checkedAt', 'problem'])
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
}

/** Leases on the reconciliations of joints: one process asks the gateway for a joint. */
export const checkRows = new LeasedRows({
  table: 'gateway_check',
  id: 'joint_id',
  held: 'asking',
  mayBeTaken: (at) => sql`next_at <= ${at}`,
});

/** Joint to reconcile now. */
export interface DueCheck extends Lease {
  id: number;
}

/** Lists some due reconciliations, the oldest first. */
export function dueChecks(db: Db, at: Millis): Promise<DueCheck[]> {
  return db
    .selectFrom('gateway_check')
    .select(['joint_id as id', 'attempts'])
    .where(checkRows.isDue(at))
    .orderBy('next_at')
    .limit(5)
    .execute();
}

/**
 * Lists references to ask the gateway about, the least recently asked first: payments begun or pending, and other
 * payments not asked since `finalBefore`, because the notification of a void or of a second try may be lost.
 */
export async function referencesToAsk(
  db: Db,
  jointId: number,
  when: {
    environment: GatewayEnvironment;
    from: Millis;
    until: Millis;
    finalBefore: Millis;
    most: number;
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom('gateway_intent')
    .select('reference')
    .where('joint_id', '=', jointId)
    .where('environment', '=', when.environment)
    .where('created_at', '>=', when.from)
    .where('created_at', '<=', when.until)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['BEGUN', 'PENDING']),
        eb('asked_at', 'is', null),
        eb('asked_at', '<', when.finalBefore),
      ]),
    )
    .orderBy(sql`coalesce(asked_at, 0)`)
    .orderBy('created_at')
    .limit(when.most)
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Notes the time of the last question about a reference. */
export async function noteAsked(db: Db, jointId: number, reference: string, at: Millis): Promise<void> {
  await db
    .updateTable('gateway_intent')
    .set({ asked_at: at })
    .where('joint_id', '=', jointId)
    .where('reference', '=', reference)
    .execute();
}
