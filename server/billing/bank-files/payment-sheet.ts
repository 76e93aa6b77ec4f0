import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import type { PaymentAsk } from '../../../shared/billing/payments.api.ts';
import { type Day, firstDayOf, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { date } from '../../../shared/format.ts';
import { type Centavos, centavos, formatPesos, NO_MONEY } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, hasControls, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import { type OrderRead, readOrder } from '../../platform/sheets/day-order.ts';
import { type Decimals, decimalsIn, doubtfulWords } from '../../platform/sheets/decimals.ts';
import { fileProblem, someRows, UNCALCULATED } from '../../platform/sheets/mapping/problems.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { Sheet, SheetFile, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { whyNoDay } from '../ledger/payment-day.ts';
import {
  balanceTold,
  continuedTexts,
  daysOfGroups,
  type ExtractPages,
  lacksYear,
  readExtractPages,
  type SaidBalances,
  sideOfTotal,
  titled,
} from './extract-pages.ts';
import { aboutColumns, aboutOtherSheets, aboutTableBeside, shorten, toldLayout } from './layout-told.ts';
import {
  directionOf,
  moneyIn,
  type SaidAmount,
  saysBalance,
  saysDebit,
  saysSent,
  saysUndone,
} from './movement.ts';
import type { Movements, ReadPayment, ReadPaymentFile, ToldBalance } from './payment-file.types.ts';
import {
  chooseLayout,
  headerAgain,
  isReadable,
  lacksDays,
  type PaymentLayout,
  type RememberedLayout,
} from './payment-layout.ts';
import { meansIn, meansInBankText } from './payment-means.ts';
import {
  isCurrencyHeader,
  isForeign,
  isInCents,
  isStateHeader,
  saysNotPaid,
  saysPaid,
} from './payment-words.ts';
import { repeatedTransactions, transactionIn } from './repeated-transactions.ts';
import { findReversals, type Moved, saysReturn } from './reversals.ts';
import { type FollowedBalance, followBalance, type Movement, sidesByBalance } from './running-balance.ts';
import { hasTotalWord, RunningTotals, saysSubtotal } from './running-totals.ts';
import { toldBalance } from './told-balance.ts';

/** Longest stored reference, and longest stored text of the bank (`MAX_DETAIL`), in characters. */
const MAX_REFERENCE = 120;
const MAX_DETAIL = 300;

/**
 * Options to read a spreadsheet of payments: the current day, and the user's choices of sheet, header row and
 * column roles, now and in earlier imports.
 */
export interface SheetReading {
  /** Current day: a later date in the sheet is an error. */
  today: Day;
  /** Choices of the user in the current request: sheet, header row, roles of columns. */
  choices?: PaymentsReading;
  /** Roles chosen in earlier imports of the joint. */
  remembered?: readonly RememberedLayout[];
}

/**
 * Reads payments from an uploaded spreadsheet, for example a bank's extract: finds the sheet, the header and
 * the column roles, and reports every problem by row and column. Money out is counted and left out; rows with
 * a unit but without date or amount are left out too. Has no side effects.
 */
export function readPaymentSheet(
  file: SheetFile,
  { today, choices = {}, remembered = [] }: SheetReading,
): ReadPaymentFile {
  const byHand = choices.columns !== undefined || choices.headerRow !== undefined;
  const problems: ImportProblem[] = [];
  const { sheets, sheet: chosen, layout, others, accountOf } = chooseLayout(file.sheets, choices, remembered);
  if (others.length > 0) problems.push(aboutOtherSheets(chosen, others, choices.sheet === chosen.name));
  const shown = {
    kind: 'sheet' as const,
    unitColumn: layout.unit.map((column) => layout.name(column)).join(' + ') || null,
    layout: toldLayout(sheets, chosen, layout),
  };
  const unread = { ...shown, rows: [], problems, movements: null, account: accountOf(null) };
  const day = lacksDays(layout) ? choices.day : undefined;
  if (lacksDays(layout) && day === undefined) {
    const ask = askOfDay(chosen, layout, today);
    problems.push(fileProblem('error', ask.code, ask.text));
    return { ...unread, asks: [ask] };
  }
  if (!isReadable(layout) && day === undefined) {
    problems.push(fileProblem('error', 'headerMissing', byHand ? COLUMNS_MISSING : HEADER_MISSING));
    return unread;
  }
  problems.push(...aboutColumns(chosen, layout), ...aboutTableBeside(chosen, layout));
  const pages = readExtractPages(chosen, layout);
  const ordered = orderOf(pages.sheet, layout, choices, today);
  problems.push(...ordered.problems);
  const read = new RowReader(
    pages,
    layout,
    { today, order: ordered.order, isDoubtful: ordered.asks.length > 0, ...defined({ ofAll: day }) },
    problems,
  );
  const rows = read.all();
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    const noDebits = read.movements.debits === 0;
    problems.push(fileProblem('error', 'noPayments', noDebits ? NO_PAYMENTS : NO_CREDITS));
  }
  const account = accountOf(read.left, read.used);
  const { movements, balance } = read;
  return { ...shown, rows, problems, asks: ordered.asks, movements, balance, returns: read.returns, account };
}

/** Number of months before today with usual payments; days outside are questioned. */
const USUAL_MONTHS = 2;

/** Reads the order of day and month in the date column. */
function orderOf(
  { rows }: Sheet,
  layout: PaymentLayout,
  { dayOrder: chosen }: PaymentsReading,
  today: Day,
): OrderRead {
  const { date: column } = layout;
  const near = { from: firstDayOf(shiftMonth(monthOfDay(today), -USUAL_MONTHS)), to: today };
  const below = rows.filter(({ number }) => number > layout.row);
  // A single day shows no order. A day long before the debts is asked about with its price.
  const isAlone = new Set(below.flatMap((row) => cellText(row, column) || [])).size < 2;
  const header = layout.name(column);
  return readOrder(below, { column, header, chosen }, { near, latest: today }, isAlone);
}

/** Day in words, with or without a year: '5 de octubre', '5 de octubre de 2026'. */
const DAY_IN_WORDS = /\b(\d{1,2}) de ([a-z]{4,10})(?: (?:de |del )?(20\d\d))?\b/i;
const DAY_IN_FIGURES = /\b\d{1,2}[/.-]\d{1,2}[/.-]20\d\d\b/;

/** Returns the day named above the table or in the sheet's name, as the latest up to today; null without a day. */
function dayInTitles({ name, rows }: Sheet, { row: headerRow }: PaymentLayout, today: Day): Day | null {
  const titles = rows.filter(({ number }) => number < headerRow);
  const texts = [...titles.flatMap((row) => row.cells.map((_, column) => cellText(row, column))), name];
  const days = texts.flatMap((text) => {
    const [, day, month, year] = DAY_IN_WORDS.exec(text) ?? [];
    const written = day === undefined ? DAY_IN_FIGURES.exec(text) : null;
    const years = year === undefined ? [today.slice(0, 4), String(Number(today.slice(0, 4)) - 1)] : [year];
    const possible = written === null ? years.map((of) => `${day} ${month} ${of}`) : [written[0]];
    return possible.flatMap((one) => cellDay({ number: 0, cells: [{ text: one }] }, 0) ?? []);
  });
  return days.find((day) => day <= today) ?? null;
}

/** Returns the question about the day of all payments in a sheet without days. */
function askOfDay(sheet: Sheet, layout: PaymentLayout, today: Day): PaymentAsk {
  const day = dayInTitles(sheet, layout, today);
  const words = day && date(`${day}T17:00:00Z`);
  return {
    code: 'daysMissing',
    title: '¿De qué día son los pagos?',
    text: `La planilla no tiene una columna con la fecha de los pagos.${words === null ? '' : ` El título dice ${words}.`} Diga de qué día son todos; si son de varios días, agregue la columna y cargue el archivo de nuevo.`,
    choices: day === null ? [] : [{ label: `Todos son del ${words}`, day }],
  };
}

const HEADER_MISSING =
  'No se encontró el encabezado. Una fila debe nombrar la fecha y el valor de los pagos, por ejemplo «Fecha», «Inmueble», «Valor», «Referencia». Si el archivo es de un banco, diga abajo qué contiene cada columna.';
const COLUMNS_MISSING = 'Diga cuál columna es la fecha y cuál el valor (o el crédito).';
const HEADER_OTHER =
  'La fila es otro encabezado, con las columnas en otro orden, y no se leyó lo que sigue. Ponga todos los pagos bajo un solo encabezado, o esa tabla en otra hoja.';
const DATE_MISSING = 'Falta la fecha del pago.';
const MONEY_OUT = 'Es una salida de dinero (débito).';
const IF_PAID = ' Si ese dinero sí entró, corrija la fila y cargue el archivo de nuevo.';
const UNSIGNED =
  'Escriba las salidas de dinero con el signo menos, o descárguelo completo del banco, y vuelva a subirlo.';
const NO_PAYMENTS = 'No hay pagos debajo del encabezado.';
const NO_CREDITS = 'El archivo solo tiene salidas de dinero: no hay pagos.';

/** Texts of a row, and the amount moved. */
interface RowTexts {
  date: string;
  /** Amount of the movement with the column; positive for money in. `isRest`: without a part given back. */
  moved: SaidAmount & { column: number; isBoth?: true; isRest?: true };
  unit: string;
  reference: string;
  transaction: string | null;
  means: PaymentMeans | null;
  payer: string | null;
  text: string;
  detail: string;
  blank: boolean;
}

/** Options for reading the dates of a sheet. */
interface DayReading {
  today: Day;
  order: DayOrder;
  /** True if the values do not show the order of day and month. */
  isDoubtful: boolean;
  /** Day of all payments, for a sheet without a column of days. */
  ofAll?: Day;
}

class RowReader {
  readonly #pages: ExtractPages;
  readonly #sheet: Sheet;
  readonly #layout: PaymentLayout;
  readonly #days: DayReading;
  /** Days of rows below the first row of a group, by row number. Read only if a total or a balance proves the rows. */
  readonly #daysOfGroups: ReadonlyMap<number, Day>;
  /** Texts of the bank that continue below a movement, by row number of the movement. Empty for a sheet with units. */
  readonly #continued: ReturnType<typeof continuedTexts>;
  /** Rows proven by a total or by balances of the file, between two rows each. */
  readonly #proven: { after: number; before: number }[] = [];
  #lastTotal = 0;
  readonly #problems: ImportProblem[];
  readonly #decimals: Decimals;
  /** True for an extract with neither signs nor directions: then the words decide. */
  readonly #isUnsigned: boolean;
  /** Sides proven by the balances of an extract without signs, by row number. The words decide the other rows. */
  readonly #sides: ReadonlyMap<number, 1 | -1>;
  /** True if a sum stated by the extract is the sum of the read side. */
  #areSidesProven = false;
  /** Columns with an amount given back. */
  readonly #refunds: number[];
  /** Columns with the state of a transaction in a payment gateway (paid, rejected, …). */
  readonly #states: number[];
  readonly #currencies: number[];
  /** Columns with amounts in cents. */
  readonly #inCents: ReadonlySet<number>;
  /**
   * True once a row without a name was equal to the sum of the rows above. Later totals may then sum a single row.
   */
  #hasBareTotals = false;
  readonly #balances: (Movement & { day: Day | null })[] = [];
  readonly #saidBalances: SaidBalances;
  readonly #totals = new RunningTotals();
  /** Numbers of the rows to report together, by reason. */
  readonly #noted = {
    unpaid: [] as number[],
    still: [] as number[],
    undirected: [] as number[],
    likeTotals: [] as number[],
    likeDebits: [] as number[],
    rests: [] as number[],
    stateless: [] as number[],
  };
  /** Reasons for rows that are no payments, by row number. */
  readonly left = new Map<number, string>();
  /** Spanish uses of the columns without a role that decide about a payment. Key: index of the column, from 0. */
  readonly used: ReadonlyMap<number, string>;
  /** Returns of money, once all rows are read. */
  returns: Moved[] = [];
  /** Balance of the bank account, once all rows are read; null if not stated. */
  balance: ToldBalance | null = null;
  readonly movements: Movements = { credits: 0, creditSum: 0n, debits: 0, debitSum: 0n };

  constructor(pages: ExtractPages, layout: PaymentLayout, days: DayReading, problems: ImportProblem[]) {
    this.#pages = pages;
    const { sheet } = pages;
    this.#saidBalances = { ...pages.saidBalances };
    this.#sheet = sheet;
    this.#layout = layout;
    this.#days = days;
    this.#daysOfGroups = daysOfGroups(sheet, layout, days.order);
    this.#continued = layout.unit.length > 0 ? new Map() : continuedTexts(sheet, layout, pages.heads);
    this.#problems = problems;
    const { amount } = layout;
    this.#decimals = decimalsIn(sheet.rows, layout.moneys);
    const isNegative = (row: SheetRow) => (moneyIn(row, amount).money ?? 0) < 0;
    this.#isUnsigned =
      amount !== undefined &&
      layout.unit.length === 0 &&
      layout.direction === undefined &&
      !sheet.rows.some((row) => row.number > layout.row && isNegative(row));
    const headed = (is: (words: string) => boolean) =>
      layout.columns.filter((at) => is(plainWords(layout.name(at))));
    this.#states = [...new Set([...headed(isStateHeader), ...this.#columnsOfStates()])];
    const below = sheet.rows.filter(({ number }) => number > layout.row);
    this.#inCents = new Set(
      headed(isInCents).filter((column) => !below.some((row) => hasDecimals(row, column))),
    );
    this.#currencies = headed(isCurrencyHeader);
    this.#refunds = headed(isStateHeader).filter(
      (column) =>
        saysNotPaid('1', plainWords(layout.name(column))) &&
        below.some((row) => Math.abs(moneyIn(row, column).money ?? 0) > LEAST_REFUND),
    );
    this.used = new Map([
      ...this.#states.map((column) => [column, 'estado del pago'] as const),
      ...this.#currencies.map((column) => [column, 'moneda'] as const),
      ...this.#refunds.map((column) => [column, 'valor devuelto'] as const),
    ]);
    const opening = below.flatMap((row) => balanceTold(row, layout)?.opening ?? [])[0] ?? null;
    const followed = below.flatMap((row) => {
      const { money: balance } = this.#moneyIn(row, layout.balance);
      const { money: value } = this.#moneyIn(row, amount);
      const isMovement = !pages.heads.has(row.number) && balanceTold(row, layout) === null;
      return balance === null || !isMovement ? [] : [{ row: row.number, value: value ?? NO_MONEY, balance }];
    });
    this.#sides = this.#isUnsigned
      ? sidesByBalance(followed, this.#saidBalances.opening ?? opening)
      : new Map();
  }

  /** Finds the columns of transaction states by the cells, under any header. */
  #columnsOfStates(): number[] {
    const below = this.#sheet.rows.filter(({ number }) => number > this.#layout.row);
    return this.#layout.columns.filter((column) => {
      if (this.#layout.role(column) !== 'ignore') return false;
      const states = below.map((row) => plainWords(cellText(row, column))).filter((text) => text !== '');
      return (
        states.some((state) => saysNotPaid(state, '')) &&
        states.every((state) => saysPaid(state) || saysNotPaid(state, ''))
      );
    });
  }

  all(): ReadPayment[] {
    const rows: ReadPayment[] = [];
    const debits: Moved[] = [];
    const isExtract = this.#layout.unit.length === 0;
    const continuing = new Set([...this.#continued.values()].flat().map(({ row }) => row));
    let isElsewhere = false;
    for (const row of this.#sheet.rows) {
      if (row.number <= this.#layout.row || continuing.has(row.number)) continue;
      if (isElsewhere) {
        this.left.set(row.number, 'Está debajo de otro encabezado.');
        continue;
      }
      const texts = this.#said(row);
      if (texts.moved.money === null && headerAgain(this.#layout, row) === 'other') {
        isElsewhere = true;
        this.#about(row.number, 'error', 'headerOther', HEADER_OTHER);
        continue;
      }
      const { money, text } = texts.moved;
      const ignored = texts.blank
        ? 'No tiene fecha, valor ni inmueble.'
        : this.#whyIgnored(row, texts, isExtract);
      if (ignored !== null) {
        this.left.set(row.number, ignored);
        this.#noteTold(balanceTold(row, this.#layout));
        const isHead = this.#pages.heads.has(row.number);
        if (!texts.blank && !isHead && !saysBalance(texts.text || texts.reference)) {
          const more = (money ?? 0) > 0 && !hasTotalWord(row) ? IF_PAID : '';
          this.#about(row.number, 'warning', 'rowIgnored', `La fila no se leyó: ${lowered(ignored)}${more}`);
        }
      } else if (money !== null && money < 0) {
        debits.push(this.#movedBy(row, texts, money));
        this.left.set(row.number, MONEY_OUT);
        this.movements.debits++;
        this.movements.debitSum -= BigInt(money);
        this.#totals.add(money);
        this.#follow(row, money);
      } else if (texts.date === '' && (text === '' || money === 0)) {
        this.#noted.unpaid.push(row.number);
        this.left.set(row.number, 'No tiene fecha ni valor.');
      } else if (money === 0 && isExtract) {
        this.#noted.still.push(row.number);
        this.left.set(row.number, 'Su valor es cero.');
        this.#follow(row, NO_MONEY);
      } else {
        const payment = this.#payment(row, texts);
        if (money !== null) this.#follow(row, money);
        if (payment === null) continue;
        this.#count(row, texts, payment);
        rows.push(payment);
      }
    }
    this.#aboutTold();
    const payments = this.#withoutRepeated(this.#withoutReversed(rows, debits));
    this.#aboutNoted(isExtract);
    this.#leaveContinued();
    const followed = followBalance(this.#balances);
    const running = followed?.isRunning ? followed : null;
    const outs = debits.filter(({ row }) => this.left.get(row) === MONEY_OUT);
    const followedRows = this.#balances.flatMap(({ row, balance }) => (balance === null ? [] : [row]));
    if (followedRows.length > 1 && running?.breaks.length === 0)
      this.#proven.push({ after: (followedRows[0] ?? 0) - 1, before: (followedRows.at(-1) ?? 0) + 1 });
    const saidBalances = this.#saidBalances;
    if (isExtract) this.balance = toldBalance(this.#balances, { payments, outs, running, saidBalances });
    if (followed !== null) this.#aboutBalance(running, followed.turned);
    return this.#withDays(payments);
  }

  /** Keeps payments with the day of a group if the file proves the rows; otherwise refuses the payments. */
  #withDays(payments: readonly ReadPayment[]): ReadPayment[] {
    const inGroups = payments.filter(({ row }) => this.#daysOfGroups.has(row));
    const isProven = ({ row }: ReadPayment) =>
      this.#proven.some(({ after, before }) => after < row && row < before);
    this.#aboutRows(
      'daysOfGroup',
      inGroups.filter(isProven).map(({ row }) => row),
      'No tienen fecha, y se tomó la de la fila de arriba, porque los totales del archivo cuadran:',
    );
    const refused = inGroups.filter((one) => !isProven(one));
    const column = this.#layout.name(this.#layout.date);
    for (const { row, amount } of refused) {
      this.#about(row, 'error', 'dateMissing', DATE_MISSING, column);
      this.movements.credits--;
      this.movements.creditSum -= BigInt(amount);
    }
    return payments.filter((payment) => !refused.includes(payment));
  }

  /** Adds a payment to the sums, and notes doubts about the row. */
  #count(row: SheetRow, { text, reference, moved }: RowTexts, { amount }: ReadPayment): void {
    this.#totals.add(amount);
    this.movements.credits++;
    this.movements.creditSum += BigInt(amount);
    if (hasTotalWord(row)) this.#noted.likeTotals.push(row.number);
    const words = text || reference;
    const isProven = this.#sides.has(row.number);
    const mayBeOut = !isProven && (saysDebit(words) || (this.#isUnsigned && saysReturn(words)));
    if (mayBeOut) this.#noted.likeDebits.push(row.number);
    if (moved.isRest) this.#noted.rests.push(row.number);
    else if (this.#isStateDoubtful(row)) this.#noted.stateless.push(row.number);
    if (this.#undirected(row, words)) this.#noted.undirected.push(row.number);
  }

  /** Reports the noted rows, with a warning for each reason. */
  #aboutNoted(isExtract: boolean): void {
    const { unpaid, still, undirected, likeDebits, stateless, likeTotals, rests } = this.#noted;
    this.#aboutRows('refundedPart', rests, 'Se devolvió una parte, y se leyó lo que quedó:');
    this.#aboutRows('rowsUnpaid', unpaid, 'Sin fecha ni valor, no son pagos y no se leyeron:');
    this.#aboutRows('rowsZero', still, 'Su valor es cero, y no se leyeron:');
    this.#aboutRows(
      'directionUnknown',
      this.#areSidesProven
        ? []
        : undirected.filter((row) => !this.left.has(row) && !likeDebits.includes(row)),
      'No dicen si el dinero entró o salió, y se tomaron por entradas:',
    );
    // Without a debit column, the text may reveal debits.
    if (isExtract && (this.movements.debits === 0 || this.#isUnsigned)) {
      const read = likeDebits.filter((row) => !this.left.has(row));
      this.#aboutRows('debitDoubtful', read, 'Parecen salidas de dinero, y se tomaron por pagos:');
    }
    this.#aboutRows('stateDoubtful', stateless, 'Su estado no dice que se pagó, y se tomaron por pagos:');
    this.#aboutRows('totalDoubtful', likeTotals, 'Dicen «Total», y se tomaron por pagos:');
  }

  /** Leaves out the texts that continue a row left out. */
  #leaveContinued(): void {
    for (const [movement, more] of this.#continued) {
      const why = this.left.get(movement);
      if (why !== undefined) for (const { row } of more) this.left.set(row, why);
    }
  }

  #continuedOf = (row: SheetRow): string[] => (this.#continued.get(row.number) ?? []).map(({ text }) => text);

  #movedBy(row: SheetRow, texts: RowTexts, money: Centavos): Moved {
    const { reference, detail, unit, transaction } = texts;
    const { direction } = this.#layout;
    const kind = direction === undefined ? '' : cellText(row, direction);
    const text = joinedTexts([saysReturn(kind) ? kind : '', texts.text || reference || detail]);
    return {
      row: row.number,
      day: this.#dayIn(row),
      amount: centavos(Math.abs(money)),
      text,
      unit,
      transaction,
    };
  }

  /** Leaves reversed and returned payments out, and reports the rows and the other debits. */
  #withoutReversed(rows: readonly ReadPayment[], debits: readonly Moved[]): ReadPayment[] {
    const credits = rows.map(
      ({ row, valueDate: day, amount, reference, detail, unit, transaction }): Moved => ({
        row,
        day,
        amount,
        unit,
        transaction,
        text: `${reference} ${detail}`,
      }),
    );
    // Without signs a return looks like a payment.
    const returns = this.#isUnsigned ? credits.filter(({ text }) => saysReturn(text)) : [];
    const { pairs, doubtful } = findReversals(
      credits.filter((one) => !returns.includes(one)),
      [...debits, ...returns],
    );
    const turned = new Map(pairs.map(({ credit, debit }) => [debit, credit.day]));
    this.returns = [...debits, ...returns]
      .filter((one) => turned.has(one) || saysReturn(one.text))
      .map((one) => ({ ...one, ...defined({ paidOn: turned.get(one) ?? undefined }) }));
    const out = new Set<number>();
    for (const { credit, debit } of pairs) {
      out.add(credit.row).add(debit.row);
      this.movements.credits--;
      this.movements.creditSum -= BigInt(credit.amount);
      const isReturn = returns.includes(debit);
      this.movements[isReturn ? 'credits' : 'debits']--;
      this.movements[isReturn ? 'creditSum' : 'debitSum'] -= BigInt(debit.amount);
      this.left.set(credit.row, `Se reversó o se devolvió en la fila ${debit.row}.`);
      this.left.set(debit.row, `Reversa o devuelve el pago de la fila ${credit.row}.`);
    }
    const listed = [...out].sort((a, b) => a - b);
    this.#aboutRows('rowsReversed', listed, 'Son pagos que se reversaron o se devolvieron, y no se leyeron:');
    for (const { credits: fitting, debit } of doubtful) {
      const rowsOfAmount = someRows(fitting.map(({ row }) => row));
      const message =
        fitting.length === 1
          ? `La fila parece devolver el pago de ${formatPesos(debit.amount)} de la fila ${rowsOfAmount}, que se leyó como pago. Si lo devuelve, borre las dos filas del archivo y cárguelo de nuevo.`
          : `La fila devuelve un pago de ${formatPesos(debit.amount)}, y no se sabe cuál de las filas ${rowsOfAmount}. Todas se leyeron como pagos: borre del archivo la del pago devuelto y cárguelo de nuevo.`;
      this.#about(debit.row, 'warning', 'reversalDoubtful', message);
    }
    this.#aboutRows(
      'rowsDebit',
      debits.flatMap(({ row }) => (out.has(row) ? [] : [row])),
      `Son salidas de dinero, y no pagos, y no se leyeron: ${this.#debitWords()}`,
    );
    return rows.filter(({ row }) => !out.has(row));
  }

  /** Leaves out rows with the id of an earlier transaction at a payment gateway, and reports the rows. */
  #withoutRepeated(rows: readonly ReadPayment[]): ReadPayment[] {
    const out = new Set<ReadPayment>();
    for (const { payment, first, differs } of repeatedTransactions(rows)) {
      if (differs) {
        const message = `La transacción «${shorten(payment.transaction ?? '')}» está en la fila ${first} con otros datos. Deje una de las dos, o elija «Referencia» para la columna si no identifica cada transacción.`;
        this.#about(payment.row, 'error', 'transactionDiffers', message);
        continue;
      }
      out.add(payment);
      this.movements.credits--;
      this.movements.creditSum -= BigInt(payment.amount);
      this.left.set(payment.row, `Es la transacción de la fila ${first}.`);
    }
    const numbers = [...out].map(({ row }) => row);
    this.#aboutRows('transactionTwice', numbers, 'Repiten una transacción de arriba, y no se leyeron:');
    return rows.filter((row) => !out.has(row));
  }

  /** Compares the sums stated by the extract with the movements. */
  #aboutTold(): void {
    const { credits, debits } = this.#pages.saidSums;
    const { creditSum, debitSum } = this.movements;
    for (const [saidSum, read, title] of [
      [credits, creditSum, 'abonos'],
      [debits, debitSum, 'cargos'],
    ] as const) {
      if (saidSum === null) continue;
      if (BigInt(Math.abs(saidSum)) === read) {
        this.#proven.push({ after: 0, before: Number.POSITIVE_INFINITY });
        this.#areSidesProven = true;
        continue;
      }
      const message = `El extracto dice que el total de ${title} es ${formatPesos(saidSum)}, y las filas suman ${pesosOf(read)}. ${this.#isUnsigned ? UNSIGNED : 'Descárguelo completo del banco y vuelva a subirlo.'}`;
      this.#problems.push(fileProblem('error', 'toldSumDiffers', message));
    }
  }

  #said(row: SheetRow): RowTexts {
    const { date, unit, reference, transaction, meansColumn, text, payer, document } = this.#layout;
    const parts = unit.map((column) => idText(row, column));
    const named = (parts.at(-1) ?? '') === '' ? '' : parts.filter((part) => part !== '').join('-');
    const joined = (columns: readonly number[]) => joinedTexts(columns.map((column) => idText(row, column)));
    const refers = joined(reference);
    const ofBank = unit.length === 0 ? meansInBankText : () => null;
    const more = this.#continuedOf(row);
    const texts = joinedTexts([joined(text) || (more.length > 0 ? refers : ''), ...more]);
    // Further texts of a layout found by words stay out of the reference: the identity of the lines keeps.
    const ofFirst = this.#layout.origin.source === 'words' ? text.slice(0, 1) : text;
    const main = joined(ofFirst);
    const paidBy = joinedTexts([
      joined(payer),
      ...document.map((column) => documentWords(idText(row, column))),
    ]);
    const rowTexts = {
      date: cellText(row, date),
      moved: this.#moved(row),
      unit: named,
      // Without a reference column, the bank's text is the reference.
      reference: reference.length > 0 ? refers : main,
      transaction: transaction === undefined ? null : transactionIn(idText(row, transaction)),
      means: meansColumn === undefined ? ofBank(texts) : meansIn(cellText(row, meansColumn)),
      payer: cut(joined(payer), MAX_REFERENCE) || null,
      text: texts,
      detail: joinedTexts([
        reference.length > 0 || main.length > MAX_REFERENCE ? main : '',
        joined(text.slice(ofFirst.length)),
        paidBy,
      ]),
    };
    const uncalculated = this.#uncalculated(row) !== undefined;
    const { moved } = rowTexts;
    const blank =
      [rowTexts.date, moved.text, named, rowTexts.reference].every((one) => one === '') && !uncalculated;
    return { ...rowTexts, blank };
  }

  #moneyIn(row: SheetRow, column: number | undefined): SaidAmount {
    const { text, money } = moneyIn(row, column);
    const isInCents = column !== undefined && this.#inCents.has(column);
    return { text, money: isInCents && money !== null ? centavos(money / 100) : money };
  }

  /** Returns the credit of a row: the sum of the columns by means of payment, 'Efectivo' and 'Banco'. */
  #credit(row: SheetRow): SaidAmount & { column: number } {
    const { credits } = this.#layout;
    const filled = credits.filter((one) => cellText(row, one) !== '');
    const [column = credits[0] ?? 0] = filled;
    if (filled.length < 2) return { ...this.#moneyIn(row, column), column };
    const parts = filled.map((one) => this.#moneyIn(row, one));
    const sum = parts.reduce((all, { money }) => (money === null ? Number.NaN : all + money), 0);
    const money = Number.isSafeInteger(sum) ? centavos(sum) : null;
    return { text: parts.map(({ text }) => text).join(' + '), money, column };
  }

  /** Returns the amount moved by a row: the signed value, else the credit, else the debit. */
  #moved(row: SheetRow): RowTexts['moved'] {
    const { amount, debit, direction } = this.#layout;
    if (amount !== undefined) {
      const saidMoney = this.#moneyIn(row, amount);
      const out = direction !== undefined && directionOf(cellText(row, direction)) === 'out';
      const { money } = saidMoney;
      const refund = this.#refundIn(row);
      if (money !== null && refund > 0 && refund < money)
        return { ...saidMoney, column: amount, money: centavos(money - refund), isRest: true };
      const { text, reference } = this.#layout;
      const words = [...[...text, ...reference].map((at) => cellText(row, at)), ...this.#continuedOf(row)];
      const side = this.#sides.get(row.number);
      const isSent = this.#isUnsigned && (side === undefined ? words.some(saysSent) : side < 0);
      if (isSent && money !== null) return { ...saidMoney, column: amount, money: negative(money) };
      return { ...saidMoney, column: amount, money: out && money !== null ? negative(money) : money };
    }
    const came = this.#credit(row);
    const went = this.#moneyIn(row, debit);
    const isNothing = ({ text, money }: SaidAmount) => text === '' || money === 0;
    if (debit === undefined || isNothing(went)) return came;
    if (!isNothing(came)) return { ...came, isBoth: true };
    return { text: went.text, column: debit, money: went.money === null ? null : negative(went.money) };
  }

  #refundIn = (row: SheetRow): number =>
    this.#refunds.reduce((sum, at) => sum + Math.abs(this.#moneyIn(row, at).money ?? 0), 0);

  /** True if a column of transaction states has approved rows and the state of this row is unclear. */
  #isStateDoubtful(row: SheetRow): boolean {
    const stateOf = (of: SheetRow, column: number) => plainWords(cellText(of, column));
    return this.#states.some(
      (column) =>
        !saysPaid(stateOf(row, column)) &&
        this.#sheet.rows.some((other) => other.number > this.#layout.row && saysPaid(stateOf(other, column))),
    );
  }

  #dayIn = (row: SheetRow): Day | null =>
    this.#days.ofAll ??
    this.#daysOfGroups.get(row.number) ??
    cellDay(row, this.#layout.date, this.#days.order);

  /** True for an amount without a side: in the column of directions, or in an extract with balances but no signs. */
  #undirected(row: SheetRow, words: string): boolean {
    const { amount, direction, balance } = this.#layout;
    if (direction === undefined)
      return (
        this.#isUnsigned &&
        balance !== undefined &&
        !this.#sides.has(row.number) &&
        directionOf(words) !== 'in'
      );
    return amount !== undefined && directionOf(cellText(row, direction)) === null;
  }

  /** Returns the reason to skip a row (total, balance, or repeated header); null for a payment. */
  #whyIgnored(row: SheetRow, texts: RowTexts, isExtract: boolean): string | null {
    if (this.#pages.heads.has(row.number)) return 'Es el encabezado de otra página del extracto.';
    if (hasTotalWord(row) && this.#isTotal(row, texts)) {
      if (this.#areSums(row)) this.#proven.push({ after: this.#lastTotal, before: row.number });
      this.#aboutTotal(row);
      this.#lastTotal = row.number;
      this.#totals.next();
      return 'Es un total.';
    }
    if (!isExtract && this.#isBareTotal(texts)) {
      this.#totals.next();
      this.#hasBareTotals = true;
      return 'Es la suma de las filas de arriba y no nombra un inmueble.';
    }
    if (saysBalance(texts.text || texts.reference)) return 'Es un saldo y no un movimiento.';
    if (!isExtract && (texts.moved.money ?? 0) > 0 && saysUndone(texts.text || texts.reference))
      return 'Dice que el pago se anuló, se devolvió o no ha entrado.';
    if (texts.moved.money === null && headerAgain(this.#layout, row) === 'same')
      return 'Repite el encabezado.';
    const wordsAt = (column: number) => plainWords(cellText(row, column));
    const isUnpaid = (column: number) =>
      !(texts.moved.isRest && (this.#refunds.includes(column) || /\bpar[ct]ial/.test(wordsAt(column)))) &&
      saysNotPaid(wordsAt(column), plainWords(this.#layout.name(column)));
    const isWholeBack =
      !texts.moved.isRest && this.#refundIn(row) >= Math.max(LEAST_REFUND, texts.moved.money ?? 0);
    if (isWholeBack || this.#states.some(isUnpaid))
      return 'La transacción no fue aprobada, o se anuló o se devolvió.';
    if (this.#currencies.some((column) => isForeign(wordsAt(column)))) return 'No está en pesos.';
    if (texts.moved.text !== '' || this.#dayIn(row) !== null) return null;
    const isNote = isExtract || isAlone(row);
    return isNote ? 'Es una nota: no tiene fecha ni valor.' : null;
  }

  /** True for a row with an amount equal to the sum of the rows above, and without a name. */
  #isBareTotal({ unit, reference, text, detail, moved }: RowTexts): boolean {
    const isBare = [unit, reference, text, detail].every((text) => text === '');
    return isBare && moved.money !== null && this.#totals.areSums([moved.money], this.#hasBareTotals ? 1 : 2);
  }

  /**
   * True for a row with a total. A payment of 'deuda total' has a day; a total with a day must equal the sum above.
   */
  #isTotal(row: SheetRow, { date, unit }: RowTexts): boolean {
    // 'Subtotal torre 1' may be in the date column. The payer of a unit may write 'Subtotal'.
    const isPart = saysSubtotal(row) && (unit === '' || saysTotal(unit));
    return !/\d/.test(date) || saysTotal(date) || isPart || this.#areSums(row);
  }

  /** True if the amounts of a row are sums of the rows above. */
  #areSums = (row: SheetRow): boolean => this.#totals.areSums(this.#amountsIn(row));

  /** Returns the amounts of a row of totals, in centavos. The total of a side may be in any column. */
  #amountsIn(row: SheetRow): Centavos[] {
    const { moneys, credits } = this.#layout;
    const saidAmounts =
      credits.length > 1 ? [this.#credit(row)] : moneys.map((column) => this.#moneyIn(row, column));
    const amounts = saidAmounts.flatMap(({ money }) => money || []);
    if (amounts.length > 0 || sideOfTotal(row) === null) return amounts;
    return row.cells
      .flatMap((_, column) => (this.#moneyIn(row, column).money ?? titled(row, column).money) || [])
      .slice(0, 1);
  }

  /** Names a total other than the sum of the rows above. */
  #aboutTotal(row: SheetRow): void {
    const side = this.#layout.unit.length === 0 ? sideOfTotal(row) : null;
    const wrong = this.#amountsIn(row).find(
      (amount) => !this.#totals.areSums([amount], 1, side) && !this.#totals.isCount(amount),
    );
    if (wrong === undefined) return;
    const { debit } = this.#layout;
    const isOut = side === 'out' || (debit !== undefined && this.#moneyIn(row, debit).money === wrong);
    const { all, since } = this.#totals.sums();
    const sumOf = (sums: typeof all) =>
      isOut ? sums.out : debit === undefined && side === null ? sums.in - sums.out : sums.in;
    const sums =
      since.rows === all.rows || since.rows === 0
        ? pesosOf(sumOf(all))
        : `${pesosOf(sumOf(since))} desde el total anterior, y ${pesosOf(sumOf(all))} en total`;
    const isRefused = this.#isUnsigned && side !== null;
    const message = `La fila dice que el total es ${formatPesos(wrong)}, y las filas leídas suman ${sums}. ${isRefused ? UNSIGNED : 'Revise si falta o sobra un pago.'}`;
    this.#about(row.number, isRefused ? 'error' : 'warning', 'totalDiffers', message);
  }

  #uncalculated(row: SheetRow): number | undefined {
    const { date, amount, credits, unit } = this.#layout;
    const needed = [date, ...(amount === undefined ? credits : [amount]), ...unit];
    return needed.find((column) => row.cells[column]?.uncalculated);
  }

  #payment(row: SheetRow, texts: RowTexts): ReadPayment | null {
    const { date, unit, reference: references, transaction: ids } = this.#layout;
    const before = this.#problems.length;
    const wrong = (column: number, code: string, message: string) =>
      this.#about(row.number, 'error', code, message, this.#layout.name(column));
    const uncalculated = this.#uncalculated(row);
    if (uncalculated !== undefined) {
      wrong(uncalculated, 'uncalculated', UNCALCULATED);
      return null;
    }
    const valueDate = this.#dayIn(row);
    if (texts.date === '' && valueDate === null) wrong(date, 'dateMissing', DATE_MISSING);
    else if (valueDate === null) {
      const message = lacksYear(texts.date)
        ? `«${shorten(texts.date)}» no dice el año. Escriba encima de la tabla el periodo, por ejemplo «Desde 01/10/2026 hasta 31/10/2026».`
        : `«${shorten(texts.date)}» no es una fecha. Escríbala como dd/mm/aaaa.`;
      wrong(date, 'dateInvalid', message);
    } else {
      const why = this.#days.isDoubtful ? null : whyNoDay(valueDate, this.#days.today);
      if (why !== null) wrong(date, 'dateInvalid', why);
    }
    const { money: amount, text, column } = texts.moved;
    const parts = column === this.#layout.debit ? [] : [column, ...this.#layout.credits];
    const doubts = parts.flatMap((part) => {
      const saidAmount = row.cells[part]?.number === undefined ? cellText(row, part) : '';
      const shown = this.#decimals(saidAmount, part);
      return shown === null ? [] : [doubtfulWords(shorten(saidAmount), shown)];
    });
    const [doubt] = doubts;
    if (texts.moved.isBoth) {
      wrong(column, 'amountDoubtful', 'La fila tiene crédito y débito. Deje uno de los dos.');
    } else if (text === '') wrong(column, 'amountMissing', 'Falta el valor del pago.');
    else if (amount === null) wrong(column, 'amountInvalid', `«${shorten(text)}» no es un valor en pesos.`);
    else if (amount <= 0) wrong(column, 'amountZero', 'El valor de un pago es mayor que cero.');
    else if (doubt !== undefined) wrong(column, 'amountDoubtful', doubt);
    else if (parts.some((part) => row.cells[part]?.merged)) {
      const message =
        'El valor está en una celda combinada con la de arriba. Separe las celdas y escriba cada valor.';
      wrong(column, 'amountMerged', message);
    }
    const typed = [texts.reference, texts.detail].join(' ');
    if (hasControls(texts.unit) || hasControls(typed)) {
      const at = hasControls(texts.unit) ? unit.at(-1) : references[0];
      const message = 'La celda contiene caracteres no permitidos. Escríbala de nuevo.';
      wrong(at ?? date, 'textInvalid', message);
    }
    if (hasControls(texts.transaction ?? '') || (texts.transaction ?? '').length > MAX_REFERENCE) {
      const message = `El id de la transacción tiene más de ${MAX_REFERENCE} caracteres, o caracteres no permitidos.`;
      wrong(ids ?? date, 'textInvalid', message);
    }
    if (this.#problems.length > before || valueDate === null || amount === null) return null;
    const reference = cut(texts.reference, MAX_REFERENCE);
    const firstDetail = cut(texts.detail, MAX_DETAIL);
    // Text continued below stays out of the identity, to match lines imported earlier.
    const detail = cut(joinedTexts([texts.detail, ...this.#continuedOf(row)]), MAX_DETAIL);
    const own = [valueDate, texts.unit.toLowerCase(), amount, reference];
    // The identity of layouts found by words omits the detail, to match lines imported earlier.
    const more = this.#layout.origin.source === 'words' || firstDetail === '' ? [] : [firstDetail];
    const identity = JSON.stringify([...own, ...more]);
    const { unit: named, transaction, payer } = texts;
    const means = this.#meansOf(row, amount) ?? texts.means;
    const written = { reference, detail, unit: named, transaction, means, payer };
    return { row: row.number, valueDate, amount, ...written, identity };
  }

  /** Returns the means of payment with the whole amount in the own column; undefined without a single means. */
  #meansOf(row: SheetRow, amount: Centavos): PaymentMeans | undefined {
    return this.#layout.means.find(({ column }) => this.#moneyIn(row, column).money === amount)?.means;
  }

  /** Notes the balance after a row, to check the running balance of the extract. */
  #follow(row: SheetRow, value: Centavos): void {
    const { money: balance } = this.#moneyIn(row, this.#layout.balance);
    this.#balances.push({ row: row.number, day: this.#dayIn(row), value, balance });
  }

  /** Notes a balance stated in a row: the first opening balance, and the last closing balance. */
  #noteTold(balances: Partial<SaidBalances> | null): void {
    this.#saidBalances.opening ??= balances?.opening ?? null;
    this.#saidBalances.closing = balances?.closing ?? this.#saidBalances.closing;
  }

  #aboutBalance(running: FollowedBalance | null, turned: readonly number[]): void {
    if (turned.length > 0) {
      const message = `El saldo baja con lo que se leyó como entrada, o sube con lo que se leyó como salida (filas ${someRows(turned)}). Diga abajo cuál columna es el crédito (lo que entra) y cuál el débito, o escriba las salidas con el signo menos y cargue el archivo de nuevo. Si el saldo es de una deuda, diga abajo que su columna no se usa.`;
      this.#problems.push(fileProblem('error', 'balanceTurned', message));
    } else if (running === null) {
      const message = 'El saldo del archivo no sigue a los movimientos, y no se comparó con ellos.';
      this.#problems.push(fileProblem('warning', 'balanceUnchecked', message));
    } else {
      const message =
        'El saldo no es el anterior más el movimiento: puede faltar un movimiento antes de estas filas:';
      this.#aboutRows(
        'balanceBroken',
        running.breaks.map(({ row }) => row),
        message,
      );
    }
  }

  #debitWords = (): string => {
    const { debitSum } = this.movements;
    return debitSum <= BigInt(Number.MAX_SAFE_INTEGER) ? `${pesosOf(debitSum)} en` : '';
  };

  #aboutRows(code: string, rows: readonly number[], message: string): void {
    if (rows.length === 0) return;
    const counted = rows.length === 1 ? 'una fila' : `${rows.length} filas`;
    this.#problems.push(fileProblem('warning', code, `${message} ${counted} (${someRows(rows)}).`));
  }

  #about(
    row: number,
    severity: ImportProblem['severity'],
    code: string,
    message: string,
    column: string | null = null,
  ): void {
    this.#problems.push({ row, column, severity, code, message });
  }
}

/** True if a row has a single text that is neither a number nor a unit ('PARQ 9'): 'Elaboró: Ana Ruiz' below the payments. */
const isAlone = ({ cells }: SheetRow): boolean => {
  const filled = cells.filter(({ text, uncalculated }) => text.trim() !== '' || uncalculated === true);
  return (
    filled.length === 1 &&
    filled.every(
      ({ text, number }) =>
        number === undefined && /\p{L}{3}.*[ :]/u.test(text) && !/^\p{L}+\.? \d+\p{L}?$/u.test(text.trim()),
    )
  );
};

/** Largest number in a column of refunds, in centavos, that may only be a mark: '1'. */
const LEAST_REFUND = 10_00;

/** True for an amount with decimals, also '1.500,00'. */
const hasDecimals = (row: SheetRow, column: number): boolean => {
  const { text, money } = moneyIn(row, column);
  const isWritten = row.cells[column]?.number === undefined && /[.,]\d{1,2}\D*$/.test(text);
  return money !== null && (isWritten || money % 100 !== 0);
};

/** Writes a sum in centavos in pesos; 'otro valor' beyond safe integers. */
const pesosOf = (sum: bigint): string =>
  sum <= BigInt(Number.MAX_SAFE_INTEGER) ? formatPesos(centavos(Number(sum))) : 'otro valor';

const negative = (money: Centavos): Centavos => centavos(-Math.abs(money));

const joinedTexts = (texts: readonly string[]): string =>
  texts.filter((text, at, all) => text !== '' && all.indexOf(text) === at).join(' · ');

/** Formats the payer's document number without the zeros that banks put in front; '' for zeros only. */
const documentWords = (text: string): string => {
  const number = text.replace(/^0+/, '');
  return number === '' ? '' : `doc. ${number}`;
};

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');
const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
