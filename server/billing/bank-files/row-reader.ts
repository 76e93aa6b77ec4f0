import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, centavos, formatPesos, NO_MONEY } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, hasControls, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import { type Decimals, decimalsIn, doubtfulWords } from '../../platform/sheets/decimals.ts';
import { fileProblem, someRows, UNCALCULATED } from '../../platform/sheets/mapping/problems.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import { whyNoDay } from '../ledger/payment-day.ts';
import {
  continuedTexts,
  daysOfGroups,
  type ExtractPages,
  lacksYear,
  statedFigures,
  statedIn,
} from './extract-pages.ts';
import { shorten } from './layout-told.ts';
import { sidesOf, type Unsided } from './movement-sides.ts';
import { type SaidAmount, type Side, saysBalance, saysReturn, saysUndone } from './movement-words.ts';
import type { Movements, ReadPayment, ReadPaymentFile } from './payment-file.types.ts';
import { headerAgain, LEAST_REFUND, type PaymentLayout } from './payment-layout.ts';
import { meansIn, meansInBankText } from './payment-means.ts';
import { isForeign, saysNotPaid, saysPaid } from './payment-words.ts';
import { repeatedTransactions, transactionIn } from './repeated-transactions.ts';
import { findReversals, type Moved } from './reversals.ts';
import { type FollowedBalance, followBalance, type Movement, toldBalance } from './running-balance.ts';
import { hasTotalWord, RunningTotals, saysSubtotal } from './running-totals.ts';

/** Longest stored reference, and longest stored text of the bank (`MAX_DETAIL`), in characters. */
const MAX_REFERENCE = 120;
const MAX_DETAIL = 300;

const HEADER_OTHER =
  'La fila es otro encabezado, con las columnas en otro orden, y no se leyó lo que sigue. Ponga todos los pagos bajo un solo encabezado, o esa tabla en otra hoja.';
const DATE_MISSING = 'Falta la fecha del pago.';
const IF_PAID = ' Si ese dinero sí entró, corrija la fila y cargue el archivo de nuevo.';
const UNSIGNED =
  'Escriba las salidas de dinero con el signo menos, o descárguelo completo del banco, y vuelva a subirlo.';
/** Reasons for rows that are no payments, reported together. */
const MONEY_OUT = 'Es una salida de dinero (débito).';
const UNPAID = 'No tiene fecha ni valor.';
const STILL = 'Su valor es cero.';

/** Warnings about payments with a doubt, by code, in the order of the report. */
const doubts = {
  directionUnknown: 'No dicen si el dinero entró o salió, y se tomaron por entradas:',
  debitDoubtful: 'Parecen salidas de dinero, y se tomaron por pagos:',
  stateDoubtful: 'Su estado no dice que se pagó, y se tomaron por pagos:',
  totalDoubtful: 'Dicen «Total», y se tomaron por pagos:',
  refundedPart: 'Se devolvió una parte, y se leyó lo que quedó:',
};
type Doubt = keyof typeof doubts | 'balanceTurned' | 'signsTurned';

/** Texts of a row, and the amount moved. */
interface RowTexts {
  row: SheetRow;
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

/** Reads the rows of a payment sheet, with the columns found. */
export class RowReader {
  readonly #pages: ExtractPages;
  readonly #layout: PaymentLayout;
  /** True for a list of movements of a bank account: no column names units. */
  readonly #isExtract: boolean;
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
  #sides: ReturnType<typeof sidesOf> = new Map();
  /** True for amounts without a column of a side, signs and kinds. */
  #isUnsigned = false;
  /** True once a row without a name was equal to the sum of the rows above. Later totals may then sum a single row. */
  #hasBareTotals = false;
  readonly #balances: (Movement & { day: Day | null })[] = [];
  readonly #totals = new RunningTotals();
  /** Doubts about payments, with the number of the row. */
  readonly #doubted: { doubt: Doubt; row: number }[] = [];
  /** Reasons for rows that are no payments, by row number. */
  readonly left = new Map<number, string>();

  constructor(pages: ExtractPages, layout: PaymentLayout, days: DayReading, problems: ImportProblem[]) {
    this.#pages = pages;
    const { sheet } = pages;
    this.#layout = layout;
    this.#isExtract = layout.unit.length === 0;
    this.#days = days;
    this.#daysOfGroups = daysOfGroups(sheet, layout, days.order);
    this.#continued = this.#isExtract ? continuedTexts(sheet, layout, pages.heads) : new Map();
    this.#problems = problems;
    this.#decimals = decimalsIn(sheet.rows, layout.moneys);
  }

  /** Reads all rows. `returns`: movements that give money back; `balance`: null if the file states no balance. */
  all(): Pick<ReadPaymentFile, 'rows' | 'movements' | 'balance' | 'returns'> & { movements: Movements } {
    const [rows, other] = this.#rowsToRead();
    const stated = statedFigures(this.#pages, this.#layout, rows);
    const unsided = rows.flatMap((texts) => this.#unsided(texts));
    const isWritten = !this.#isExtract || this.#layout.amount === undefined;
    this.#isUnsigned = !isWritten && unsided.every(({ value, kind }) => value >= 0 && kind === null);
    const hasDoubt = this.#isUnsigned && this.#layout.namesBothSides;
    this.#sides = sidesOf(
      hasDoubt ? unsided.map((one) => ({ ...one, kind: '' })) : unsided,
      stated,
      isWritten,
    );
    const [read, debits] = this.#readRows(rows);
    if (other !== undefined) this.#about(other, 'error', 'headerOther', HEADER_OTHER);
    const areSidesProven = this.#compareSums();
    const { payments: unreversed, returns } = this.#withoutReversed(read, debits);
    const payments = this.#withoutRepeated(unreversed);
    this.#aboutDoubts(areSidesProven);
    this.#leaveContinued();
    const followed = followBalance(this.#balances);
    const running = followed?.isRunning ? followed : null;
    const outs = debits.filter(({ row }) => this.left.get(row) === MONEY_OUT);
    const balance = toldBalance(this.#balances, payments, outs, running, stated);
    if (followed !== null) this.#aboutBalance(running, followed.turned);
    const dated = this.#withDays(payments, running);
    const [creditSum, debitSum] = [amountSum(dated), amountSum(outs)];
    const movements = { credits: dated.length, creditSum, debits: outs.length, debitSum };
    return { rows: dated, movements, balance: this.#isExtract ? balance : null, returns };
  }

  /** Returns the texts of the rows below the header, up to another header with the returned row number. */
  #rowsToRead(): [texts: RowTexts[], other?: number] {
    const continuing = new Set([...this.#continued.values()].flat().map(({ row }) => row));
    const rows = this.#pages.sheet.rows.filter(
      ({ number }) => number > this.#layout.row && !continuing.has(number),
    );
    const texts = rows.map((row) => this.#said(row));
    const end = texts.findIndex(
      ({ row, moved }) => moved.money === null && headerAgain(this.#layout, row) === 'other',
    );
    const other = texts[end]?.row.number;
    if (other === undefined) return [texts];
    for (const { number } of rows)
      if (number > other) this.left.set(number, 'Está debajo de otro encabezado.');
    return [texts.slice(0, end), other];
  }

  /** Returns the row as input for the search of the side; empty for a row without a movement. */
  #unsided(rowTexts: RowTexts): Unsided[] {
    const { row, moved, text, reference } = rowTexts;
    const { balance: balances, direction } = this.#layout;
    const { money: balance } = this.#layout.moneyIn(row, balances);
    const isNone = moved.money === null && balance === null;
    if (isNone || this.#saysTotal(rowTexts) || isBalance(rowTexts) || this.#pages.heads.has(row.number))
      return [];
    const kind = direction === undefined ? null : cellText(row, direction);
    const texts = [text, reference, ...this.#continuedOf(row)];
    return [{ row: row.number, value: moved.money ?? NO_MONEY, balance, kind, texts }];
  }

  /** Divides the rows into payments and debits. Other rows are left out with a reason. */
  #readRows(rows: readonly RowTexts[]): [payments: ReadPayment[], debits: Moved[]] {
    const payments: ReadPayment[] = [];
    const debits: Moved[] = [];
    for (const texts of rows) {
      const { row, moved, date, blank } = texts;
      if (moved.money !== null && this.#sides.get(row.number)?.side === 'out')
        moved.money = negative(moved.money);
      const { money, text } = moved;
      const ignored = blank ? 'No tiene fecha, valor ni inmueble.' : this.#whyIgnored(texts);
      const isUnpaid = date === '' && (text === '' || money === 0);
      if (ignored !== null) {
        this.left.set(row.number, ignored);
        const isHead = this.#pages.heads.has(row.number);
        if (!blank && !isHead && !isBalance(texts)) {
          const more = (money ?? 0) > 0 && !hasTotalWord(row) ? IF_PAID : '';
          this.#about(row.number, 'warning', 'rowIgnored', `La fila no se leyó: ${lowered(ignored)}${more}`);
        }
      } else if (money !== null && money < 0) {
        debits.push(this.#movedBy(texts, money));
        this.left.set(row.number, MONEY_OUT);
        this.#totals.add(money);
        this.#follow(row, money);
      } else if (isUnpaid || (money === 0 && this.#isExtract)) {
        this.left.set(row.number, isUnpaid ? UNPAID : STILL);
        if (!isUnpaid) this.#follow(row, NO_MONEY);
      } else {
        const payment = this.#payment(texts);
        if (money !== null) this.#follow(row, money);
        if (payment === null) continue;
        this.#totals.add(payment.amount);
        this.#doubt(texts);
        payments.push(payment);
      }
    }
    return [payments, debits];
  }

  /** Keeps payments with the day of a group if the file proves the rows; otherwise refuses the payments. */
  #withDays(payments: readonly ReadPayment[], running: FollowedBalance | null): ReadPayment[] {
    const balances = this.#balances.flatMap(({ row, balance }) => (balance === null ? [] : [row]));
    if (balances.length > 1 && running?.breaks.length === 0)
      this.#proven.push({ after: (balances[0] ?? 0) - 1, before: (balances.at(-1) ?? 0) + 1 });
    const inGroups = payments.filter(({ row }) => this.#daysOfGroups.has(row));
    const isProven = ({ row }: ReadPayment) =>
      this.#proven.some(({ after, before }) => after < row && row < before);
    this.#aboutRows(
      'daysOfGroup',
      inGroups.filter(isProven),
      'No tienen fecha, y se tomó la de la fila de arriba, porque los totales del archivo cuadran:',
    );
    const refused = inGroups.filter((one) => !isProven(one));
    const column = this.#layout.name(this.#layout.date);
    for (const { row } of refused) this.#about(row, 'error', 'dateMissing', DATE_MISSING, column);
    return payments.filter((payment) => !refused.includes(payment));
  }

  /** Notes the doubts about a payment. */
  #doubt({ row, moved }: RowTexts): void {
    const isApproved = (column: number) => saysPaid(plainWords(cellText(row, column)));
    for (const [doubt, isFound] of [
      [this.#sides.get(row.number)?.doubt, true],
      ['totalDoubtful', hasTotalWord(row)],
      ['refundedPart', moved.isRest],
      ['stateDoubtful', !moved.isRest && !this.#layout.approving.every(isApproved)],
    ] as const)
      if (doubt !== undefined && isFound) this.#doubted.push({ doubt, row: row.number });
  }

  /** Reports the rows with doubts, and without money, with a warning for each reason. */
  #aboutDoubts(areSidesProven: boolean): void {
    const leftBy = (reason: string) =>
      [...this.left].flatMap(([row, why]) => (why === reason ? { row } : []));
    this.#aboutRows('rowsUnpaid', leftBy(UNPAID), 'Sin fecha ni valor, no son pagos y no se leyeron:');
    this.#aboutRows('rowsZero', leftBy(STILL), 'Su valor es cero, y no se leyeron:');
    const turned = this.#rowsWith('signsTurned').map(({ row }) => row);
    if (turned.length > 0) {
      const message = `Los signos dicen lo contrario de las palabras: las salidas no tienen el signo menos y las entradas sí (filas ${someRows(turned)}). Escriba las salidas con el signo menos y las entradas sin él, y cargue el archivo de nuevo.`;
      this.#problems.push(fileProblem('error', 'signsTurned', message));
    }
    for (const doubt of Object.keys(doubts) as (keyof typeof doubts)[]) {
      if (doubt === 'directionUnknown' && areSidesProven) continue;
      this.#aboutRows(doubt, this.#rowsWith(doubt), doubts[doubt]);
    }
  }

  #rowsWith = (doubt: Doubt) => this.#doubted.filter((one) => one.doubt === doubt && !this.left.has(one.row));

  /** Leaves out the texts that continue a row left out. */
  #leaveContinued(): void {
    for (const [movement, more] of this.#continued) {
      const why = this.left.get(movement);
      if (why !== undefined) for (const { row } of more) this.left.set(row, why);
    }
  }

  #continuedOf = (row: SheetRow): string[] => (this.#continued.get(row.number) ?? []).map(({ text }) => text);

  #movedBy({ row, text, reference, detail, unit, transaction }: RowTexts, money: Centavos): Moved {
    const kind = cellText(row, this.#layout.direction ?? -1);
    return {
      row: row.number,
      day: this.#dayIn(row),
      amount: centavos(Math.abs(money)),
      text: joinedTexts([saysReturn(kind) ? kind : '', text || reference || detail]),
      unit,
      transaction,
    };
  }

  /** Leaves reversed and returned payments out, and reports the rows and the other debits. */
  #withoutReversed(
    rows: readonly ReadPayment[],
    debits: readonly Moved[],
  ): { payments: ReadPayment[]; returns: Moved[] } {
    const credits = rows.map(({ row, valueDate: day, amount, unit, transaction, ...texts }): Moved => {
      const text = `${texts.reference} ${texts.detail}`;
      return { row, day, amount, unit, transaction, text };
    });
    // Without a known side a return looks like a payment.
    const isReturn = ({ row, text }: Moved) => this.#sides.get(row)?.doubt !== undefined && saysReturn(text);
    const backwards = [...debits, ...credits.filter(isReturn)];
    const { pairs, doubtful } = findReversals(
      credits.filter((one) => !isReturn(one)),
      backwards,
    );
    const turned = new Map(pairs.map(({ credit, debit }) => [debit, credit.day]));
    const returns = backwards
      .filter((one) => turned.has(one) || saysReturn(one.text))
      .map((one) => ({ ...one, ...defined({ paidOn: turned.get(one) ?? undefined }) }));
    for (const { credit, debit } of pairs) {
      this.left.set(credit.row, `Se reversó o se devolvió en la fila ${debit.row}.`);
      this.left.set(debit.row, `Reversa o devuelve el pago de la fila ${credit.row}.`);
    }
    const out = pairs.flatMap(({ credit, debit }) => [credit, debit]).sort((a, b) => a.row - b.row);
    this.#aboutRows('rowsReversed', out, 'Son pagos que se reversaron o se devolvieron, y no se leyeron:');
    for (const { credits: fitting, debit } of doubtful) {
      const rowsOfAmount = someRows(fitting.map(({ row }) => row));
      const message =
        fitting.length === 1
          ? `La fila parece devolver el pago de ${formatPesos(debit.amount)} de la fila ${rowsOfAmount}, que se leyó como pago. Si lo devuelve, borre las dos filas del archivo y cárguelo de nuevo.`
          : `La fila devuelve un pago de ${formatPesos(debit.amount)}, y no se sabe cuál de las filas ${rowsOfAmount}. Todas se leyeron como pagos: borre del archivo la del pago devuelto y cárguelo de nuevo.`;
      this.#about(debit.row, 'warning', 'reversalDoubtful', message);
    }
    const outs = debits.filter((debit) => !turned.has(debit));
    const sum = amountSum(outs) <= BigInt(Number.MAX_SAFE_INTEGER) ? `${pesosOf(amountSum(outs))} en` : '';
    this.#aboutRows('rowsDebit', outs, `Son salidas de dinero, y no pagos, y no se leyeron: ${sum}`);
    return { payments: rows.filter(({ row }) => !this.left.has(row)), returns };
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
      this.left.set(payment.row, `Es la transacción de la fila ${first}.`);
    }
    this.#aboutRows('transactionTwice', [...out], 'Repiten una transacción de arriba, y no se leyeron:');
    return rows.filter((row) => !out.has(row));
  }

  /** Compares the sums stated above the movements with the movements. True if a sum is right. */
  #compareSums(): boolean {
    const { all } = this.#totals.sums();
    let isProven = false;
    for (const { title: side, amount } of this.#pages.stated) {
      if (side !== 'in' && side !== 'out') continue;
      if (BigInt(Math.abs(amount)) === all[side]) {
        this.#proven.push({ after: 0, before: Number.POSITIVE_INFINITY });
        isProven = true;
        continue;
      }
      const message = `El extracto dice que el total de ${side === 'in' ? 'abonos' : 'cargos'} es ${formatPesos(amount)}, y las filas suman ${pesosOf(all[side])}. ${this.#isUnsigned ? UNSIGNED : 'Descárguelo completo del banco y vuelva a subirlo.'}`;
      this.#problems.push(fileProblem('error', 'toldSumDiffers', message));
    }
    return isProven;
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
      row,
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

  /** Returns the credit of a row: the sum of the columns by means of payment, 'Efectivo' and 'Banco'. */
  #credit(row: SheetRow): SaidAmount & { column: number } {
    const { credits } = this.#layout;
    const [column = credits[0] ?? 0, ...others] = credits.filter((one) => cellText(row, one) !== '');
    const parts = [column, ...others].map((one) => this.#layout.moneyIn(row, one));
    const sum = parts.reduce((all, { money }) => (money === null ? Number.NaN : all + money), 0);
    const money = Number.isSafeInteger(sum) ? centavos(sum) : null;
    return { text: parts.map(({ text }) => text).join(' + '), money, column };
  }

  /** Returns the amount of a row as written: the value without a refund, else the credit, else the debit as negative. */
  #moved(row: SheetRow): RowTexts['moved'] {
    const { amount, debit } = this.#layout;
    if (amount !== undefined) {
      const saidMoney = this.#layout.moneyIn(row, amount);
      const refund = this.#layout.refundIn(row);
      const { money } = saidMoney;
      return money !== null && refund > 0 && refund < money
        ? { ...saidMoney, column: amount, money: centavos(money - refund), isRest: true }
        : { ...saidMoney, column: amount };
    }
    const came = this.#credit(row);
    const went = this.#layout.moneyIn(row, debit);
    const isNothing = ({ text, money }: SaidAmount) => text === '' || money === 0;
    if (debit === undefined || isNothing(went)) return came;
    if (!isNothing(came)) return { ...came, isBoth: true };
    return { text: went.text, column: debit, money: went.money === null ? null : negative(went.money) };
  }

  #dayIn = (row: SheetRow): Day | null =>
    this.#days.ofAll ??
    this.#daysOfGroups.get(row.number) ??
    cellDay(row, this.#layout.date, this.#days.order);

  /** Returns the reason to skip a row (total, balance, or repeated header); null for a payment. */
  #whyIgnored(texts: RowTexts): string | null {
    const { row, moved } = texts;
    const note = texts.text || texts.reference;
    if (this.#pages.heads.has(row.number)) return 'Es el encabezado de otra página del extracto.';
    if (this.#saysTotal(texts) || (hasTotalWord(row) && this.#areSums(row))) {
      if (this.#areSums(row)) this.#proven.push({ after: this.#lastTotal, before: row.number });
      this.#aboutTotal(row);
      this.#lastTotal = row.number;
      this.#totals.next();
      return 'Es un total.';
    }
    if (!this.#isExtract && this.#isBareTotal(texts)) {
      this.#totals.next();
      this.#hasBareTotals = true;
      return 'Es la suma de las filas de arriba y no nombra un inmueble.';
    }
    if (isBalance(texts)) return 'Es un saldo y no un movimiento.';
    if (!this.#isExtract && (moved.money ?? 0) > 0 && saysUndone(note))
      return 'Dice que el pago se anuló, se devolvió o no ha entrado.';
    if (moved.money === null && headerAgain(this.#layout, row) === 'same') return 'Repite el encabezado.';
    const { states, refunds, currencies } = this.#layout;
    const wordsAt = (column: number) => plainWords(cellText(row, column));
    const isUnpaid = (column: number) =>
      !(moved.isRest && (refunds.includes(column) || /\bpar[ct]ial/.test(wordsAt(column)))) &&
      saysNotPaid(wordsAt(column), plainWords(this.#layout.name(column)));
    const isWholeBack =
      !moved.isRest && this.#layout.refundIn(row) >= Math.max(LEAST_REFUND, moved.money ?? 0);
    if (isWholeBack || states.some(isUnpaid))
      return 'La transacción no fue aprobada, o se anuló o se devolvió.';
    if (currencies.some((column) => isForeign(wordsAt(column)))) return 'No está en pesos.';
    if (moved.text !== '' || this.#dayIn(row) !== null) return null;
    return this.#isExtract || isAlone(row) ? 'Es una nota: no tiene fecha ni valor.' : null;
  }

  /** True for a row with an amount equal to the sum of the rows above, and without a name. */
  #isBareTotal({ unit, reference, text, detail, moved }: RowTexts): boolean {
    const isBare = [unit, reference, text, detail].every((text) => text === '');
    return isBare && moved.money !== null && this.#totals.areSums([moved.money], this.#hasBareTotals ? 1 : 2);
  }

  /** True for a row with a total by its words. A payment of 'deuda total' has a day. */
  #saysTotal({ row, date, unit }: RowTexts): boolean {
    // 'Subtotal torre 1' may be in the date column. The payer of a unit may write 'Subtotal'.
    const isPart = saysSubtotal(row) && (unit === '' || saysTotal(unit));
    return hasTotalWord(row) && (!/\d/.test(date) || saysTotal(date) || isPart);
  }

  /** True if the amounts of a row are sums of the rows above. */
  #areSums = (row: SheetRow): boolean =>
    this.#totals.areSums(this.#amountsIn(row).map(({ amount }) => amount));

  /** Returns the amounts of a row of totals, with the side stated by a title. */
  #amountsIn(row: SheetRow): { amount: Centavos; side: Side | null; column: number }[] {
    const stated = this.#isExtract ? statedIn(row, { sheet: this.#pages.sheet, layout: this.#layout }) : [];
    const totals = stated.flatMap(({ title, ...of }) =>
      title === 'in' || title === 'out' ? [{ ...of, side: title }] : [],
    );
    if (totals.length > 0) return totals;
    const { moneys, credits } = this.#layout;
    const amounts =
      credits.length > 1
        ? [this.#credit(row)]
        : moneys.map((column) => ({ ...this.#layout.moneyIn(row, column), column }));
    return amounts.flatMap(({ money, column }) =>
      money === null ? [] : [{ amount: money, side: null, column }],
    );
  }

  /** Names a total other than the sum of the rows above. */
  #aboutTotal(row: SheetRow): void {
    const wrong = this.#amountsIn(row).find(
      ({ amount, side }) => !this.#totals.areSums([amount], 1, side) && !this.#totals.isCount(amount),
    );
    if (wrong === undefined) return;
    const { debit } = this.#layout;
    const isOut = wrong.side === 'out' || wrong.column === debit;
    const { all, since } = this.#totals.sums();
    const ofSide = (sums: typeof all) =>
      isOut ? sums.out : debit === undefined && wrong.side === null ? sums.in - sums.out : sums.in;
    const sums =
      since.rows === all.rows || since.rows === 0
        ? pesosOf(ofSide(all))
        : `${pesosOf(ofSide(since))} desde el total anterior, y ${pesosOf(ofSide(all))} en total`;
    const isRefused = this.#isUnsigned && wrong.side !== null;
    const message = `La fila dice que el total es ${formatPesos(wrong.amount)}, y las filas leídas suman ${sums}. ${isRefused ? UNSIGNED : 'Revise si falta o sobra un pago.'}`;
    this.#about(row.number, isRefused ? 'error' : 'warning', 'totalDiffers', message);
  }

  #uncalculated(row: SheetRow): number | undefined {
    const { date, amount, credits, unit } = this.#layout;
    const needed = [date, ...(amount === undefined ? credits : [amount]), ...unit];
    return needed.find((column) => row.cells[column]?.uncalculated);
  }

  #payment(texts: RowTexts): ReadPayment | null {
    const { row } = texts;
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
    const [doubt] = parts.flatMap((part) => {
      const saidAmount = row.cells[part]?.number === undefined ? cellText(row, part) : '';
      const shown = this.#decimals(saidAmount, part);
      return shown === null ? [] : [doubtfulWords(shorten(saidAmount), shown)];
    });
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
    // A column by means has the whole amount.
    const whole = this.#layout.means.find((one) => this.#layout.moneyIn(row, one.column).money === amount);
    const means = whole?.means ?? texts.means;
    const written = { reference, detail, unit: named, transaction, means, payer };
    return { row: row.number, valueDate, amount, ...written, identity };
  }

  /** Notes the balance after a row, to check the running balance of the extract. */
  #follow(row: SheetRow, value: Centavos): void {
    const { money: balance } = this.#layout.moneyIn(row, this.#layout.balance);
    this.#balances.push({ row: row.number, day: this.#dayIn(row), value, balance });
  }

  #aboutBalance(running: FollowedBalance | null, turned: readonly number[]): void {
    const against = this.#rowsWith('balanceTurned').map(({ row }) => row);
    const rows = [...new Set([...turned, ...against])].sort((a, b) => a - b);
    if (rows.length > 0) {
      const message = `El saldo no cambia como lo que se leyó: una salida se leyó como entrada, o al revés, o falta un movimiento (filas ${someRows(rows)}). Diga abajo cuál columna es el crédito (lo que entra) y cuál el débito, o escriba las salidas con el signo menos y cargue el archivo de nuevo. Si el saldo es de una deuda, diga abajo que su columna no se usa.`;
      this.#problems.push(fileProblem('error', 'balanceTurned', message));
    } else if (running === null) {
      const message = 'El saldo del archivo no sigue a los movimientos, y no se comparó con ellos.';
      this.#problems.push(fileProblem('warning', 'balanceUnchecked', message));
    } else {
      const message =
        'El saldo no es el anterior más el movimiento: puede faltar un movimiento antes de estas filas:';
      this.#aboutRows('balanceBroken', running.breaks, message);
    }
  }

  #aboutRows(code: string, rows: readonly { row: number }[], message: string): void {
    if (rows.length === 0) return;
    const counted = rows.length === 1 ? 'una fila' : `${rows.length} filas`;
    const numbers = someRows(rows.map(({ row }) => row));
    this.#problems.push(fileProblem('warning', code, `${message} ${counted} (${numbers}).`));
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

/** True if a row of an extract names a balance, also in the column of days. */
const isBalance = ({ date, text, reference }: RowTexts): boolean =>
  [date, text || reference].some(saysBalance);

/** True if a row has a single text that is neither a number nor a unit ('PARQ 9'): 'Elaboró: Ana Ruiz' below the payments. */
const isAlone = ({ cells }: SheetRow): boolean => {
  const [only, ...others] = cells.filter(({ text, uncalculated }) => text.trim() !== '' || uncalculated);
  if (only === undefined || others.length > 0 || only.number !== undefined) return false;
  return /\p{L}{3}.*[ :]/u.test(only.text) && !/^\p{L}+\.? \d+\p{L}?$/u.test(only.text.trim());
};

/** Writes a sum in centavos in pesos; 'otro valor' beyond safe integers. */
const pesosOf = (sum: bigint): string =>
  sum <= BigInt(Number.MAX_SAFE_INTEGER) ? formatPesos(centavos(Number(sum))) : 'otro valor';

const amountSum = (some: readonly { amount: Centavos }[]): bigint =>
  some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

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
