import type {
  GatewayEnvironment,
  GatewayProblem,
  IntentState,
  TransactionState,
} from '../../../shared/billing/gateway.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { MAX_PESOS, NO_MONEY, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { transactionKey } from '../bank-files/matched-payments.ts';
import { saveBooks } from '../ledger/books.repository.ts';
import { type BooksUseCase, inBooks } from '../ledger/books-act.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { enterPayment } from '../payments/add.ts';
import { annulWithin } from '../payments/annul.ts';
import { refundWithin } from '../payments/exits.ts';
import { checkPaymentAddsUp } from '../till/destinations.repository.ts';
import { withBalanceLimit } from '../till/exactly.ts';
import { listExits } from '../till/exits.repository.ts';
import { findPayment } from '../till/payments.repository.ts';
import * as stored from './gateway.repository.ts';
import type { ToldTransaction } from './gateway.types.ts';

/** Order of the states of a transaction: a state counts only after states of a smaller rank. */
const RANK: Readonly<Record<TransactionState, number>> = {
  PENDING: 0,
  DECLINED: 1,
  ERROR: 1,
  APPROVED: 2,
  VOIDED: 3,
};

/** Order of precedence among the states of several transactions of a reference: the first is the state of the intent. */
const DECIDING: readonly IntentState[] = ['APPROVED', 'PENDING', 'VOIDED', 'DECLINED', 'ERROR'];

interface GatewayNews {
  /** Name of the gateway, also the author in the audit trail. */
  name: string;
  environment: GatewayEnvironment;
  transaction: ToldTransaction;
}

/**
 * Applies the state of a transaction, from a signed notification or from the gateway's answer: posts an approved payment
 * once, and reverses a voided one. Everything is stored in one transaction under the billing lock: doubled, late and
 * reordered states, several processes and a crash leave each payment posted once. A state without news has no effect.
 * @throws Problem balanceTooLarge
 */
export async function applyTransaction(db: Db, jointId: number, news: GatewayNews): Promise<void> {
  const { id, state } = news.transaction;
  const isNews = (before: stored.StoredTransaction | undefined) =>
    before === undefined || RANK[state] > RANK[before.state];
  if (!isNews(await stored.findTransaction(db, jointId, id))) return;
  await withBalanceLimit(() =>
    inBooks(db, { jointId, actor: news.name }, async (act) => {
      const before = await stored.findTransaction(act.trx, jointId, id);
      if (!isNews(before)) return;
      await store(act, news, before);
    }),
  );
}

async function store(
  act: BooksUseCase,
  news: GatewayNews,
  before: stored.StoredTransaction | undefined,
): Promise<void> {
  const { trx, at, books } = act;
  const { jointId } = books;
  const { id, state, reference, amount, currency } = news.transaction;
  let { payment, problem } = before ?? { payment: null, problem: null };
  if (state === 'APPROVED') ({ payment, problem } = await post(act, news));
  if (state === 'VOIDED') {
    payment ??= await paymentByFile(act, news);
    // An import computed before the void starts again, and leaves the transaction out.
    if (payment === null) await saveBooks(trx, books);
  }
  if (state === 'VOIDED' && payment !== null) problem = (await reverse(act, payment, news)) ?? problem;
  const row = { id, state, reference, amount, currency, payment, problem };
  await stored.putTransaction(trx, jointId, row, at);
  const states: readonly string[] = await stored.statesOfReference(trx, jointId, reference);
  const deciding = DECIDING.find((one) => states.includes(one));
  if (deciding !== undefined) await stored.setIntentState(trx, jointId, reference, deciding);
}

/** Returns the payment of a file with the same transaction; null without one, in trials and in other currencies. */
async function paymentByFile(
  { trx, books }: BooksUseCase,
  { environment, transaction: { id, currency } }: GatewayNews,
): Promise<number | null> {
  if (environment === 'test' || currency !== 'COP') return null;
  return (await stored.findPaymentByKey(trx, books.jointId, transactionKey(id))) ?? null;
}

/**
 * Posts an approved payment: a receipt of the intended account, if reference, amount and currency are those of the intent.
 * Other pesos arrived too, and wait for a person like a deposit without a unit. Other currencies, trial payments and
 * payments to another joint with the same account at the gateway are only a line. The approval's day in Bogotá dates the payment, at the latest today.
 */
async function post(
  act: BooksUseCase,
  { name, environment, transaction }: GatewayNews,
): Promise<{ payment: number | null; problem: GatewayProblem | null }> {
  const { trx, books } = act;
  const { id, reference, amount, currency, at } = transaction;
  const intent = await stored.findIntent(trx, books.jointId, reference);
  if (environment === 'test') return { payment: null, problem: 'trial' };
  if (currency !== 'COP') return { payment: null, problem: 'otherCurrency' };
  if (amount > MAX_PESOS * 100) return { payment: null, problem: 'otherAmount' };
  const onceKey = transactionKey(id);
  if (intent === undefined && (await stored.isIntentElsewhere(trx, books.jointId, reference)))
    return { payment: null, problem: 'otherJoint' };
  const byFile = await stored.findPaymentByKey(trx, books.jointId, onceKey);
  if (byFile !== undefined) return { payment: byFile, problem: 'postedByFile' };
  const isKnown = intent?.environment === environment;
  const account = isKnown ? (await payingAccounts(trx, books.jointId)).get(intent.apartmentId) : undefined;
  const problem = !isKnown
    ? 'unknownReference'
    : intent.currency !== currency
      ? 'otherCurrency'
      : intent.amount !== amount
        ? 'otherAmount'
        : account === undefined
          ? 'unitGone'
          : null;
  const apartmentId = problem === null && account !== undefined ? account : null;
  const day = dayInBogota(at);
  const valueDate = day > act.today ? act.today : day;
  const detail = `Pago en línea por ${name}`;
  const fields = { apartmentId, amount, valueDate, reference, detail, transaction: id, onceKey };
  const payment = await enterPayment(act, { ...fields, channel: 'gateway' });
  await checkPaymentAddsUp(trx, books.jointId, payment);
  return { payment, problem };
}

/**
 * Reverses a voided payment: annuls the valid receipts as money that never arrived, and notes waiting money as returned.
 * Money booked as another income stays, and the line tells a person.
 */
async function reverse(
  act: BooksUseCase,
  payment: number,
  { name, transaction }: GatewayNews,
): Promise<GatewayProblem | null> {
  const { trx, books } = act;
  const reason = `${name} anuló el pago.`;
  const waiting = (await findPayment(trx, books.jointId, payment))?.waiting ?? NO_MONEY;
  if (waiting > 0) {
    const refund = { refundedOn: act.today, reason, reference: transaction.id, waiting: toPesos(waiting) };
    await refundWithin(act, payment, refund);
  }
  for (const receipt of await stored.validReceipts(trx, books.jointId, payment))
    await annulWithin(act, receipt, { reason });
  const exits = await listExits(trx, books.jointId, { payment });
  return exits.some(({ kind, annulled }) => kind === 'income' && annulled === null) ? 'incomeStands' : null;
}
