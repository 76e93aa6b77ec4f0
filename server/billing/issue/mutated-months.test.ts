/**
 * Property: sheets written in many ways, read as months and billed in memory. The preview is the bill, and known reasons
 * explain each difference from the sheet to the centavo.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultSettings } from '../../../shared/billing/settings.api.ts';
import { addDays, dayOf, firstDayOf, lastDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import type { RowsText } from '../../platform/db/pack-rows.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import { parseMonthSheet } from '../charges/read-month-sheet.ts';
import { annual } from '../interest/rates.fixture.ts';
import { balanceOf, emptyAccount, withPosting } from '../ledger/account.ts';
import { numbersOf } from '../ledger/books.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { takePayment } from '../ledger/take-payment.ts';
import { sheetRows } from '../store/months.repository.ts';
import { billRows } from './bill-rows.ts';
import { computeMonth, type MadeMonth, type MonthToIssue } from './compute-month.ts';
import { billFigures, differencesOf } from './differences.ts';

const UNITS = ['101', '102', '103', 'P1'];
const MAIN = new Map([...UNITS.map((unit) => [unit, unit] as const), ['P1', '101'] as const]);
const ACCOUNTS = UNITS.slice(0, 3);
const FIRST: Month = '2026-02';

const cents = fc.integer({ min: 5_000_000, max: 40_000_000 });
const maybe = fc.oneof(fc.constant(0), cents);
const paid = fc.array(fc.record({ unit: fc.nat(2), amount: cents, day: fc.nat(27) }), { maxLength: 2 });
const columnNames = ['Saldo anterior', 'Pagos', 'Multa', 'Intereses de mora', 'Total'] as const;
const sheetMonth = fc.record({
  rows: fc.array(fc.record({ fee: cents, fine: maybe, payment: maybe, mora: maybe }), {
    ...{ minLength: UNITS.length, maxLength: UNITS.length },
  }),
  columns: fc.subarray([...columnNames]),
  order: fc.array(fc.nat(9), { minLength: columnNames.length, maxLength: columnNames.length }),
  /** Total of a row: all amounts, the charges alone, or all amounts rounded to the peso. */
  total: fc.constantFrom('all', 'charges', 'rounded'),
  style: fc.constantFrom('dots', 'plain'),
  left: fc.option(fc.nat(UNITS.length - 1), { nil: null }),
  /** Receipts from before the sheet, and receipts entered once the sheet was loaded. */
  paid,
  late: paid,
});
const life = fc.record({
  months: fc.array(sheetMonth, { minLength: 3, maxLength: 3 }),
  way: fc.constantFrom('days', 'balance', 'fullMonths'),
  settings: fc.record({
    roundToPeso: fc.boolean(),
    interestToPeso: fc.boolean(),
    discount: fc.constantFrom(null, { percent: 10, day: 10 }),
  }),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;
type SheetMonth = Life['months'][number];

const packed = <Row extends object>(rows: readonly Row[]): RowsText<Row> => ({
  columns: Object.keys(rows[0] ?? {}) as (keyof Row & string)[],
  text: JSON.stringify(rows.map((row) => Object.values(row))),
});

/** Writes a month of units as a sheet. Balances in the sheet are the balances in the books. */
function sheetOf(month: SheetMonth, balanceIn: (unit: string) => number): SheetFile {
  const columns = month.columns
    .map((name, at) => ({ name, at: month.order[at] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
  const text = (amount: number): string => {
    const [sign, whole] = [amount < 0 ? '-' : '', Math.trunc(Math.abs(amount) / 100)];
    const cents = String(Math.abs(amount) % 100).padStart(2, '0');
    if (month.style === 'plain') return `${sign}${whole},${cents}`;
    return `${sign}${String(whole).replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
  };
  const rows = month.rows.flatMap(({ fee, fine, payment, mora }, at) => {
    const unit = UNITS[at] ?? '';
    if (at === month.left) return [];
    const before = balanceIn(unit);
    const has = (name: (typeof columnNames)[number]) => month.columns.includes(name);
    const charges = fee + (has('Multa') ? fine : 0);
    const all = before + charges + (has('Intereses de mora') ? mora : 0) - (has('Pagos') ? payment : 0);
    const totals = { all, charges, rounded: Math.round(all / 100) * 100 };
    const cells = {
      ...{ 'Saldo anterior': before, Pagos: payment, Multa: fine, 'Intereses de mora': mora },
      Total: totals[month.total],
    };
    return [[unit, text(fee), ...columns.map((name) => text(cells[name]))]];
  });
  const table = [['Apto', 'Administración', ...columns], ...rows];
  const numbered = table.map((row, at) => ({ number: at + 1, cells: row.map((cell) => ({ text: cell })) }));
  return { sheets: [{ name: 'Hoja1', rows: numbered }] };
}

/** Books of a joint in memory, with the input of the next issue. */
class BooksInMemory {
  readonly #how: Life;
  readonly #lastBills = new Map<string, number>();
  #books: MonthToIssue['books'];
  accounts = new Map<string, Account>();

  constructor(how: Life) {
    this.#how = how;
    this.#books = {
      ...{ jointId: 1, revision: 0, openFrom: null, interestThrough: null },
      settings: { ...defaultSettings, ...how.settings },
      next: { item: 1, allocation: 1, bill: 1, payment: 1, receipt: 1 },
    };
  }

  get lastItem(): number {
    return this.#books.next.item - 1;
  }

  balance(unit: string): Centavos {
    return balanceOf(this.accounts.get(unit) ?? emptyAccount(unit));
  }

  pay(month: Month, { unit, amount, day }: SheetMonth['paid'][number]): void {
    const apartmentId = ACCOUNTS[unit] ?? '';
    const valueDate = addDays(firstDayOf(month), day);
    const receipt = this.#books.next.receipt++;
    const { posting } = takePayment(
      this.accounts.get(apartmentId) ?? emptyAccount(apartmentId),
      { amount: centavos(amount), valueDate, receipt, offers: [] },
      { postingDate: valueDate, numbers: numbersOf(this.#books) },
    );
    this.accounts.set(
      apartmentId,
      withPosting(this.accounts.get(apartmentId) ?? emptyAccount(apartmentId), posting),
    );
  }

  read(month: Month, file: SheetFile) {
    const { groupUnits, roundToPeso, discount } = this.#books.settings;
    const [year, number] = month.split('-').map(Number);
    const balances = [...this.accounts.keys()].map((unit) => ({
      apartment_id: unit,
      balance: this.balance(unit),
    }));
    const grounds = {
      ...{ groupUnits, roundToPeso, discountPercent: discount?.percent ?? null },
      months: [],
      units: packed<{ apartment_id: string; owner_name: string | null }>(
        UNITS.map((unit) => ({ apartment_id: unit, owner_name: '' })),
      ),
      concepts: [],
      remembered: [],
      mains: packed(
        [...MAIN].map(([unit, main]) => ({
          apartment_id: unit,
          main_apartment_id: unit === main ? null : main,
        })),
      ),
      balances: packed(balances),
      received: packed<{ apartment_id: string; amount: Centavos }>([]),
    };
    const reading = { year: year ?? 0, month: number ?? 0 };
    return parseMonthSheet(file, { reading, grounds, today: lastDayOf(month), toStore: true }, 'cobros.csv');
  }

  input(month: Month, { store }: ReturnType<BooksInMemory['read']>): MonthToIssue {
    const before = shiftMonth(month, -1);
    const rates = [annual(before, 256_200, this.#how.way)];
    const { graceDays, finesBearInterest, interestToPeso } = this.#books.settings;
    const accrual = { graceDays, finesBearInterest, interestToPeso, rates: [], missing: [] };
    return {
      ...{ monthId: 1, month, issueDate: firstDayOf(month), dueDate: dayOf(month, 20) },
      books: this.#books,
      rows: sheetRows(store),
      concepts: new Map(
        store.concepts.map(({ chargeConceptId: id, name, nature }) => [id, { id, name, nature }]),
      ),
      units: ACCOUNTS.map((apartmentId, position) => ({
        ...{ apartmentId, position, owner: '', ownerDocument: null, active: true },
        units: UNITS.filter((unit) => MAIN.get(unit) === apartmentId),
      })),
      ...{ accountOf: MAIN, accounts: this.accounts, lastBills: this.#lastBills, offers: new Map() },
      accrual,
      afterDue: {
        day: dayOf(month, 21),
        accrual: { ...accrual, rates: [annual(month, 256_200, this.#how.way)] },
      },
      ...{ rates, missing: [], interestFree: [], interestThrough: before },
    };
  }

  post({ postings, bills, next, interestThrough, issueDate }: MadeMonth): void {
    for (const posting of postings)
      for (const apartmentId of new Set(posting.items.map((item) => item.apartmentId))) {
        const account = this.accounts.get(apartmentId) ?? emptyAccount(apartmentId);
        this.accounts.set(apartmentId, withPosting(account, posting));
      }
    for (const { unit, issued } of bills) this.#lastBills.set(unit.apartmentId, issued.lastItem);
    const openFrom = addDays(issueDate, 1);
    this.#books = { ...this.#books, next, interestThrough, openFrom, revision: this.#books.revision + 1 };
  }
}

/** Number of months: 500 in `npm test`, ten thousand in a long run; three months for each case. */
const cases = Math.ceil(rounds(500, 10_000) / 3);

/** Returns the sheet's totals by account, in centavos. */
function totalsOf({ units }: { units: readonly (readonly [string, Centavos, ...unknown[]])[] }) {
  const totals = new Map<string, number>();
  for (const [unit, total] of units) {
    const account = MAIN.get(unit) ?? unit;
    totals.set(account, (totals.get(account) ?? 0) + total);
  }
  return totals;
}

/**
 * Reads, previews and issues a month, and compares.
 * @returns number of units with a difference from the sheet; null for a refused sheet
 */
function billMonth(books: BooksInMemory, month: Month, one: SheetMonth): number | null {
  for (const payment of one.paid) books.pay(shiftMonth(month, -1), payment);
  const read = books.read(
    month,
    sheetOf(one, (unit) => books.balance(unit)),
  );
  if (read.refused) return null;
  const check = { lastItem: books.lastItem, ...read.check };
  for (const payment of one.late) books.pay(shiftMonth(month, -1), payment);
  const input = books.input(month, read);
  const preview = computeMonth(input, () => undefined);
  const { units } = differencesOf(input, preview, check);
  const bills = new Map(preview.bills.map(({ unit, issued }) => [unit.apartmentId, issued.total]));
  const explained = totalsOf(check);
  for (const { apartmentId, parts } of units) {
    expect(parts, `unexplained: ${apartmentId}`).not.toBeNull();
    const sum = (parts ?? []).reduce((all, { amount }) => all + amount, 0);
    explained.set(apartmentId, (explained.get(apartmentId) ?? 0) + sum);
  }
  for (const account of ACCOUNTS) expect(explained.get(account) ?? 0).toBe(bills.get(account) ?? 0);
  // The issue computes anew, from the rows as stored.
  const issued = computeMonth(books.input(month, read), () => undefined);
  expect(billFigures(issued.bills)).toBe(billFigures(preview.bills));
  books.post(issued);
  const [stored] = billRows(issued.bills, new Map());
  const rows = (stored?.rows ?? []) as { apartment_id: string; total: Centavos }[];
  expect(rows.map((bill) => [bill.apartment_id, bill.total])).toEqual([...bills]);
  for (const account of ACCOUNTS) expect(bills.get(account) ?? 0).toBe(books.balance(account));
  return units.length;
}

it('the preview is the bill to the centavo in mutated months, and the books hold the bill', () => {
  const seen = { months: 0, refused: 0, differences: 0 };
  fc.assert(
    fc.property(life, (how) => {
      const books = new BooksInMemory(how);
      let month = FIRST;
      for (const one of how.months) {
        const differences = billMonth(books, month, one);
        seen.months += 1;
        seen.differences += differences ?? 0;
        // A refused sheet is corrected later: the next sheet is of the same month.
        if (differences === null) seen.refused += 1;
        else month = shiftMonth(month, 1);
      }
    }),
    { numRuns: cases },
  );
  expect(seen.months).toBeGreaterThanOrEqual(cases * 3);
  expect(seen.differences).toBeGreaterThan(cases);
  expect(seen.refused).toBeLessThan(seen.months / 2);
});
