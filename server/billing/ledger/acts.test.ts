import { expect, it } from 'vitest';
import { centavos, toPesos } from '../../../shared/money.ts';
import { openBooks } from '../issue/open-books.ts';
import { creditOf, emptyAccount, withPosting } from './account.ts';
import { BooksByHand, interestInPesos, linesInPesos, pesos, splitInPesos, UNIT } from './by-hand.fixture.ts';

const FEE = { fee: 100_000 };
const forgiving = (forgives: 'interest' | 'capital', amount: number) =>
  ({
    kind: 'condonation',
    forgives,
    forApartmentId: UNIT,
    amount: pesos(amount),
    valueDate: '2026-04-05',
    reason: 'Acta 3',
  }) as const;

it('a due day after the end of a month becomes its last day, and interest starts a month later', () => {
  const books = new BooksByHand();
  books.issue('2026-02', FEE);
  expect(books.owed).toEqual([['fee', '2026-02-28', 100_000]]);
  expect(interestInPesos(books.issue('2026-03', FEE).posting)).toEqual([]);
  expect(interestInPesos(books.issue('2026-04', FEE).posting)).toEqual([[1, '2026-03', 100_000, 1_918.94]]);
});

it('days of grace delay interest by a month, and a payment on the last day bears none', () => {
  const books = new BooksByHand();
  const grace = { graceDays: 5 };
  books.issue('2026-01', FEE, grace);
  books.issue('2026-02', FEE, grace);
  // Due on 31 January with five days of grace: February is not whole.
  expect(interestInPesos(books.issue('2026-03', {}, grace).posting)).toEqual([]);
  books.pay(100_000, '2026-03-31');
  // January was paid on the last day of March; February's grace ended on 5 March.
  expect(interestInPesos(books.issue('2026-04', {}, grace).posting)).toEqual([]);
  expect(interestInPesos(books.issue('2026-05', {}, grace).posting)).toEqual([
    [2, '2026-04', 100_000, 1_918.94],
  ]);
});

it('fines bear interest only if the joint says so', () => {
  for (const finesBearInterest of [false, true]) {
    const books = new BooksByHand();
    books.issue('2026-01', { fine: 50_000 });
    books.issue('2026-02', {});
    const { bill } = books.issue('2026-03', {}, { finesBearInterest });
    expect(toPesos(bill.total)).toBe(finesBearInterest ? 50_959.47 : 50_000);
  }
});

it('the next bill consumes a credit balance and shows the credit as a line', () => {
  const books = new BooksByHand();
  books.issue('2026-01', FEE);
  expect(splitInPesos(books.pay(175_000, '2026-01-31'))).toEqual({
    interest: 0,
    capital: 100_000,
    credit: 75_000,
  });
  expect(toPesos(creditOf(books.account))).toBe(75_000);
  const { bill } = books.issue('2026-02', { fee: 100_000, extra: 10_000 });
  expect(linesInPesos({ bill })).toEqual([
    ['fee', 100_000, 0],
    ['extra', 10_000, 0],
    ['Saldo a favor', 0, -75_000],
  ]);
  expect(toPesos(bill.total)).toBe(35_000);
  expect(toPesos(bill.relation.credit)).toBe(75_000);
  expect(bill.relation.additional.map(({ concept, amount }) => [concept, toPesos(amount)])).toEqual([
    ['extra', 10_000],
  ]);
  expect(creditOf(books.account)).toBe(0);
});

it('annulling a receipt makes its debts open again, also after a bill used its credit', () => {
  const books = new BooksByHand();
  books.issue('2026-01', FEE);
  const { item } = books.pay(175_000, '2026-01-31');
  books.issue('2026-02', FEE);
  expect(books.balance).toBe(25_000);
  books.annulReceipt(item, '2026-02-10');
  expect(books.owed).toEqual([
    ['fee', '2026-01-31', 100_000],
    ['fee', '2026-02-28', 100_000],
  ]);
});

it('annulling a paid bill moves the money to open debts, and the rest becomes a credit', () => {
  const books = new BooksByHand();
  books.issue('2026-01', FEE);
  books.pay(100_000, '2026-01-20');
  books.issue('2026-02', { fee: 60_000 });
  books.annulBill(1, '2026-02-10');
  expect(books.owed).toEqual([]);
  expect(books.balance).toBe(-40_000);
  expect(toPesos(creditOf(books.account))).toBe(40_000);
});

it('two late payments for the same months do not save the same interest twice', () => {
  const books = new BooksByHand();
  for (const month of ['2026-01', '2026-02', '2026-03']) books.issue(month, FEE);
  // January's fee bears 1.918,94 for February.
  expect(books.balance).toBe(301_918.94);
  const first = books.pay(60_000, '2026-01-15', '2026-03-02');
  const second = books.pay(60_000, '2026-01-16', '2026-03-03');
  // The first payment saved 60.000 × 0,0191894 = 1.151,36. The rest, on 40.000, is 767,58.
  expect(interestInPesos(first.posting)).toEqual([[1, '2026-02', -60_000, -1_151.36]]);
  expect(interestInPesos(second.posting)).toEqual([[1, '2026-02', -40_000, -767.58]]);
  expect(books.balance).toBe(180_000);
  expect(interestInPesos(books.pay(10_000, '2026-01-17', '2026-03-04').posting)).toEqual([]);
});

it('annulling a bill also annuls the interest saved on that bill', () => {
  const books = new BooksByHand();
  for (const month of ['2026-01', '2026-02', '2026-03']) books.issue(month, FEE);
  books.pay(100_000, '2026-01-15', '2026-03-02');
  books.annulBill(3, '2026-03-03');
  expect(books.balance).toBe(100_000);
  expect(books.account.interest.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

it('a condonation forgives the named amount, at most the open debt, and ends with the debt', () => {
  const books = new BooksByHand();
  for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) books.issue(month, FEE);
  // February's 1.918,94, and March's 2 × 1.918,94.
  expect(books.balance).toBe(405_756.82);
  expect(books.adjust(forgiving('interest', 5_756.83), '2026-04-05')).toBe(false);
  expect(books.adjust(forgiving('capital', 400_000.01), '2026-04-05')).toBe(false);
  expect(books.balance).toBe(405_756.82);
  expect(books.adjust(forgiving('interest', 5_756.82), '2026-04-05')).toBe(true);
  expect(books.balance).toBe(400_000);
  // Forgiven interest is not saved a second time.
  expect(books.pay(100_000, '2026-01-15', '2026-04-06').posting.items).toHaveLength(1);
  // Annulling April's bill removes April's fee and March's interest. February's interest stays forgiven.
  books.annulBill(4, '2026-04-07');
  expect(books.balance).toBe(200_000);
  expect(creditOf(books.account)).toBe(0);
});

it('openings are instalments with interest, and a negative opening is a credit', () => {
  const books = new BooksByHand();
  const opening = { concept: null, forApartmentId: UNIT, valueDate: '2026-01-01' };
  books.add(
    openBooks(
      emptyAccount(UNIT),
      [
        { ...opening, dueDate: '2025-10-31', capital: pesos(80_000), interest: pesos(3_000) },
        { ...opening, dueDate: '2025-12-31', capital: pesos(-20_000), interest: centavos(0) },
      ],
      books.stamp('2026-01-01'),
    ),
  );
  // The credit pays interest first.
  expect(books.owed).toEqual([['other', '2025-10-31', 63_000]]);
  const { bill } = books.issue('2026-01', FEE, { dueDate: '2026-01-31' });
  expect(linesInPesos({ bill })).toEqual([
    ['fee', 100_000, 0],
    ['Saldo anterior', 0, 63_000],
  ]);
  // 63.000 × 0,0191894 = 1.208,93: January is the first whole month after the opening.
  expect(interestInPesos(books.issue('2026-02', FEE).posting)).toEqual([[1, '2026-01', 63_000, 1_208.93]]);
});

it('an opening includes interest until its day, and the ledger charges whole months after', () => {
  // First bill in May. The old books end in April and include interest until then.
  for (const [day, months] of [
    ['2026-03-31', ['2026-04', '2026-05']],
    ['2026-04-01', ['2026-04', '2026-05']],
    ['2026-04-02', ['2026-05']],
    ['2026-04-30', ['2026-05']],
  ] as const) {
    const books = new BooksByHand();
    const opening = { concept: null, forApartmentId: UNIT, dueDate: '2026-01-31', valueDate: day };
    const beginning = { ...opening, capital: pesos(100_000), interest: pesos(5_756.82) };
    books.add(openBooks(emptyAccount(UNIT), [beginning], books.stamp(day)));
    const bills = [books.issue('2026-05', {}), books.issue('2026-06', {})];
    // 100.000 × 0,0191894 a month, on capital only.
    expect(bills.flatMap(({ posting }) => interestInPesos(posting))).toEqual(
      months.map((month) => [1, month, 100_000, 1_918.94]),
    );
    expect(books.balance).toBe(months.length === 2 ? 109_594.7 : 107_675.76);
  }
});

it('a negative total is rounded half up, and a large credit note becomes a credit', () => {
  const books = new BooksByHand();
  const { bill } = books.issue('2026-01', { fee: 100.25, other: -350.75 }, { roundToPeso: true });
  // −250,50 is −250.
  expect(linesInPesos({ bill })).toEqual([
    ['fee', 100.25, 0],
    ['other', -350.75, 0],
    ['Ajuste al peso', 0.5, 0],
  ]);
  expect(toPesos(bill.total)).toBe(-250);
  expect(toPesos(bill.relation.other)).toBe(-350.75);
  expect(toPesos(creditOf(books.account))).toBe(250);
});

it('amounts beyond exact integers are refused, not rounded', () => {
  const books = new BooksByHand();
  const half = centavos(Number.MAX_SAFE_INTEGER - 1);
  const opening = { concept: null, forApartmentId: UNIT, valueDate: '2026-01-01', dueDate: '2025-12-31' };
  const posting = openBooks(
    emptyAccount(UNIT),
    [
      { ...opening, capital: half, interest: centavos(0) },
      { ...opening, capital: half, interest: centavos(0) },
    ],
    books.stamp('2026-01-01'),
  );
  books.account = withPosting(books.account, posting);
  expect(() => books.balance).toThrow(RangeError);
});
