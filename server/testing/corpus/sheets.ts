/**
 * Corpus of spreadsheets as written by people, banks and programs. Each sheet names the expected reading, questions,
 * warnings and refusals.
 */

import type { MonthReading, MonthReport } from '../../../shared/billing/drafts.api.ts';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import { formatExact } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import type { ParticipantsReading } from '../../../shared/events/participants-reading.ts';
import { formatMoney, sumMoney } from '../../../shared/money.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { matchPayments } from '../../billing/bank-files/matched-payments.ts';
import { readPaymentSheet } from '../../billing/bank-files/payment-sheet.ts';
import { parseMonthSheet } from '../../billing/charges/read-month-sheet.ts';
import type { RememberedColumn } from '../../billing/store/months.repository.ts';
import { readParticipantsTable } from '../../events/participants-table.ts';
import { unpackedJson } from '../../platform/lib/packed-json.ts';
import { readFile } from '../../platform/sheets/read-file.ts';
import type { Cell, Sheet } from '../../platform/sheets/sheet.types.ts';
import { readCoefficientTable } from '../../properties/units-sheet/coefficient-table.ts';

/**
 * Cell of a workbook in the corpus: a value, a cell merged with a neighbour, a date, or a formula without a value.
 */
type Written = string | number | { merged: string } | { date: string } | { uncalculated: true };

interface InCorpus {
  name: string;
  /** Origin of the layout or of the fault: a note, a program, a bank. */
  source?: string;
  /** Content of the file: text, bytes, or rows by sheet name. */
  file: string | Buffer | Record<string, readonly (readonly Written[])[]>;
  expected: ExpectedPreview;
}

/** Expected reading of a sample file: lines about the data, and the codes of questions and problems. */
export interface ExpectedPreview {
  /** Lines about the data read: counts, exact sum, and names. */
  read: readonly string[];
  /** Codes of questions to the user. */
  questions?: readonly string[];
  /** Codes of warnings without a question. */
  warned?: readonly string[];
  /** Codes of errors. */
  refused?: readonly string[];
}

export interface UnitsSheet extends InCorpus {
  reading?: UnitsReading;
}

export interface MonthsSheet extends InCorpus {
  /** Ids of the units of the joint. */
  units: readonly string[];
  reading?: Partial<MonthReading>;
  /** True if the joint's books have begun, without a debt of any unit. */
  begun?: boolean;
  remembered?: RememberedColumn[];
  fileName?: string;
}

export interface PaymentsSheet extends InCorpus {
  choices?: PaymentsReading;
}

export interface ParticipantsSheet extends InCorpus {
  reading?: ParticipantsReading;
}

function cellOf(written: Written): Cell {
  if (typeof written === 'number') return { text: String(written), number: written };
  if (typeof written === 'string') return { text: written };
  if ('merged' in written) return { text: written.merged, merged: true };
  if ('date' in written) return { text: written.date, date: true };
  return { text: '', uncalculated: true };
}

/** Returns the sheets of a sample file as cells, like the reading of an uploaded file. */
export async function sheetsOf(file: InCorpus['file'], fileName = 'planilla.csv'): Promise<Sheet[]> {
  if (typeof file === 'string' || Buffer.isBuffer(file)) return readFile(Buffer.from(file), fileName);
  return Object.entries(file).map(([name, rows]) => ({
    name,
    rows: rows.map((cells, at) => ({ number: at + 1, cells: cells.map(cellOf) })),
  }));
}

interface Problem {
  code: string;
  severity: 'error' | 'warning';
}

/** Makes a preview with unique codes by severity in alphabetical order. Drops only empty lists. */
function toldOf(read: string[], problems: readonly Problem[], questions: readonly string[]): ExpectedPreview {
  const codes = (severity: Problem['severity']) => [
    ...new Set(problems.flatMap((one) => (one.severity === severity ? [one.code] : []))),
  ];
  const lists = {
    questions: [...new Set(questions)].sort(),
    warned: codes('warning')
      .filter((code) => !questions.includes(code))
      .sort(),
    refused: codes('error').sort(),
  };
  return { read, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) };
}

/** Codes of the questions about a table of units, answerable only by a person. */
const asksOfUnits: ReadonlySet<string> = new Set([
  ...['otherTables', 'kindsDoubtful', 'towersFilled', 'towersMissing', 'headerMissing', 'columnsMissing'],
]);

export function tellUnits(
  sheets: Sheet[],
  reading: UnitsReading = {},
): { preview: ExpectedPreview; account: SheetAccount } {
  const { rows, sum, problems, account } = readCoefficientTable(
    { sheets },
    { reading, remembered: [], knownUnits: [] },
  );
  const kinds = new Map<string, number>();
  for (const { kind } of rows) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const some = rows.slice(0, 4).map((row) => {
    const { apartmentId, owner, ownerDocument, emails, phones } = row;
    const more = [ownerDocument, ...(emails ?? []), ...(phones ?? [])].filter(Boolean).join(' ');
    return `${apartmentId}: ${owner}${more === '' ? '' : ` (${more})`}`;
  });
  const list = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const codes = problems.map(({ code }) => code).filter((code) => asksOfUnits.has(code));
  return { preview: toldOf([`${formatExact(sum)} %: ${list}`, ...some], problems, codes), account };
}

const TODAY = '2026-05-20';

/** Encodes rows as columns and JSON text, as the store passes rows to a worker. */
const rowsText = <Row extends object>(columns: (keyof Row & string)[], rows: readonly Row[]) => ({
  columns,
  text: JSON.stringify(rows.map((row) => columns.map((column) => row[column]))),
});

export function tellMonth(
  sheets: Sheet[],
  {
    units,
    reading = {},
    begun = false,
    remembered = [],
    fileName = 'planilla.csv',
  }: Omit<MonthsSheet, 'name' | 'file' | 'expected'>,
): { preview: ExpectedPreview; account: SheetAccount } {
  const of = units.map((apartment_id) => ({ apartment_id }));
  const grounds = {
    months: [],
    concepts: [],
    remembered,
    groupUnits: false,
    roundToPeso: false,
    units: rowsText(
      ['apartment_id', 'owner_name'],
      of.map((unit) => ({ ...unit, owner_name: null })),
    ),
    mains: rowsText(
      ['apartment_id', 'main_apartment_id'],
      of.map((unit) => ({ ...unit, main_apartment_id: null })),
    ),
    balances: rowsText(['apartment_id', 'balance'], begun ? of.map((unit) => ({ ...unit, balance: 0 })) : []),
    received: rowsText(['apartment_id', 'amount'], []),
  };
  const input = {
    grounds: grounds as never,
    reading: { year: 2026, month: 5, ...reading },
    today: TODAY,
    toStore: false,
  };
  const { report } = parseMonthSheet({ sheets }, input, fileName);
  const month = unpackedJson<MonthReport>(report);
  const { opening, payment } = month.totals;
  const concepts = new Map<string, number>();
  for (const { concept, amount } of month.rows.flatMap(({ charges }) => charges)) {
    concepts.set(concept, (concepts.get(concept) ?? 0) + Math.round(amount * 100));
  }
  const sums = [...concepts].map(([concept, cents]) => `${concept} ${formatMoney(cents as never)}`);
  const read = [
    `${month.rows.length} of ${units.length} units`,
    ...(opening === 0 ? [] : [`saldo ${formatMoney(Math.round(opening * 100) as never)}`]),
    ...(payment === 0 ? [] : [`pagos ${formatMoney(Math.round(payment * 100) as never)}`]),
    ...sums,
  ];
  return {
    preview: toldOf(
      read,
      month.problems,
      month.asks.map(({ code }) => code),
    ),
    account: month.account,
  };
}

/** Ids of the units with payments. */
const PAYING = ['101', '102', '103'];

export function tellPayments(
  sheets: Sheet[],
  choices?: PaymentsReading,
  today = TODAY,
): { preview: ExpectedPreview; account: SheetAccount | null } {
  const sheet = readPaymentSheet({ sheets }, { today, ...defined({ choices }) });
  const accountOf = new Map(PAYING.map((unit) => [unit, unit]));
  const grounds = { accountOf, references: new Map(), short: new Map() };
  const { severalWait = false } = choices ?? {};
  const { rows, problems, movements, account } = matchPayments({ ...sheet, severalWait }, grounds);
  const out =
    movements === null || movements.debits === 0
      ? []
      : [`out: ${movements.debits}, ${movements.debitSum} centavos`];
  const some = rows
    .slice(0, 4)
    .map(({ valueDate, apartmentId, amount, reference, means = '' }) =>
      [valueDate, apartmentId ?? '?', formatMoney(amount), reference, means]
        .join(' ')
        .replace(/ +/g, ' ')
        .trim(),
    );
  const sum = formatMoney(sumMoney(rows.map(({ amount }) => amount)));
  return { preview: toldOf([`${rows.length} payments, ${sum}`, ...out, ...some], problems, []), account };
}

export function tellParticipants(
  sheets: Sheet[],
  reading: ParticipantsReading = {},
): { preview: ExpectedPreview; account: SheetAccount } {
  const { rows, problems, account } = readParticipantsTable({ sheets }, { reading, knownTitles: [] });
  const some = rows.slice(0, 4).map(({ participantId, name }) => `${participantId} ${name}`.trim());
  return { preview: toldOf([`${rows.length} people`, ...some], problems, []), account };
}
