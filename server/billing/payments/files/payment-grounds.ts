import type { Day } from '../../../../shared/days.ts';
import { type Centavos, formatPesos } from '../../../../shared/money.ts';
import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { readReferences } from '../../ledger/references.repository.ts';
import { shortReferences } from '../../ledger/references.ts';
import { payingAccounts } from '../../ledger/unit-accounts.repository.ts';
import { knownKeys, standingReceiptsOf } from '../till/payments.repository.ts';
import type { MatchedFile, MatchedPayment, PaymentGrounds, UnseenFile } from './matched-payments.ts';

/** What a file of payments is matched with. */
export async function readPaymentGrounds(db: Db, jointId: number): Promise<PaymentGrounds> {
  const accountOf = await payingAccounts(db, jointId);
  const references = await readReferences(db, jointId);
  return { accountOf, references, short: await shortReferences(db, jointId, { references, accountOf }) };
}

/** Says of each line whether it was imported before, and warns of those that somebody may have entered otherwise. */
export async function markKnown(
  db: Db,
  jointId: number,
  { rows, ...file }: UnseenFile,
): Promise<MatchedFile> {
  const keys = rows.map(({ onceKey }) => onceKey);
  const known = await knownKeys(db, jointId, keys);
  const marked = rows.map((row) => {
    const isKnown = known.has(row.onceKey);
    return { ...row, known: isKnown, proposal: isKnown ? null : row.proposal };
  });
  const problems = [...file.problems, ...(await alreadyPaid(db, jointId, marked))];
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { ...file, rows: marked, problems };
}

/** Receipts of one unit, day and amount that no line of the file is known to have brought: their numbers. */
type Unexplained = Map<string, number[]>;

const keyOf = (apartmentId: string, valueDate: Day, amount: Centavos): string =>
  JSON.stringify([apartmentId, valueDate, amount]);

/**
 * Notes on proposals the receipt of the same day and amount that their account has already, and
 * warns of each new line whose unit has a receipt of the same day and amount already: somebody entered it by hand, or
 * it came in another kind of file. It may well be another payment, and whoever imports decides.
 */
async function alreadyPaid(
  db: Db,
  jointId: number,
  lines: readonly MatchedPayment[],
): Promise<ImportProblem[]> {
  const unexplained = await unexplainedReceipts(db, jointId, lines);
  for (const { proposal, valueDate, amount } of lines) {
    if (proposal?.apartmentId == null) continue;
    proposal.twin = unexplained.get(keyOf(proposal.apartmentId, valueDate, amount))?.[0] ?? null;
  }
  return lines.flatMap(({ row, apartmentId, valueDate, amount, known }) => {
    if (apartmentId === null || known) return [];
    // Of two equal lines and one receipt, one may be the receipt's.
    const receipt = unexplained.get(keyOf(apartmentId, valueDate, amount))?.shift();
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
  const days = new Set(lines.filter(({ known }) => !known).map(({ valueDate }) => valueDate));
  const rows = await standingReceiptsOf(db, jointId, [...days]);
  const brought = new Set(lines.filter(({ known }) => known).map(({ onceKey }) => onceKey));
  const unexplained: Unexplained = new Map();
  for (const { receipt, apartmentId, valueDate, amount, onceKey } of rows) {
    if (onceKey !== null && brought.has(onceKey)) continue;
    const key = keyOf(apartmentId, valueDate, amount);
    const numbers = unexplained.get(key);
    if (numbers === undefined) unexplained.set(key, [receipt]);
    else numbers.push(receipt);
  }
  return unexplained;
}
