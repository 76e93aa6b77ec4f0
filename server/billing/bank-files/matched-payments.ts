import { createHash } from 'node:crypto';
import type { PaymentAsk } from '../../../shared/billing/payments.api.ts';
import type { Proposal } from '../../../shared/billing/proposals.api.ts';
import { centavos } from '../../../shared/money.ts';
import { someRows } from '../../platform/sheets/mapping/problems.ts';
import { type ProposalGrounds, proposalsFor } from '../proposals/proposals.ts';
import { paymentText } from '../proposals/text-tokens.ts';
import { UnitIndex } from '../store/unit-index.ts';
import { Payers } from '../till/payer.ts';
import type { ReadPayment, ReadPaymentFile } from './payment-file.types.ts';
import type { ImportedPayment } from './payment-files.repository.ts';
import type { ReturnedPayment } from './returned-payments.ts';

/**
 * Computes a unique key for each line from the content and the position among equal lines of the file. The same
 * lines in another file have the same keys, so a line is imported only once.
 */
function onceKeys({ kind, rows }: ReadPaymentFile): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ identity, transaction }) => {
    // An id names a transaction once, in any file.
    if (transaction !== null) return transactionKey(transaction);
    const occurrence = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, occurrence);
    return keyOf([kind, identity, occurrence]);
  });
}

/** Computes the unique key of a payment with the id of a gateway's transaction, from a file or from the gateway itself. */
export const transactionKey = (id: string): string => keyOf(['transaction', id.toUpperCase()]);

const keyOf = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Payment line of an uploaded file, with the account of the joint that receives the money. The last step
 * before the import stores the payments.
 */
export interface MatchedPayment extends ReadPayment {
  /** Id of the account's main unit, receiver of the payment; null if not identified. */
  apartmentId: string | null;
  /**
   * Probable account for a line without an account, with the evidence; null without a proposal. A person must
   * confirm the proposal.
   */
  proposal: Proposal | null;
  /**
   * Hash of the line's text and of the number of equal lines before. Equal for the same line in any later
   * file, so that each line is imported only once.
   */
  onceKey: string;
  /** Payment of an earlier import with this line; null for a new line. */
  earlier: ImportedPayment | null;
}

/**
 * File of payments with the account of each line, if found, and the mark of lines imported before. Base of
 * the import's preview and of the import.
 */
export interface MatchedFile extends Omit<ReadPaymentFile, 'rows' | 'unitColumn' | 'returns'> {
  rows: MatchedPayment[];
  /** Payments in the books taken back by a movement of the file. */
  returned: ReturnedPayment[];
}

/**
 * Data of a joint (co-owned property) to find the account for a payment line of a file. Only plain data,
 * because a worker thread does the search.
 */
export interface PaymentGrounds {
  /**
   * Account that receives each unit's payments. Key: id of the unit ('P12'). Value: id of the billed unit
   * ('101').
   */
  accountOf: ReadonlyMap<string, string>;
  /**
   * Payment references printed on the bills. Key: id of the billed unit ('101'). Value: reference in digits.
   */
  references: ReadonlyMap<string, string>;
  /**
   * Accounts by shortened reference, if the agreement with the bank shortens references; else empty. Key:
   * last digits of the reference. Value: id of the billed unit.
   */
  short: ReadonlyMap<string, string>;
}

/**
 * File of payments after the search for accounts, and before `markKnown` marks the lines imported earlier.
 */
export interface UnseenFile extends Omit<MatchedFile, 'rows' | 'returned'>, Pick<ReadPaymentFile, 'returns'> {
  rows: Omit<MatchedPayment, 'earlier'>[];
}

/**
 * Finds the account for each payment line of a file: by the payment reference, or by the unit's name. For a
 * line without account, looks for a probable account by units, names, identity numbers and earlier payments
 * in the bank's text (`proposal`). Slow for thousands of lines: only for workers.
 */
export function identifyPayments(
  read: ReadPaymentFile,
  grounds: PaymentGrounds,
  proposing: ProposalGrounds,
): UnseenFile {
  const file = matchPayments(read, grounds);
  const owed = new Map(proposing.owed);
  for (const { apartmentId, amount } of file.rows) {
    if (apartmentId !== null) owed.set(apartmentId, centavos((owed.get(apartmentId) ?? 0) - amount));
  }
  const waiting = file.rows.filter(({ apartmentId }) => apartmentId === null);
  const proposals = proposalsFor(
    waiting.map(({ valueDate, amount, ...row }) => ({ text: paymentText(row), valueDate, amount })),
    { ...proposing, owed },
  );
  for (const [index, row] of waiting.entries()) row.proposal = proposals[index] ?? null;
  return file;
}

/** Warns about equal lines for the same unit in a spreadsheet: two payments, or a line typed twice. */
function alike({ kind, rows, unitColumn }: ReadPaymentFile): ReadPaymentFile['problems'] {
  if (kind !== 'sheet') return [];
  const seen = new Map<string, number>();
  const twice = rows.flatMap(({ row, unit, identity }) => {
    if (unit === '') return [];
    const first = seen.get(identity);
    if (first === undefined) seen.set(identity, row);
    return first === undefined ? [] : [`${row} (igual a la ${first})`];
  });
  if (twice.length === 0) return [];
  const some = twice.slice(0, MOST_UNITS_NAMED).join(', ');
  const more = twice.length > MOST_UNITS_NAMED ? ` y ${twice.length - MOST_UNITS_NAMED} más` : '';
  const message = `Hay filas que dicen lo mismo que otra, con el mismo inmueble, día y valor: ${some}${more}. Cada una entra como un pago; si es uno solo, borre la repetida.`;
  return [{ row: null, column: unitColumn, severity: 'warning', code: 'paymentsAlike', message }];
}

/** Most unknown units compared with all units of the joint to suggest a spelling. */
const MOST_SUGGESTIONS = 50;

const MOST_UNITS_NAMED = 5;

/** True for an unknown text with several known units: '101 y 102', '101, 102', '101-102', '101 al 103'. */
function namesSeveral(unitText: string, units: UnitIndex): boolean {
  const parts = unitText.split(/\s*[-–,;/+&]\s*|\s+(?:y|e|con|a|al|hasta)\s+/i);
  return parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => units.find(part) !== null);
}

/** Most units in a cell. */
const MOST_PARTS = 20;

/** Returns the question about payments with several units in a cell. */
const askOfSeveral = (rows: readonly number[]): PaymentAsk => ({
  code: 'unitsSeveral',
  title: '¿Cómo se reparten los pagos de varios inmuebles?',
  text: `Hay pagos de varios inmuebles en la misma celda (${someRows(rows)}). Quedan por identificar, y allí se reparten con lo que debe cada uno; o escriba una fila por inmueble y cargue el archivo de nuevo.`,
  choices: [{ label: 'Dejarlos por identificar', severalWait: true }],
});

/**
 * Finds the account of each payment line: (1) by the payment reference, (2) in a spreadsheet, by the name of
 * the unit. Lines without an account keep `apartmentId` null, and an entry in `problems` for an unknown unit.
 * Slow for thousands of lines: only for workers.
 */
export function matchPayments(
  file: ReadPaymentFile,
  { accountOf, references, short }: PaymentGrounds,
): UnseenFile {
  const byReference = new Map(
    [...references].map(([unit, reference]) => [reference, accountOf.get(unit) ?? unit]),
  );
  const payers = new Payers({ accountOf, byReference, short });
  const units = new UnitIndex([...accountOf.keys()]);
  const keys = onceKeys(file);
  const problems = [...file.problems];
  const otherwise = new Map<string, string>();
  let suggestions = 0;
  const several: number[] = [];
  const rows = file.rows.map((line, index): UnseenFile['rows'][number] => {
    const matched = { ...line, onceKey: keys[index] ?? '', proposal: null };
    if (file.kind !== 'sheet') {
      return { ...matched, apartmentId: payers.byReferenceOrUnit(line.reference) };
    }
    // In free text a number may mean anything, so only our own payment reference identifies a unit.
    if (line.unit === '') return { ...matched, apartmentId: payers.byReference(line.reference) };
    const found = units.find(line.unit);
    if (found === null && namesSeveral(line.unit, units)) {
      several.push(line.row);
      // The text of the bank stays as detail, for the later search for units.
      return {
        ...matched,
        detail: paymentText({ reference: line.unit, detail: line.detail }),
        apartmentId: null,
      };
    }
    const about = { row: line.row, column: file.unitColumn };
    if (found === null) {
      const near = suggestions++ < MOST_SUGGESTIONS ? units.suggest(line.unit) : null;
      const message = `La copropiedad no tiene el inmueble «${line.unit.slice(0, 60)}».${near === null ? '' : ` ¿Es «${near}»?`}`;
      problems.push({ ...about, severity: 'error', code: 'unitUnknown', message });
    } else if (!found.same) {
      otherwise.set(line.unit.slice(0, 60), found.apartmentId);
    }
    return { ...matched, apartmentId: found === null ? null : (accountOf.get(found.apartmentId) ?? null) };
  });
  if (otherwise.size > 0) {
    const some = [...otherwise]
      .slice(0, MOST_UNITS_NAMED)
      .map(([unitText, unit]) => `«${unitText}» es «${unit}»`);
    const more = otherwise.size > MOST_UNITS_NAMED ? ` y ${otherwise.size - MOST_UNITS_NAMED} más` : '';
    const message = `Inmuebles escritos de otra forma que en la copropiedad (${otherwise.size}): ${some.join(', ')}${more}.`;
    problems.push({ row: null, column: file.unitColumn, severity: 'warning', code: 'unitRead', message });
  }
  problems.push(...alike(file));
  const asks = several.length > 0 && !file.severalWait ? [askOfSeveral(several)] : [];
  for (const { code, text: message } of asks)
    problems.push({ row: null, column: file.unitColumn, severity: 'error', code, message });
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  const { unitColumn: _, ...rest } = file;
  return { ...rest, rows, problems, asks: [...(file.asks ?? []), ...asks] };
}
