/**
 * Agreements by hand: 250.000 due on 31 August at 25,62 % a year (1,918940 % a month, 0,0625102942142 % a day). The
 * agreement of 10 September covers the debt.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../shared/billing/agreements.api.ts';
import { agreementWords } from '../../../shared/billing/collection/agreement-words.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { addDays, type Day, monthOfDay, today } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { annual } from '../interest/rates.fixture.ts';
import { findInvoice } from '../invoices/papers.repository.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { BooksByHand, pesos, UNIT } from '../ledger/by-hand.fixture.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';
import { readDebtors } from '../reports/debtors.report.ts';
import { readDebtCertificate } from '../reports/read-certificate.ts';
import { agreementStanding, demandable, isBreach, type StoredAgreement } from './standing.ts';

const now = await lastingToday();

interface Case {
  /** Days of the suspension, the last null while the agreement stands. Null: interest runs on. */
  suspended: [from: Day, to: Day | null] | null;
  way?: InterestWay;
  paid?: [amount: number, day: Day];
}

/** Returns the late interest on the October bill of a debt of August under an agreement, in pesos. */
function interestOf({ suspended, way = 'days', paid }: Case): number {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  books.issue('2026-09', {}, { rates: [] });
  if (suspended !== null) {
    const [from, to] = suspended;
    books.account = { ...books.account, suspensions: [{ items: [1], from, to }] };
  }
  if (paid !== undefined) books.pay(...paid);
  const month = way === 'balance' ? '2026-10' : '2026-09';
  const { posting } = books.issue('2026-10', {}, { rates: [annual(month, 256_200, way)] });
  return posting.interest.reduce((sum, { amount }) => sum + toPesos(amount), 0);
}

describe('late interest of a debt under an agreement', () => {
  it.each<[string, Case, number]>([
    // 250.000 × 30 × 0,000625102942142 = 4.688,272066.
    ['runs on without a suspension: 30 days', { suspended: null }, 4_688.27],
    // 1 to 9 September: 250.000 × 9 × 0,000625102942142 = 1.406,481620.
    ['stops on the day of the agreement: 9 days', { suspended: ['2026-09-10', null] }, 1_406.48],
    ['is none with an agreement of the first day', { suspended: ['2026-09-01', null] }, 0],
    // 9 + 10 days: 250.000 × 19 × 0,000625102942142 = 2.969,238975.
    ['runs again from the breach of 21 September', { suspended: ['2026-09-10', '2026-09-20'] }, 2_969.24],
    // 250.000 × 9 + 150.000 × 10 = 3.750.000; × 0,000625102942142 = 2.344,136033.
    [
      'runs again on the unpaid part only',
      { suspended: ['2026-09-10', '2026-09-20'], paid: [100_000, '2026-09-15'] },
      2_344.14,
    ],
    [
      'on the balance: none while suspended on the day of the bill',
      { suspended: ['2026-09-10', null], way: 'balance' },
      0,
    ],
    // 250.000 × 0,0191894.
    [
      'on the balance: a month after a breach',
      { suspended: ['2026-09-10', '2026-09-20'], way: 'balance' },
      4_797.35,
    ],
    [
      'by whole months: none while suspended at the end',
      { suspended: ['2026-09-10', null], way: 'fullMonths' },
      0,
    ],
    [
      'by whole months: the month of the breach',
      { suspended: ['2026-09-10', '2026-09-20'], way: 'fullMonths' },
      4_797.35,
    ],
  ])('%s', (_, debt, interest) => {
    expect(interestOf(debt)).toBeCloseTo(interest, 6);
  });

  it('runs on a later debt outside the agreement', () => {
    const books = new BooksByHand();
    books.issue('2026-08', { fee: 250_000 }, { rates: [] });
    books.account = { ...books.account, suspensions: [{ items: [1], from: '2026-09-01', to: null }] };
    books.issue('2026-09', { fee: 250_000 }, { rates: [] });
    const { posting } = books.issue('2026-11', {}, { rates: [annual('2026-10', 256_200, 'days')] });
    // The fee due on 30 September: 250.000 × 31 × 0,000625102942142 = 4.844,547802.
    expect(posting.interest.map(({ sourceItem, amount }) => [sourceItem, toPesos(amount)])).toEqual([
      [2, 4_844.55],
    ]);
  });
});

const agreement: StoredAgreement = {
  ...{ agreementId: 1, apartmentId: UNIT, madeOn: '2026-09-10', document: 'Acuerdo 1', items: [1] },
  instalments: [
    { dueDate: '2026-09-30', amount: pesos(100_000) },
    { dueDate: '2026-10-31', amount: pesos(150_000) },
  ],
  ...{ suspends: true, missedLimit: 1, graceDays: 5, brokenOn: null },
};

it('tells the state of an agreement from the payments, and the breach by the rule', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const on = (day: Day, of = agreement) => {
    const { state, paid, behind, missed, next } = agreementStanding(of, books.account, day);
    return [state, toPesos(paid), toPesos(behind), missed, next && [next.dueDate, toPesos(next.amount)]];
  };
  expect(on('2026-09-30')).toEqual(['current', 0, 0, 0, ['2026-09-30', 100_000]]);
  books.pay(60_000.01, '2026-09-29');
  expect(on('2026-10-05')).toEqual(['late', 60_000.01, 39_999.99, 0, ['2026-09-30', 39_999.99]]);
  expect(on('2026-10-06')).toEqual(['late', 60_000.01, 39_999.99, 1, ['2026-09-30', 39_999.99]]);
  expect([
    isBreach(agreement, books.account, '2026-10-05'),
    isBreach(agreement, books.account, '2026-10-06'),
  ]).toEqual([false, true]);
  expect(on('2026-10-06', { ...agreement, brokenOn: '2026-10-06' })).toEqual([
    'broken',
    60_000.01,
    0,
    1,
    null,
  ]);
  expect(isBreach({ ...agreement, brokenOn: '2026-10-06' }, books.account, '2026-10-07')).toBe(false);
  books.pay(189_999.99, '2026-10-07');
  expect(on('2026-12-31')).toEqual(['paid', 250_000, 0, 0, null]);
  expect(isBreach(agreement, books.account, '2026-12-31')).toBe(false);
});

it('a reminder demands what is behind of a standing agreement, and the debts outside', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const demanded = (day: Day, ...of: StoredAgreement[]) => toPesos(demandable(books.account, of, day));
  expect([demanded('2026-09-30'), demanded('2026-09-30', agreement)]).toEqual([250_000, 0]);
  books.issue('2026-09', { fee: 50_000 }, { rates: [] });
  books.issue('2026-10', {}, { rates: [annual('2026-09', 256_200, 'days')] });
  // Behind 100.000, and the fee of September. The interest of 4.688,27 on the covered debt is due on 31 October.
  expect(demanded('2026-10-05', agreement)).toBe(150_000);
  expect(demanded('2026-11-01', agreement)).toBe(304_688.27);
  expect(demanded('2026-10-05', { ...agreement, brokenOn: '2026-10-05' })).toBe(304_688.27);
  books.pay(60_000, '2026-10-06');
  // The payment covers the interest first: 100.000 − 55.311,73 behind, and 50.000.
  expect(demanded('2026-10-07', agreement)).toBe(94_688.27);
});

describeOnOneEngine('payment agreements', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it('covers open debts exactly, and declares the breach only by the rule', async () => {
    const jointId = await world.joint(['101', '102']);
    await world.prepare(jointId, '2026-03', [
      ['Apto', 'Administración'],
      ['101', 250_000],
    ]);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const params = { jointId };
    const debtsOf = async (apartmentId: string) =>
      (await app.call(api.listOpenDebts, { params: { jointId, apartmentId } }, world.as)).body;
    const [debt] = await debtsOf('101');
    expect([debt?.open, await debtsOf('102')]).toEqual([250_000, []]);
    const body: api.NewAgreement = {
      apartmentId: '101',
      items: [debt?.item ?? 0],
      instalments: [
        { dueDate: now, amount: 100_000 },
        { dueDate: addDays(now, 30), amount: 150_000 },
      ],
      ...{ suspendsInterest: true, missedLimit: 1, graceDays: 0, document: 'Acuerdo 1' },
    };
    const add = (change: Partial<api.NewAgreement>) =>
      app.call(api.addAgreement, { params, body: { ...body, ...change } }, world.as);
    expectRefused(await add({ instalments: [{ dueDate: now, amount: 249_999.99 }] }), 'agreementSumDiffers');
    expectRefused(
      await add({ instalments: [{ dueDate: addDays(now, -1), amount: 250_000 }] }),
      'agreementDaysInvalid',
    );
    expectRefused(await add({ items: [999] }), 'debtNotOpen');
    const { status, body: made } = await add({});
    expect([status, made.state, made.total, made.paid]).toEqual([201, 'current', 250_000, 0]);
    expectRefused(await add({}), 'debtNotOpen');
    expect(await debtsOf('101')).toEqual([]);
    await expectShown(jointId, 'current');
    const declare = (agreementId: number) =>
      app.call(api.breakAgreement, { params: { jointId, agreementId } }, world.as);
    expectRefused(await declare(made.agreementId), 'agreementKept');
    expectRefused(await declare(99), 'agreementNotFound');
    // The due dates come from a request of today: the row gets an earlier first due date.
    const late = JSON.stringify([
      { dueDate: addDays(now, -2), amount: 10_000_000 },
      { dueDate: addDays(now, 30), amount: 15_000_000 },
    ]);
    await app.store.db
      .updateTable('agreement')
      .set({ instalments: late })
      .where('joint_id', '=', jointId)
      .execute();
    const broken = await declare(made.agreementId);
    expect([broken.status, broken.body.state, broken.body.brokenOn]).toEqual([200, 'broken', today()]);
    expect((await app.call(api.listAgreements, { params }, world.as)).body.map(({ state }) => state)).toEqual(
      ['broken'],
    );
    expect((await debtsOf('101')).length).toBeGreaterThan(1);
  });

  /** Checks the agreement of unit 101 in statement, bill, aging, list of debtors and certificate. */
  async function expectShown(jointId: number, state: string): Promise<void> {
    await world.ceilings('2026-03', 25.62);
    const month = monthOfDay(now);
    await world.prepare(jointId, month, [
      ['Apto', 'Administración'],
      ['101', 1_000],
    ]);
    await world.issue(jointId, month, { issueDate: now });
    const { db } = app.store;
    const { agreements } = await world.statement(jointId, '101');
    expect(agreements.map((agreement) => [agreement.state, agreement.debts.length])).toEqual([[state, 1]]);
    const words = agreements.map(agreementWords).join();
    const { bill } = await db
      .selectFrom('bill')
      .select((eb) => eb.fn.max<number>('bill').as('bill'))
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    expect((await findInvoice(db, { jointId, bill }))?.agreement).toBe(words);
    const [aged] = (await readBalanceByAge(db, { jointId })).rows;
    const [debtor] = (await readDebtors(db, { jointId })).rows;
    expect([aged?.agreement, debtor?.agreement]).toEqual(Array(2).fill('Acuerdo de pago: al día'));
    const certificate = await readDebtCertificate(db, { jointId, apartmentId: '101' });
    expect(certificate.agreements.map(agreementWords).join()).toBe(words);
  }
});
