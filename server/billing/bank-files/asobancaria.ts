import { type Day, isDay } from '../../../shared/days.ts';
import { centavos, formatPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { hasControls } from '../../platform/sheets/cell-text.ts';
import { whyNoDay } from '../ledger/payment-day.ts';
import { type AsobancariaLayout, digitsOf, fieldOf, recordsOf, totals } from './asobancaria-lines.ts';
import type { ReadPayment, ReadPaymentFile } from './payment-file.types.ts';

/** Pattern for a numeric reference that the bank padded with zeros. */
const FILLED_WITH_ZEROS = /^0+(\d+)$/;

/** Count and amount of the details read so far, to compare with the control record of a batch or of the file. */
interface Sum {
  count: number;
  amount: bigint;
  /** True if the amount of a detail is unreadable; the total is not checked then. */
  unsure: boolean;
}
const emptySum = (): Sum => ({ count: 0, amount: 0n, unsure: false });

/**
 * Reads a bank's file of collected payments. Reports every problem with the line. Has no side effects and never
 * throws.
 * - Asobancaria 2001: file header (01), batch headers (05), details (06), batch controls (08), file control (09).
 *   Counts and totals must match.
 * - Asobancaria 98: file header (01), details (02), file control (09).
 */
export function readAsobancaria(bytes: Uint8Array, layout: AsobancariaLayout, today: Day): ReadPaymentFile {
  const reading = new AsobancariaReader(layout, today);
  for (const { number, text } of recordsOf(bytes)) reading.line(number, text);
  return reading.end();
}

class AsobancariaReader {
  readonly #layout: AsobancariaLayout;
  readonly #today: Day;
  readonly #rows: ReadPayment[] = [];
  readonly #problems: ImportProblem[] = [];
  readonly #file = emptySum();
  #header: { date: Day; bank: string; account: string } | null = null;
  /** Open batch with the sums so far and the number of the first line; null outside a batch. */
  #batch: { sum: Sum; from: number } | null = null;
  #ended = false;
  #saidNoHeader = false;
  #saidNoBatch = false;
  #lastLine = 1;

  constructor(layout: AsobancariaLayout, today: Day) {
    this.#layout = layout;
    this.#today = today;
  }

  line(row: number, text: string): void {
    this.#lastLine = row;
    const type = text.slice(0, 2);
    if (this.#ended) {
      this.#wrong(row, 'afterTrailer', 'Hay registros después del control de archivo (09).');
      return;
    }
    if (type !== '01' && this.#header === null && !this.#saidNoHeader) {
      this.#saidNoHeader = true;
      this.#wrong(row, 'headerMissing', 'Falta el encabezado de archivo (01) antes de este registro.');
    }
    if (type === '01') this.#fileHeader(row, text);
    else if (type === this.#layout.batch?.opens) this.#batchHeader(row);
    else if (type === this.#layout.detail) this.#detail(row, text);
    else if (type === this.#layout.batch?.closes) this.#batchControl(row, text);
    else if (type === '09') this.#fileControl(row, text);
    else {
      const recordType = type.replace(/[\p{Cc}\p{Cs}]/gu, '�');
      this.#wrong(row, 'recordUnknown', `El tipo de registro «${recordType}» no es de ${this.#layout.name}.`);
    }
  }

  end(): ReadPaymentFile {
    if (this.#header === null && !this.#saidNoHeader) {
      this.#wrong(1, 'headerMissing', 'Falta el encabezado de archivo (01).');
    }
    if (!this.#ended) {
      this.#closeOpenBatch(this.#lastLine);
      this.#wrong(this.#lastLine, 'trailerMissing', 'Falta el control de archivo (09) al final.');
    }
    const { kind } = this.#layout;
    const nothingElse = { unitColumn: null, layout: null, movements: null, account: null };
    return { kind, rows: this.#rows, problems: this.#problems, ...nothingElse };
  }

  #fileHeader(row: number, text: string): void {
    if (this.#header !== null) {
      this.#wrong(row, 'headerRepeated', 'El archivo tiene otro encabezado (01).');
      return;
    }
    const written = fieldOf(text, this.#layout.header.date);
    const date = written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    const why = isDay(date) ? whyNoDay(date, this.#today) : `La fecha de recaudo «${written}» no es válida.`;
    if (why !== null) this.#wrong(row, 'dateInvalid', why, 'Fecha de recaudo');
    this.#header = {
      date: isDay(date) ? date : this.#today,
      bank: fieldOf(text, this.#layout.header.bank).trim(),
      account: fieldOf(text, this.#layout.header.account).trim(),
    };
  }

  #batchHeader(row: number): void {
    this.#closeOpenBatch(row);
    this.#batch = { sum: emptySum(), from: row };
    this.#saidNoBatch = false;
  }

  #detail(row: number, text: string): void {
    const { fields, batch } = this.#layout;
    if (batch !== null && this.#batch === null && !this.#saidNoBatch) {
      this.#saidNoBatch = true;
      this.#wrong(row, 'batchMissing', 'Falta el encabezado de lote (05) antes de este detalle.');
    }
    const sums = [this.#file, ...(this.#batch === null ? [] : [this.#batch.sum])];
    for (const sum of sums) sum.count++;
    const reference = fieldOf(text, fields.reference)
      .replace(FILLED_WITH_ZEROS, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    const read = digitsOf(text, fields.amount);
    if (hasControls(reference)) {
      this.#wrong(row, 'referenceInvalid', 'La referencia tiene caracteres no permitidos.', 'Referencia');
    }
    if (read === null) {
      for (const sum of sums) sum.unsure = true;
      const amountText = fieldOf(text, fields.amount).replace(/[\p{Cc}\p{Cs}]/gu, '�');
      this.#wrong(
        row,
        'amountInvalid',
        `El valor «${amountText.trim()}» no son ${fields.amount[1] - fields.amount[0]} dígitos.`,
        'Valor',
      );
      return;
    }
    for (const sum of sums) sum.amount += read;
    if (read === 0n) {
      this.#wrong(row, 'amountZero', 'El valor es cero.', 'Valor');
      return;
    }
    const returned = fields.returned === null ? '' : fieldOf(text, fields.returned).trim();
    if (/[^0]/.test(returned)) {
      const cause = returned.replace(/[\p{Cc}\p{Cs}]/gu, '�');
      const message = `El banco devolvió este pago (causa ${cause}), y no se leyó. Si ya tiene recibo, anúlelo.`;
      this.#problems.push({ row, column: null, severity: 'warning', code: 'returned', message });
      return;
    }
    if (this.#header === null) return;
    const { date, bank, account } = this.#header;
    const amount = centavos(Number(read));
    // Excludes the position in the batch: banks renumber repeated lines.
    const fieldTexts = [date, bank, account, reference, amount, fieldOf(text, fields.origin).trim()];
    const identity = JSON.stringify(fieldTexts);
    const untold = { detail: '', unit: '', transaction: null, means: null, payer: null };
    this.#rows.push({ row, valueDate: date, amount, reference, ...untold, identity });
  }

  #batchControl(row: number, text: string): void {
    if (this.#batch === null) {
      this.#wrong(row, 'batchMissing', 'Falta el encabezado de lote (05) de este control (08).');
      return;
    }
    this.#check(row, text, this.#batch.sum, 'lote (08)');
    this.#batch = null;
  }

  #fileControl(row: number, text: string): void {
    this.#closeOpenBatch(row);
    this.#check(row, text, this.#file, 'archivo (09)');
    this.#ended = true;
  }

  #closeOpenBatch(row: number): void {
    if (this.#batch === null) return;
    const message = `Falta el control (08) del lote que comienza en la línea ${this.#batch.from}.`;
    this.#wrong(row, 'batchTrailerMissing', message);
    this.#batch = null;
  }

  /** Compares a control record with the sums of the records above. */
  #check(row: number, text: string, sum: Sum, of: string): void {
    const count = digitsOf(text, totals.count);
    const amount = digitsOf(text, totals.amount);
    if (count === null || amount === null) {
      this.#wrong(row, 'controlInvalid', `El control de ${of} no tiene cantidad y valor en dígitos.`);
      return;
    }
    if (!this.#layout.mayCount.some((more) => count === BigInt(sum.count + more))) {
      const message = `El control de ${of} dice ${count} registros y hay ${sum.count}.`;
      this.#wrong(row, 'countWrong', message, 'Cantidad');
    }
    if (amount !== sum.amount && !sum.unsure) {
      const message = `El control de ${of} dice ${pesos(amount)} y los detalles suman ${pesos(sum.amount)}.`;
      this.#wrong(row, 'totalWrong', message, 'Valor total');
    }
  }

  #wrong(row: number, code: string, message: string, column: string | null = null): void {
    this.#problems.push({ row, column, severity: 'error', code, message });
  }
}

/**
 * Formats an amount in pesos. The amount of a control record may exceed a safe integer and is then shown in
 * centavos.
 */
const pesos = (amount: bigint): string =>
  amount <= BigInt(Number.MAX_SAFE_INTEGER) ? formatPesos(centavos(Number(amount))) : `${amount} centavos`;
