import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Day, monthNames, shortDay } from '../../../shared/days.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { readCsv } from '../../platform/sheets/csv.ts';
import type { Cell, Sheet } from '../../platform/sheets/sheet.types.ts';
import { toldCells } from '../../platform/sheets/sheets.fixture.ts';
import { readPaymentSheet } from './payment-sheet.ts';

const TODAY = '2026-12-31';

/** Movement of the test account as intended, independent of the way to write a sheet. */
interface Truth {
  day: Day;
  /** Value of the movement in centavos; negative for money out. */
  value: number;
  text: string;
  reference: string;
  tower: string;
  flat: string;
}

const texts = [
  'TRANSFERENCIA DE MARIA PEREZ',
  'PAGO PSE APTO 302 T2',
  'CONSIGNACION CORRESPONSAL CB',
  'Abono; cuota de mayo, torre 2',
  'PAGO TOTAL DEUDA',
  'TRANSF INTERBANC "NIÑO LÓPEZ"',
];

const truthOf = fc
  .array(
    fc.record({
      after: fc.nat(20),
      pesos: fc.integer({ min: 1, max: 3_000_000 }),
      cents: fc.constantFrom(0, 0, 0, 50, 5, 99),
      isOut: fc.constantFrom(false, false, true),
      text: fc.nat(texts.length - 1),
      reference: fc.integer({ min: 1_000, max: 99_999_999 }),
      flat: fc.integer({ min: 101, max: 112 }),
    }),
    { minLength: 3, maxLength: 9 },
  )
  .map((list): Truth[] => {
    let day: Day = '2026-01-05';
    const all = list.map(({ after, pesos, cents, isOut, text, reference, flat }) => {
      day = addDays(day, after);
      const value = (pesos * 100 + cents) * (isOut ? -1 : 1);
      const row = { text: texts[text] ?? '', reference: String(reference) };
      return { day, value, ...row, tower: String((flat % 3) + 1), flat: String(flat) };
    });
    // A file without payments is refused.
    return all.map((one, at) => (at === 0 ? { ...one, value: Math.abs(one.value) } : one));
  });

type ColumnName =
  | 'date'
  | 'text'
  | 'reference'
  | 'tower'
  | 'flat'
  | 'unit'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'direction'
  | 'balance'
  | 'number'
  | 'office'
  | 'cheque'
  | 'city';

const headers: Record<ColumnName, readonly string[]> = {
  date: ['Fecha', 'FECHA DE PAGO', 'Fecha movimiento', 'Día', 'Date', 'Fecha consignación'],
  text: ['Descripción', 'DETALLE', 'Concepto', 'Observaciones'],
  reference: ['Referencia', 'No. Comprobante', 'REF.', 'Referencia 1'],
  tower: ['Torre', 'Bloque', 'MZA', 'BLQ'],
  flat: ['Apto', 'APARTAMENTO', 'Casa'],
  unit: ['Inmueble', 'Unidad', 'APTO'],
  amount: ['Valor', 'Monto', 'VALOR PAGADO', 'Importe', 'Valor consignado'],
  credit: ['Créditos', 'CRÉDITO', 'Abonos', 'Consignaciones', 'Valor crédito', 'Credit'],
  debit: ['Débitos', 'Cargos', 'RETIROS', 'Valor débito', 'Debit', 'Salidas'],
  direction: ['Tipo', 'Naturaleza', 'D/C', 'Tipo de movimiento', 'Signo'],
  balance: ['Saldo', 'SALDO DISPONIBLE', 'Balance'],
  number: ['No.', 'Item'],
  office: ['Oficina', 'Sucursal'],
  cheque: ['Valor cheque'],
  city: ['Ciudad', 'Canal'],
};

const directions = [
  ['Débito', 'Crédito'],
  ['D', 'C'],
  ['DB', 'CR'],
  ['Nota Débito', 'Nota Crédito'],
  ['Salida', 'Entrada'],
  ['EGRESO', 'INGRESO'],
] as const;

const writings = {
  days: ['slashes', 'short', 'spanish', 'english', 'iso', 'compact', 'cell', 'serial', 'long'],
  money: ['number', 'dots', 'commas', 'plain', 'pesos', 'apostrophe'],
  minus: ['front', 'behind', 'brackets'],
} as const;

const mutation = fc.record({
  truth: truthOf,
  movements: fc.constantFrom('signed', 'split', 'direction', 'side'),
  units: fc.constantFrom('none', 'none', 'joined', 'columns'),
  hasBalance: fc.boolean(),
  days: fc.constantFrom(...writings.days),
  money: fc.constantFrom(...writings.money),
  minus: fc.constantFrom(...writings.minus),
  direction: fc.nat(directions.length - 1),
  words: fc.array(fc.nat(11), { minLength: 15, maxLength: 15 }),
  order: fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
  extras: fc.subarray<ColumnName>(['number', 'office', 'cheque', 'city', 'reference']),
  total: fc.constantFrom('none', 'none', 'end', 'middle', 'dated', 'behind'),
  again: fc.constantFrom('none', 'none', 'none', 'same', 'same', 'swapped'),
  second: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'sheet', 'beside'),
  dates: fc.constantFrom('each', 'each', 'merged', 'once'),
  isMergedAmount: fc.constantFrom(false, false, false, true),
  hasZero: fc.boolean(),
  padding: fc.constantFrom('', '  ', '\u00a0', '\u200e'),
  titles: fc.nat(3),
  blanks: fc.nat(2),
  file: fc.constantFrom('cells', 'cells', ';', ',', '\t', '|'),
  encoding: fc.constantFrom('utf8', 'mark', 'latin1', 'utf16'),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dayCell(day: Day, writing: Mutation['days']): Cell {
  const [year = '', month = '', date = ''] = day.split('-');
  const spanish = monthNames[Number(month) - 1]?.toLowerCase() ?? '';
  if (writing === 'cell') return { text: shortDay(day), date: true };
  if (writing === 'serial') {
    const number = Math.round((Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000);
    return { text: String(number), number };
  }
  const text = {
    slashes: `${date}/${month}/${year}`,
    short: `${Number(date)}-${Number(month)}-${year.slice(2)}`,
    spanish: `${date}-${spanish.slice(0, 3)}-${year}`,
    english: `${date}-${ENGLISH[Number(month) - 1]}-${year.slice(2)}`,
    iso: `${day} 10:15`,
    compact: `${year}${month}${date}`,
    long: `${Number(date)} de ${spanish} de ${year}`,
  }[writing];
  return { text };
}

const grouped = (digits: string, sign: string): string => digits.replace(/\B(?=(\d{3})+$)/g, sign);

function moneyCell(value: number, plan: Mutation): Cell {
  const { money, minus, file } = plan;
  if (money === 'number' && file === 'cells') return { text: String(value / 100), number: value / 100 };
  const whole = String(Math.floor(Math.abs(value) / 100));
  const cents = String(Math.abs(value) % 100).padStart(2, '0');
  const text = {
    number: `${whole}.${cents}`,
    plain: cents === '00' ? whole : `${whole},${cents}`,
    dots: `${grouped(whole, '.')},${cents}`,
    commas: `${grouped(whole, ',')}.${cents}`,
    pesos: `$ ${grouped(whole, '.')}${cents === '00' ? '' : `,${cents}`}`,
    apostrophe: `${grouped(whole, "'")}.${cents}`,
  }[money];
  if (value >= 0) return { text };
  return { text: minus === 'front' ? `-${text}` : minus === 'behind' ? `${text}-` : `(${text})` };
}

interface Made {
  sheets: Sheet[];
  /** Code of the error expected from the reader, to be solved by a person; null if the file is read completely. */
  refused: string | null;
}

const EMPTY: Cell = { text: '' };

/** Writes the movements into a test sheet, like a person or a bank program might. */
function madeOf(plan: Mutation): Made {
  const { truth } = plan;
  const isExtract = plan.units === 'none';
  const moved: ColumnName[] =
    plan.movements === 'split'
      ? ['debit', 'credit']
      : plan.movements === 'direction'
        ? ['amount', 'direction']
        : ['amount'];
  const units: ColumnName[] = isExtract ? [] : plan.units === 'joined' ? ['unit'] : ['tower', 'flat'];
  // With debits or only a balance, 'Oficina' is the bank's branch. In an office building it is a unit.
  const isOfBank = isExtract && (plan.hasBalance || plan.movements === 'split');
  const extras = plan.extras.filter((name) => name !== 'office' || isOfBank);
  const balance: ColumnName[] = plan.hasBalance && isExtract ? ['balance'] : [];
  const all: ColumnName[] = ['date', 'text', ...units, ...moved, ...balance, ...extras];
  const columns = all
    .map((name, at) => ({ name, at: plan.order[at] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
  // The tower column always precedes the unit: 2-301, never 301-2.
  if (plan.units === 'columns' && columns.indexOf('tower') > columns.indexOf('flat')) {
    const [tower, flat] = [columns.indexOf('tower'), columns.indexOf('flat')];
    [columns[tower], columns[flat]] = ['flat', 'tower'];
  }
  const labelOf = (name: ColumnName): string => {
    const of = headers[name];
    return of[(plan.words[all.indexOf(name)] ?? 0) % of.length] ?? name;
  };
  let sum = 10_000_000_00;
  const balances = truth.map(({ value }) => {
    sum += value;
    return sum;
  });
  const outs = directions[plan.direction] ?? directions[0];
  const mergedAt = plan.isMergedAmount && plan.file === 'cells' ? 1 : -1;
  const cellOf = (one: Truth, at: number, name: ColumnName): Cell => {
    switch (name) {
      case 'date': {
        const isRepeated = truth[at - 1]?.day === one.day;
        const cell = dayCell(one.day, plan.file === 'cells' ? plan.days : textDays(plan.days));
        if (!isRepeated || plan.dates === 'each') return cell;
        if (plan.dates === 'once') return EMPTY;
        return plan.file === 'cells' ? { ...cell, merged: true } : cell;
      }
      case 'text':
        return { text: one.text };
      case 'reference':
        return { text: one.reference };
      case 'unit':
        return { text: `${one.tower}-${one.flat}` };
      case 'tower':
        return { text: one.tower };
      case 'flat':
        return { text: one.flat };
      case 'credit':
        return one.value > 0 ? moneyCell(one.value, plan) : plan.hasZero ? moneyCell(0, plan) : EMPTY;
      case 'debit':
        return one.value < 0 ? moneyCell(-one.value, plan) : plan.hasZero ? moneyCell(0, plan) : EMPTY;
      case 'direction':
        return { text: one.value < 0 ? outs[0] : outs[1] };
      case 'amount': {
        const isMerged = at === mergedAt ? { merged: true as const } : {};
        if (plan.movements === 'signed') return { ...moneyCell(one.value, plan), ...isMerged };
        const cell = moneyCell(Math.abs(one.value), plan);
        if (plan.movements === 'direction') return { ...cell, ...isMerged };
        return { text: `${cell.text} ${one.value < 0 ? 'DB' : 'CR'}`, ...isMerged };
      }
      case 'balance':
        return moneyCell(balances[at] ?? 0, plan);
      case 'number':
        return { text: String(at + 1) };
      case 'office':
        return { text: '0482' };
      case 'cheque':
        return moneyCell(0, plan);
      case 'city':
        return { text: 'BOGOTA' };
    }
  };
  const totalRow = (of: readonly Truth[]): Cell[] => {
    const ins = of.reduce((all, { value }) => all + Math.max(0, value), 0);
    const outs = of.reduce((all, { value }) => all + Math.max(0, -value), 0);
    const row = columns.map((name): Cell => {
      if (name === 'credit') return moneyCell(ins, plan);
      if (name === 'debit') return moneyCell(outs, plan);
      if (name === 'amount') return moneyCell(plan.movements === 'signed' ? ins - outs : ins + outs, plan);
      if (name === 'date' && plan.total === 'dated') return dayCell(of.at(-1)?.day ?? TODAY, 'slashes');
      return EMPTY;
    });
    // Writes the total's label in the first empty cell, in the text cell, or after all cells.
    const at = plan.total === 'behind' ? columns.indexOf('text') : row.findIndex(({ text }) => text === '');
    row[at] = { text: plan.total === 'behind' ? 'TOTAL MES' : 'TOTAL' };
    return row;
  };
  const header = columns.map((name): Cell => ({ text: labelOf(name) }));
  const half = Math.floor(truth.length / 2);
  const swapped = [...columns].reverse();
  const middle = (): Cell[][] => {
    if (plan.again === 'same') return [header];
    if (plan.again === 'swapped') return [swapped.map((name): Cell => ({ text: labelOf(name) }))];
    return [];
  };
  const rows: Cell[][] = [];
  for (const [at, one] of truth.entries()) {
    if (at === half && at > 0) {
      if (plan.total === 'middle') rows.push(totalRow(truth.slice(0, at)));
      rows.push(...Array.from({ length: plan.blanks }, (): Cell[] => []), ...middle());
    }
    const isSwapped = plan.again === 'swapped' && at >= half && half > 0;
    rows.push((isSwapped ? swapped : columns).map((name) => cellOf(one, at, name)));
  }
  if (plan.total === 'end' || plan.total === 'dated' || plan.total === 'behind') rows.push(totalRow(truth));
  const padded = rows.map((row) => row.map((cell) => withPadding(cell, plan.padding)));
  const titles = Array.from({ length: plan.titles }, (): Cell[] => [{ text: 'CONJUNTO LOS ALAMOS' }]);
  let table = [header, ...padded];
  if (plan.second === 'beside') {
    table = table.map((row) => {
      const wide = Array.from({ length: columns.length + 1 }, (_, column) => row[column] ?? EMPTY);
      return [...wide, ...row];
    });
  }
  const hasSwap = plan.again === 'swapped' && half > 0;
  const isPalindrome = swapped.every((name, at) => name === columns[at]);
  const refused =
    plan.second === 'beside'
      ? 'sheetsUnread'
      : plan.second === 'sheet'
        ? 'sheetsUnread'
        : hasSwap && !isPalindrome
          ? 'headerOther'
          : null;
  const sheets =
    plan.file === 'cells'
      ? [sheetOf('Hoja1', [...titles, ...table])]
      : readCsv(fileOf([...titles, ...table], plan), 'extracto.csv');
  if (plan.second === 'sheet') sheets.push(sheetOf('Hoja2', [header, ...padded.slice(0, 1)]));
  return { sheets, refused };
}

/** Replaces the kinds of days impossible in a text file: date cells and serial numbers. */
const textDays = (days: Mutation['days']): Mutation['days'] =>
  days === 'cell' || days === 'serial' ? 'slashes' : days;

const withPadding = (cell: Cell, padding: string): Cell =>
  cell.number !== undefined || cell.date || cell.text === ''
    ? cell
    : { ...cell, text: `${cell.text}${padding}` };

const sheetOf = (name: string, rows: readonly Cell[][]): Sheet => ({
  name,
  rows: rows.flatMap((cells, at) =>
    cells.some(({ text }) => text !== '') ? [{ number: at + 1, cells: [...cells] }] : [],
  ),
});

function fileOf(rows: readonly Cell[][], { file, encoding }: Mutation): Buffer {
  const quoted = (text: string) =>
    text.includes(file) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const text = rows.map((row) => row.map((cell) => quoted(cell.text)).join(file)).join('\r\n');
  if (encoding === 'latin1' && [...text].every((one) => one < '\u0100')) return Buffer.from(text, 'latin1');
  if (encoding === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.from(encoding === 'mark' ? `\ufeff${text}` : text);
}

/** Number of random test runs: 75 in `npm test`, ten thousand in a long run. */
const runs = rounds(75, 10_000);

describe('payment sheets written in many ways', () => {
  it('a payment sheet is read exactly to the centavo and day, or reports the problem', () => {
    const seen = { exact: 0, refused: 0, doubted: 0 };
    fc.assert(
      fc.property(mutation, (plan) => {
        const { sheets, refused } = madeOf(plan);
        const file = readPaymentSheet({ sheets }, { today: TODAY });
        const filled = sheets.flatMap(({ rows }) =>
          rows.flatMap(({ cells }) => cells.filter(({ text }) => text.trim() !== '')),
        );
        const { account } = file;
        expect([account?.cells, account && toldCells(account)]).toEqual([filled.length, filled.length]);
        const errors = file.problems.filter(({ severity }) => severity === 'error');
        const codes = [...new Set(errors.map(({ code }) => code))];
        // Each row is a payment, has a reason, or has an error.
        const rowCount = account?.sheets[0]?.rows.reduce((all, { count }) => all + count, 0) ?? 0;
        const wrong = new Set(errors.flatMap(({ row }) => row ?? []));
        if (file.movements !== null) {
          expect(file.rows.length + rowCount + wrong.size).toBe(sheets[0]?.rows.length);
          const sum = file.rows.reduce((all, { amount }) => all + BigInt(amount), 0n);
          expect([file.movements.credits, file.movements.creditSum]).toEqual([file.rows.length, sum]);
        }
        if (refused !== null) {
          expect(codes).toContain(refused);
          seen.refused++;
          return;
        }
        // Problems for a person to answer or correct.
        const isOpenOrder = plan.truth.every(({ day }) => Number(day.slice(8)) <= 12);
        const doubts = ['amountDoubtful', 'dateMissing', 'amountMerged'];
        if (isOpenOrder) doubts.push('dayOrderDoubtful');
        expect(codes.filter((code) => !doubts.includes(code))).toEqual([]);
        if (codes.length > 0) {
          seen.doubted++;
          return;
        }
        const { truth } = plan;
        const credits = truth.filter(({ value }) => value > 0);
        const debits = truth.filter(({ value }) => value < 0);
        const unitOf = ({ tower, flat }: Truth) => (plan.units === 'none' ? '' : `${tower}-${flat}`);
        expect(file.rows.map(({ valueDate, amount, unit }) => [valueDate, amount, unit])).toEqual(
          credits.map((one) => [one.day, one.value, unitOf(one)]),
        );
        expect([file.movements?.debits, file.movements?.debitSum]).toEqual([
          debits.length,
          debits.reduce((sum, { value }) => sum - BigInt(value), 0n),
        ]);
        for (const [at, { reference, detail }] of file.rows.entries()) {
          expect(`${reference} ${detail}`).toContain(credits[at]?.text);
          if (plan.extras.includes('reference')) expect(reference).toBe(credits[at]?.reference);
        }
        seen.exact++;
      }),
      { numRuns: runs },
    );
    console.log(
      `${runs} files of payments: ${seen.exact} exact, ${seen.refused} refused, ${seen.doubted} asked about.`,
    );
    expect(seen.exact / runs).toBeGreaterThan(0.3);
  });
});
