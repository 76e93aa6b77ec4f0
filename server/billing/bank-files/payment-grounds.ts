import { addDays, type Day } from '../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readReferences } from '../ledger/references.repository.ts';
import { shortReferences } from '../ledger/references.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { standingReceiptsOf } from '../till/payments.repository.ts';
import {
  type MatchedFile,
  type MatchedPayment,
  type PaymentGrounds,
  transactionKey,
  type UnseenFile,
} from './matched-payments.ts';
import { importedPayments, voidedTransactions } from './payment-files.repository.ts';
import { aboutReturned, findReturned } from './returned-payments.ts';
import { fileLayoutOf, findSameMovements, type Same } from './same-movements.ts';
import { aboutSame, aboutTransactions, isKnown } from './same-words.ts';

/**
 * Reads the data to find the account for a payment line: (1) the account that receives each unit's payments,
 * (2) the payment reference printed on each account's bills, (3) references shortened by agreement with the
 * bank.
 */
export async function readPaymentGrounds(db: Db, jointId: number): Promise<PaymentGrounds> {
  const accountOf = await payingAccounts(db, jointId);
  const references = await readReferences(db, jointId);
  return { accountOf, references, short: await shortReferences(db, jointId, { references, accountOf }) };
}

/**
 * Marks the payment lines of a file already imported from an earlier file (`earlier`), and removes their proposals. A line
 * is known by its key, or as the same movement in another layout (`findSameMovements`); doubtful lines are a question.
 * Adds a warning for each line with account, day and amount of a payment already in the ledger, because the payment
 * may have been typed by hand. Leaves out new lines with a transaction voided at the gateway, with a warning.
 */
export async function markKnown(
  db: Db,
  jointId: number,
  { rows: read, ...file }: UnseenFile,
): Promise<MatchedFile> {
  const { rows, problems: voided } = await withoutVoided(db, jointId, read);
  const days = [...new Set(rows.flatMap(({ valueDate }) => [-1, 0, 1].map((by) => addDays(valueDate, by))))];
  const imported = await importedPayments(db, jointId, { keys: rows.map(({ onceKey }) => onceKey), days });
  const byKey = new Map(imported.map((one) => [one.onceKey, one]));
  const receiptDays = [...new Set([...days, ...imported.map(({ valueDate }) => valueDate)])];
  const receipts = await standingReceiptsOf(db, jointId, receiptDays);
  const accounts = new Map<number, string[]>();
  for (const { payment, apartmentId } of receipts)
    accounts.set(payment, [...(accounts.get(payment) ?? []), apartmentId]);
  const accountsOf = (payment: number) => accounts.get(payment) ?? [];
  const own = fileLayoutOf(file);
  const keyed = new Set(rows.map(({ onceKey }) => onceKey));
  const others = imported
    .filter(({ onceKey }) => onceKey === null || !keyed.has(onceKey))
    .map((one) => ({ ...one, accounts: accountsOf(one.payment) }));
  const fresh = rows.filter(({ onceKey }) => !byKey.has(onceKey));
  const same = findSameMovements(fresh, others, own);
  const isSame = (one: Same | undefined): one is Same => one !== undefined && isKnown(one, same, file.alike);
  const marked = rows.map((row) => {
    const alike = same.get(row);
    const earlier = byKey.get(row.onceKey) ?? (isSame(alike) ? alike.imported : null);
    return { ...row, earlier, proposal: earlier === null ? row.proposal : null };
  });
  const sameTold = aboutSame(same, file.alike);
  const returned = await findReturned(db, jointId, file.returns ?? []);
  const problems = [
    ...file.problems,
    ...voided,
    ...sameTold.problems,
    ...aboutTransactions(marked, accountsOf, own.layoutKey),
    ...alreadyPaid(marked, receipts),
    ...aboutReturned(returned),
  ];
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return {
    ...file,
    rows: marked,
    returned: returned.pairs,
    problems,
    asks: [...(file.asks ?? []), ...sameTold.asks],
  };
}

/** Leaves out the lines with a transaction voided at the gateway before any payment: the money went back to the payer. */
async function withoutVoided(db: Db, jointId: number, read: UnseenFile['rows']) {
  const voided = new Set((await voidedTransactions(db, jointId)).map(transactionKey));
  const isVoided = ({ onceKey }: UnseenFile['rows'][number]) => voided.has(onceKey);
  const problems = read.filter(isVoided).map(({ row, transaction }): ImportProblem => {
    const message = `La pasarela anuló la transacción «${transaction?.slice(0, 60)}»: el dinero volvió a quien pagó, y la fila no se importa.`;
    return { row, column: null, severity: 'warning', code: 'transactionVoided', message };
  });
  return { rows: read.filter((line) => !isVoided(line)), problems };
}

/** Numbers of receipts by unit, day and amount, without the receipts of lines already marked as imported. */
type Unexplained = Map<string, number[]>;
type StandingReceipt = Awaited<ReturnType<typeof standingReceiptsOf>>[number];

const groundKey = (apartmentId: string, valueDate: Day, amount: Centavos): string =>
  JSON.stringify([apartmentId, valueDate, amount]);

/**
 * Notes on each proposal an existing receipt of the same account, day and amount. Warns about each new line with an
 * equal receipt: entered by hand, or imported from another kind of file. The user decides, because both payments
 * may be real.
 */
function alreadyPaid(
  lines: readonly MatchedPayment[],
  receipts: readonly StandingReceipt[],
): ImportProblem[] {
  const unexplained = unexplainedReceipts(lines, receipts);
  for (const { proposal, valueDate, amount } of lines) {
    if (proposal?.apartmentId == null) continue;
    proposal.twin = unexplained.get(groundKey(proposal.apartmentId, valueDate, amount))?.[0] ?? null;
  }
  return lines.flatMap(({ row, apartmentId, valueDate, amount, earlier }) => {
    if (apartmentId === null || earlier !== null) return [];
    // Each receipt explains at most a single line.
    const receipt = unexplained.get(groundKey(apartmentId, valueDate, amount))?.shift();
    if (receipt === undefined) return [];
    const message = `El inmueble ${apartmentId} ya tiene un recibo por ${formatPesos(amount)} de ese día: el ${receipt}. Revise que no sea el mismo pago.`;
    return { row, column: null, severity: 'warning', code: 'paidAlready', message };
  });
}

function unexplainedReceipts(
  lines: readonly MatchedPayment[],
  receipts: readonly StandingReceipt[],
): Unexplained {
  const brought = new Set(lines.flatMap(({ earlier }) => earlier?.payment ?? []));
  const unexplained: Unexplained = new Map();
  for (const { receipt, payment, apartmentId, valueDate, amount } of receipts) {
    if (brought.has(payment)) continue;
    const key = groundKey(apartmentId, valueDate, amount);
    const numbers = unexplained.get(key);
    if (numbers === undefined) unexplained.set(key, [receipt]);
    else numbers.push(receipt);
  }
  return unexplained;
}
