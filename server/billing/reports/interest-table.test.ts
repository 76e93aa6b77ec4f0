/** The table of interest by month on a debt certificate adds up to the interest of the certificate, in the three ways. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type InterestWay, interestWays } from '../../../shared/billing/natures.ts';
import { setJointRate, setLegalRate } from '../../../shared/billing/settings.api.ts';
import {
  addDays,
  dayOf,
  lastDayOf,
  type Month,
  monthOfDay,
  shiftMonth,
  today,
} from '../../../shared/days.ts';
import { centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { accruedOn } from '../accounts/settlement.ts';
import { annual, monthly } from '../interest/rates.fixture.ts';
import { exactInterest, roundedInterest } from '../interest/reckon.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { BooksByHand, UNIT } from '../ledger/by-hand.fixture.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { interestByMonth } from './interest-table.ts';
import { readDebtCertificate } from './read-certificate.ts';
import { debtOf, debtTotals, withoutRounding } from './read-debt.ts';

const MONTHS = 6;
const FIRST: Month = '2026-01';
const payment = fc.record({
  day: fc.integer({ min: 2, max: 28 }),
  late: fc.constantFrom(0, 0, 35, 70),
  share: fc.integer({ min: 1, max: 110 }),
});
const month = fc.record({
  fee: fc.integer({ min: 0, max: 40_000_000 }),
  fine: fc.constantFrom(0, 5_000_000),
  pays: fc.array(payment, { maxLength: 2 }),
  annualRate: fc.constantFrom(180_000, 256_200, 0),
});
const life = fc.record({
  months: fc.array(month, { minLength: MONTHS, maxLength: MONTHS }),
  wait: fc.integer({ min: 0, max: 40 }),
  roundToPeso: fc.boolean(),
  finesBearInterest: fc.boolean(),
  bySheet: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never;

const rateOf = (of: Month, annualRate: number, way: InterestWay) =>
  annualRate === 0 ? monthly(of, 1_500_000, way) : annual(of, annualRate, way);

/** Bills and payments of a random account. Payments entered late are posted before the next bill of the entry's month. */
function accountOf({ months, roundToPeso, finesBearInterest, bySheet }: Life, way: InterestWay): Account {
  const made = new BooksByHand();
  const waiting: { amount: number; valueDate: string; on: string }[] = [];
  for (const [index, { fee, fine, pays, annualRate }] of months.entries()) {
    const at = shiftMonth(FIRST, index);
    const charged = way === 'balance' ? at : shiftMonth(at, -1);
    for (const { amount, valueDate, on } of waiting.splice(0)) {
      if (on < `${at}-01`) made.pay(amount, valueDate, on);
      else waiting.push({ amount, valueDate, on });
    }
    const sheetInterest = [{ forApartmentId: UNIT, amount: centavos(123_456) }];
    const isSheet = bySheet && index === 2;
    made.issue(
      at,
      { fee: (fee + 1) / 100, fine: fine / 100 },
      {
        rates: isSheet ? [] : [rateOf(charged, annualRate, way)],
        ...{ roundToPeso, finesBearInterest, dueDate: dayOf(at, 20) },
        ...(isSheet && { sheetInterest }),
      },
    );
    for (const { day, late, share } of pays) {
      const amount = Math.round(made.balance * share) / 100;
      const valueDate = dayOf(at, day);
      if (amount > 0 && late === 0) made.pay(amount, valueDate);
      if (amount > 0 && late > 0) waiting.push({ amount, valueDate, on: addDays(valueDate, late) });
    }
  }
  return made.account;
}

it.each(interestWays)('by %s, the months add up to the interest of the certificate', (way) => {
  const seen = { certificates: 0, grounds: new Set<string>(), partly: 0 };
  fc.assert(
    fc.property(life, (how) => {
      const account = accountOf(how, way);
      const last = shiftMonth(FIRST, MONTHS - 1);
      const day = addDays(lastDayOf(last), how.wait);
      const accrual = {
        ...{ graceDays: 0, finesBearInterest: how.finesBearInterest, interestToPeso: false, missing: [] },
        rates: way === 'balance' ? [] : [last, shiftMonth(last, 1)].map((of) => rateOf(of, 256_200, way)),
      };
      const rows = withoutRounding(debtOf(account, day, accruedOn(account, accrual, day)));
      const { interest, accrued } = debtTotals(rows);
      const table = interestByMonth(rows);
      expect(sumMoney(table.map(({ unpaid }) => unpaid))).toBe(interest + accrued);
      for (const { ground, rate, capital, stretches, caused, unpaid } of table) {
        seen.grounds.add(ground);
        if (rate === null || capital === null || caused === null) continue;
        expect(unpaid).toBeLessThanOrEqual(caused);
        if (unpaid < caused) seen.partly += 1;
        // Each of at most seven debts of a month is rounded alone.
        const exact = roundedInterest(exactInterest({ ...rate, principal: capital, stretches }), false);
        expect(Math.abs(exact - caused)).toBeLessThanOrEqual(2 * MONTHS);
      }
      if (table.length > 0) seen.certificates += 1;
    }),
    { numRuns: rounds(60, 1000) },
  );
  expect(seen.certificates).toBeGreaterThan(10);
  expect(seen.partly).toBeGreaterThan(0);
  expect([...seen.grounds].sort()).toEqual(['rate', 'rounding', 'sheet']);
});

describeOnOneEngine('the rates on a debt certificate', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it('each month has its rate and the resolution or the acta of the rate', async () => {
    const now = monthOfDay(today());
    const first = shiftMonth(now, -3);
    for (const [back, annualRate] of [25.62, 25.17, 24.36, 24.1].entries()) {
      const resolution = { resolution: `0${back + 1}23`, resolvedOn: dayOf(shiftMonth(first, back - 1), 28) };
      const body = { month: shiftMonth(first, back), annualRate, ...resolution };
      expect((await app.call(setLegalRate, { body }, world.as)).status).toBe(201);
    }
    const jointId = await world.joint(['101']);
    const params = { jointId };
    const own = {
      ...{ month: shiftMonth(first, 2), mode: 'fixed' as const },
      ...{ monthlyRate: 1.5, acta: 'Acta 7' },
    };
    for (const body of [{ month: first, mode: 'legal' as const }, own])
      expect((await app.call(setJointRate, { params, body }, world.as)).status).toBe(201);
    for (const index of [0, 1, 2]) {
      const at = shiftMonth(first, index);
      await world.prepare(jointId, at, [
        ['Apto', 'Administración'],
        ['101', 500_000],
      ]);
      await world.issue(jointId, at, { issueDate: dayOf(at, 1), dueDate: dayOf(at, 10) });
    }
    const certificate = await readDebtCertificate(app.store.db, { jointId, apartmentId: '101' });
    const { interest, accrued } = debtTotals(certificate.rows);
    expect(sumMoney(certificate.interest.map(({ unpaid }) => unpaid))).toBe(interest + accrued);
    const [one, two, three] = certificate.interest;
    expect(one).toMatchObject({ month: first, capital: centavos(50_000_000), days: lastDays(first, 10) });
    expect([one, two, three].map((row) => row?.source)).toEqual([
      `Máxima legal: Resolución 0123 del ${written(dayOf(shiftMonth(first, -1), 28))}`,
      `Máxima legal: Resolución 0223 del ${written(dayOf(first, 28))}`,
      'De la copropiedad: Acta 7',
    ]);
    expect(two?.stretches.map(({ principal }) => toPesos(principal))).toEqual([500_000, 1_000_000]);
    // A ceiling corrected after the charge is not the source of the charged rate, and the joint has none.
    const corrected = { month: first, annualRate: 25.6, resolution: '0923', resolvedOn: dayOf(first, 1) };
    expect((await app.call(setLegalRate, { body: corrected }, world.as)).status).toBe(201);
    const [again] = (await readDebtCertificate(app.store.db, { jointId, apartmentId: '101' })).interest;
    expect([again?.rate?.annualRate, again?.source]).toEqual([256_200, '']);
  });
});

/** Returns the number of days of a month after a day of the month. */
const lastDays = (of: Month, day: number): number => Number(lastDayOf(of).slice(8)) - day;
const written = (day: string): string => day.split('-').reverse().join('/');
