import type { PaymentColumnRole } from '../../../shared/billing/payment-columns.ts';
import { counted } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { samplesOf } from '../../platform/sheets/mapping/define-sheet.ts';
import { titleWords } from '../../platform/sheets/mapping/header.ts';
import { fileProblem, inQuotes, someRows } from '../../platform/sheets/mapping/problems.ts';
import { columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { OTHER_CURRENCY, otherMoney, titleMoney } from '../charges/column-words.ts';
import { directionOf, moneyIn } from './movement-words.ts';
import type { ReadLayout } from './payment-file.types.ts';
import type { PaymentLayout } from './payment-layout.ts';
import { columnsByWords, MEANS_OF_PAYMENT, OTHER_AMOUNT, saysNotPaid } from './payment-words.ts';
import { isRounded } from './repeated-transactions.ts';

/**
 * Builds the message that other sheets of an uploaded file contain payments too. An error, so that no sheet
 * is forgotten; only a warning if the user chose the sheet.
 * @param chosen sheet to read
 * @param others names of the other sheets with payments
 */
export function aboutOtherSheets(chosen: Sheet, others: readonly string[], isChosen: boolean): ImportProblem {
  const names = inQuotes(others);
  return isChosen
    ? fileProblem(
        'warning',
        'otherSheets',
        `Se usó la hoja «${chosen.name}». También tienen pagos y no se leyeron: ${names}.`,
      )
    : fileProblem(
        'error',
        'sheetsUnread',
        `Hay pagos en varias tablas: «${chosen.name}», ${names}. Elija la que va a importar ahora; después importe las otras.`,
      );
}

/**
 * Describes for the user how a sheet of payments was read: the header row, and each column with its role and
 * sample texts. The preview of the import shows the description, and the user may change the roles.
 */
export function toldLayout(sheets: readonly Sheet[], sheet: Sheet, layout: PaymentLayout): ReadLayout {
  const columns = layout.columns.map((column) => ({
    column,
    role: layout.role(column),
    header: layout.name(column),
    samples: samplesOf(sheet, layout.row, column, { length: Number.POSITIVE_INFINITY }).map(shorten),
  }));
  // An unused balance or total column is not remembered, because the next file may need the column.
  const remember = columns.filter(
    ({ role, header }) => role !== 'ignore' || !/\b(saldos?|total(es)?)\b/.test(plainWords(header)),
  );
  return {
    sheet: sheet.name,
    sheets: sheets.map(({ name }) => name),
    ...layout.origin,
    headerRow: layout.row,
    columns,
    remember: remember.map(({ column, role }) => ({ column, role })),
  };
}

/**
 * Builds warnings about columns with amounts or dates left unread in a file of payments, because the user may
 * expect these columns to count.
 */
export function aboutColumns(sheet: Sheet, layout: PaymentLayout): ImportProblem[] {
  return [
    ...aboutUnreadColumns(sheet, layout),
    ...aboutSides(sheet, layout),
    ...aboutThousands(sheet, layout),
    ...aboutAccounts(sheet, layout),
    ...aboutHidden(sheet, layout),
    ...aboutState(sheet, layout),
    ...aboutRounded(sheet, layout),
  ];
}

/** Smallest amount in centavos never written in thousands of pesos. */
const NOT_THOUSANDS = 10_000_00;

/** Refuses amounts in thousands of pesos or in another currency, by the header or a title: the amounts are never multiplied. */
function aboutThousands({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  const money = layout.all('amount', 'credit', 'debit');
  const titles = rows.filter(({ number }) => number < layout.row);
  const texts = titles.flatMap((row) => row.cells.map((_, column) => cellText(row, column)));
  const headers = money.map((column) => layout.name(column));
  const named =
    headers.find((text) => otherMoney(text) !== null) ?? texts.find((text) => titleMoney(text) !== null);
  const isLarge = rows.some(
    (row) =>
      row.number > layout.row &&
      money.some((column) => Math.abs(moneyIn(row, column).money ?? 0) >= NOT_THOUSANDS),
  );
  // A large amount shows that a title is about other amounts, or that 'miles' is not so; a header 'USD' stays true.
  const isForeign = named !== undefined && headers.includes(named) && otherMoney(named) === OTHER_CURRENCY;
  if (named === undefined || (isLarge && !isForeign)) return [];
  const message = `«${shorten(named)}» dice que los valores están ${otherMoney(named)}, y se leen en pesos. Escriba los valores en pesos completos y cargue el archivo de nuevo.`;
  return [fileProblem('error', 'pesosDoubtful', message)];
}

const ACCOUNT = /^((numero|no|nro) )?(de )?cuenta( (de )?(ahorros|corriente|bancaria))?( no)?$/;

/** Warns about an extract with several bank accounts: a transfer between the accounts looks like a payment. */
function aboutAccounts({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  const column = layout.columns.find((at) => ACCOUNT.test(plainWords(layout.name(at))));
  if (column === undefined || layout.unit.length > 0) return [];
  const below = rows.filter(({ number }) => number > layout.row);
  const accounts = [...new Set(below.map((row) => cellText(row, column)))].filter((text) => /\d/.test(text));
  if (accounts.length < 2) return [];
  const message = `El archivo trae movimientos de ${accounts.length} cuentas (${inQuotes(accounts.slice(0, 3).map(shorten))}): un traslado entre ellas parece un pago. Revíselos, o cargue un archivo por cuenta.`;
  return [fileProblem('warning', 'accountsSeveral', message)];
}

/** Names hidden rows and a hidden column of amounts: both are read. */
function aboutHidden(
  { rows, hiddenRows = [], hiddenColumns = [] }: Sheet,
  layout: PaymentLayout,
): ImportProblem[] {
  const money = layout.all('amount', 'credit');
  const hidden = rows
    .filter((row) => row.number > layout.row && hiddenRows.includes(row.number))
    .filter((row) => money.some((column) => (moneyIn(row, column).money ?? 0) !== 0))
    .map(({ number }) => number);
  const rowsMessage = `Hay filas ocultas con valores (${someRows(hidden)}), quizá por un filtro, y se leyeron. Si no son pagos, bórrelas y cargue el archivo de nuevo.`;
  const columns = money.flatMap((column) => (hiddenColumns.includes(column) ? layout.name(column) : []));
  return [
    ...(hidden.length > 0 ? [fileProblem('warning', 'rowsHidden', rowsMessage)] : []),
    ...columns.map((name) => {
      const message = `Los valores se tomaron de «${name}», que está oculta en la hoja.`;
      return fileProblem('warning', 'columnHidden', message);
    }),
  ];
}

/** Warns about words for money out, read as a state: 'Enviado'. */
const aboutState = ({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] =>
  layout.undirected.map((column) => {
    const texts = rows.filter(({ number }) => number > layout.row).map((row) => cellText(row, column));
    const out = texts.find((text) => directionOf(text) === 'out');
    const text = shorten(out ?? texts.find((one) => one !== '' && directionOf(one) === null) ?? '');
    const message = `«${layout.name(column)}» dice «${text}», y los valores se tomaron por entradas. Si son salidas de dinero, no cargue el archivo.`;
    return fileProblem('warning', 'directionUnknown', message);
  });

/** Warns about references and ids with digits lost in the spreadsheet: equal texts may be different numbers. */
function aboutRounded({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  return layout.all('reference', 'transaction').flatMap((column) => {
    const lost = rows.filter(
      (row) => row.number > layout.row && isRounded(cellText(row, column)) && moneyRead(row, layout),
    );
    const [first] = lost;
    if (first === undefined) return [];
    const message = `En «${layout.name(column)}» la hoja de cálculo perdió dígitos de números largos («${shorten(cellText(first, column))}»; ${someRows(lost.map(({ number }) => number))}), y no identifican nada. Descargue el archivo del banco otra vez y súbalo sin abrirlo en Excel.`;
    return [fileProblem('warning', 'digitsLost', message)];
  });
}

const moneyRead = (row: SheetRow, layout: PaymentLayout): boolean =>
  layout.all('amount', 'credit').some((column) => moneyIn(row, column).money !== null);

/** Parts of a payment by the paid debt: 'Abono capital' and 'Abono intereses' make a single payment. */
const PAID_PART =
  /\b(capital|interes(es)?|mora|administracion|cuota|extra(ordinaria)?|parqueadero|multas?)\b/;

function aboutUnreadColumns(sheet: Sheet, layout: PaymentLayout): ImportProblem[] {
  const named = layout.columns.filter(
    (column) =>
      layout.role(column) === 'ignore' &&
      layout.origin.source === 'words' &&
      layout.unread.get(column) !== MEANS_OF_PAYMENT &&
      !saysNotPaid('1', plainWords(layout.name(column))) &&
      (layout.unread.get(column) === OTHER_AMOUNT || holdsValues(sheet, layout.row, column)),
  );
  if (named.length === 0) return [];
  const [amount = -1] = layout.all('amount', 'credit');
  const isPart = (column: number) => PAID_PART.test(plainWords(layout.name(column)));
  const parts = named.filter((column) => isPart(column) && layout.unread.get(column) === OTHER_AMOUNT);
  if (isPart(amount) && parts.length > 0) {
    const all = [amount, ...parts].map((column) => layout.name(column));
    const message = `Cada pago está repartido en varias columnas (${inQuotes(all)}), y ninguna es el total. Agregue una columna «Valor pagado» con la suma y cargue el archivo de nuevo.`;
    return [fileProblem('error', 'amountParts', message)];
  }
  const message = `El valor se tomó de la columna «${layout.name(amount)}». No se leyeron: ${inQuotes(named.map((column) => layout.name(column)))}.`;
  return [fileProblem('warning', 'columnsUnread', message)];
}

/**
 * Builds a message about a second table to the right of the table of payments: columns with header words for date
 * and amount, and dates below. Only the first table is read. Empty without a second table.
 */
export function aboutTableBeside({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  if (layout.row === 0) return [];
  const [money = -1] = layout.all('amount', 'credit');
  // 'Pago 2' beside 'Pago 1' is a further payment of the row.
  const wordsOf = (column: number) => titleWords(layout.name(column)).replace(/ \d$/, '');
  const isUnread = (column: number) => layout.role(column) === 'ignore';
  const again = (of: number) =>
    layout.columns.find((column) => isUnread(column) && column > of && wordsOf(column) === wordsOf(of));
  // Other words for a unit, a day and an amount are a table too.
  const last = Math.max(layout.date, money, ...layout.unit);
  const right = layout.columns.filter((column) => column > last && isUnread(column));
  const roles = [...columnsByWords(right.map(wordsOf)).roles];
  const isTable = roles.some(([, role]) => role === 'unit');
  const beside = (...of: PaymentColumnRole[]) =>
    isTable ? right[roles.find(([, role]) => of.includes(role))?.[0] ?? -1] : undefined;
  const days = again(layout.date) ?? beside('date');
  const values = again(money) ?? beside('amount', 'credit');
  if (days === undefined || values === undefined) return [];
  const filled = rows.filter((row) => row.number > layout.row && cellDay(row, days) !== null).length;
  if (filled === 0) return [];
  const message = `Hay otra tabla al lado, desde la columna ${columnLetter(Math.min(days, values))}, con ${counted(filled, 'fila que no se leyó', 'filas que no se leyeron')}. Ponga una tabla debajo de la otra y cargue el archivo de nuevo.`;
  return [fileProblem('error', 'tableBeside', message)];
}

/** Refuses a column of amounts in the rows without the read amount: one of the two is probably money out. */
function aboutSides({ rows }: Sheet, layout: PaymentLayout): ImportProblem[] {
  const [amount] = layout.moneys;
  if (amount === undefined || layout.moneys.length > 1 || layout.origin.source !== 'words') return [];
  const days = rows.filter((row) => row.number > layout.row && cellDay(row, layout.date) !== null);
  const filledAt = (row: SheetRow, column: number) => (moneyIn(row, column).money ?? 0) !== 0;
  const other = layout.columns.find((column) => {
    if (layout.unread.get(column) !== OTHER_AMOUNT) return false;
    const filled = days.filter((row) => filledAt(row, column));
    return filled.length > 0 && !filled.some((row) => filledAt(row, amount));
  });
  if (other === undefined) return [];
  const message = `Ninguna fila trae valor en «${layout.name(amount)}» y en «${layout.name(other)}» a la vez: una parece la entrada y la otra la salida de dinero. Diga abajo cuál es el crédito y cuál el débito.`;
  return [fileProblem('error', 'sidesDoubtful', message)];
}

/** Number of rows inspected per column; `LEAST_MONEY` (centavos) is the smallest amount that counts as money. */
const INSPECTED_ROWS = 500;
const LEAST_MONEY = 1_000_00;

function holdsValues({ rows }: Sheet, headerRow: number, column: number): boolean {
  let filled = 0;
  let values = 0;
  for (const row of rows.slice(0, INSPECTED_ROWS)) {
    if (row.number <= headerRow || cellText(row, column) === '') continue;
    filled++;
    const { money, text } = moneyIn(row, column);
    const isMoney = money !== null && Math.abs(money) >= LEAST_MONEY && !/^\d{5,}$/.test(text);
    if (isMoney || (row.cells[column]?.number === undefined && cellDay(row, column) !== null)) values++;
  }
  return filled > 0 && values * 2 >= filled;
}

/**
 * Shortens the text of a spreadsheet cell to 40 characters with '…', to quote the cell in a message to the
 * user. Control characters become '�'.
 */
export const shorten = (text: string): string => {
  const visible = text.replace(/[\p{Cc}\p{Cs}]/gu, '�');
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
};
