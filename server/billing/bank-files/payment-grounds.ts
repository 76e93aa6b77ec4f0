import type { Day } from '../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readReferences } from '../ledger/references.repository.ts';
import { shortReferences } from '../ledger/references.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { knownKeys, standingReceiptsOf } from '../till/payments.repository.ts';
import type { MatchedFile, MatchedPayment, PaymentGrounds, UnseenFile } from './matched-payments.ts';

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
 * Marks the payment lines of a file already imported from an earlier file (`isKnown`), and removes their
 * proposals. Adds a warning for each line with account, day and amount of a payment already in the ledger,
 * because the payment may have been typed by hand.
 */
export async function markKnown(
  db: Db,
  jointId: number,
  { rows, ...file }: UnseenFile,
): Promise<MatchedFile> {
  const keys = rows.map(({ onceKey }) => onceKey);
  const storedKeys = await knownKeys(db, jointId, keys);
  const marked = rows.map((row) => {
    const isKnown = storedKeys.has(row.onceKey);
    return { ...row, isKnown, proposal: isKnown ? null : row.proposal };
  });
  const problems = [...file.problems, ...(await alreadyPaid(db, jointId, marked))];
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { ...file, rows: marked, problems };
}

/** Numbers of receipts by unit, day and amount, without the receipts of lines already marked as imported. */
type Unexplained = Map<string, number[]>;

const groundKey = (apartmentId: string, valueDate: Day, amount: Centavos): string =>
  JSON.stringify([apartmentId, valueDate, amount]);

/**
 * Notes on each proposal an existing receipt of the same account, day and amount. Warns about each new line with an
 * equal receipt: entered by hand, or imported from another kind of file. The user decides, because both payments
 * may be real.
 */
async function alreadyPaid(
  db: Db,
  jointId: number,
  lines: readonly MatchedPayment[],
): Promise<ImportProblem[]> {
  const unexplained = await unexplainedReceipts(db, jointId, lines);
  for (const { proposal, valueDate, amount } of lines) {
    if (proposal?.apartmentId == null) continue;
    proposal.twin = unexplained.get(groundKey(proposal.apartmentId, valueDate, amount))?.[0] ?? null;
  }
  return lines.flatMap(({ row, apartmentId, valueDate, amount, isKnown }) => {
    if (apartmentId === null || isKnown) return [];
    // Each receipt explains at most a single line.
    const receipt = unexplained.get(groundKey(apartmentId, valueDate, amount))?.shift();
    if (receipt === undefined) return [];
    const message = `El inmueble ${apartmentId} ya tiene un recibo por ${formatPesos(amount)} de ese día: el ${receipt}. Revise que no sea el mismo pago.`;
    return { row, column: null, severity: 'warning', code: 'paidAlready', message };
  });
}

async function unexplainedReceipts(
  db: Db,
  jointId: number,
  lines: readonly MatchedPayment[],
): Promise<Unexplained> {
  const days = new Set(lines.filter(({ isKnown }) => !isKnown).map(({ valueDate }) => valueDate));
  const rows = await standingReceiptsOf(db, jointId, [...days]);
  const brought = new Set(lines.filter(({ isKnown }) => isKnown).map(({ onceKey }) => onceKey));
  const unexplained: Unexplained = new Map();
  for (const { receipt, apartmentId, valueDate, amount, onceKey } of rows) {
    if (onceKey !== null && brought.has(onceKey)) continue;
    const key = groundKey(apartmentId, valueDate, amount);
    const numbers = unexplained.get(key);
    if (numbers === undefined) unexplained.set(key, [receipt]);
    else numbers.push(receipt);
  }
  return unexplained;
}
