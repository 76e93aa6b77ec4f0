/**
 * Agreements by hand: 250.000 due on 31 August at 25,62 % a year (1,918940 % a month, 0,0625102942142 % a day). The
 * agreement of 10 September covers the debt.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '../../../shared/billing/agreements.api.ts';
import { agreementStateWords, agreementWords } from '../../../shared/billing/collection/agreement-words.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { addDays, type Day, monthOfDay, today } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import type { StoredAgreement } from '../interest/agreement-days.ts';
import { annual } from '../interest/rates.fixture.ts';
import { findInvoice } from '../invoices/papers.repository.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { asOf } from '../ledger/account.ts';
import { BooksByHand, pesos, UNIT } from '../ledger/by-hand.fixture.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';
import { readDebtors } from '../reports/debtors.report.ts';
import { readDebtCertificate } from '../reports/read-certificate.ts';
import { insertAgreement } from './agreements.repository.ts';
import { agreementStanding, demandable, standingAgreements } from './standing.ts';

const now = await lastingToday();

const agreement: StoredAgreement = {
  ...{ agreementId: 1, apartmentId: UNIT, madeOn: '2026-09-10', document: 'Acuerdo 1', items: [1] },
  instalments: [
    { dueDate: '2026-09-30', amount: pesos(100_000) },
    { dueDate: '2026-10-31', amount: pesos(150_000) },
  ],
  ...{ suspends: true, missedLimit: 1, graceDays: 5, forgivenOn: [] },
};

/** Puts an account under the agreement with other terms. */
const under = (account: Account, change: Partial<StoredAgreement> = {}): Account => ({
  ...account,
  agreements: [{ ...agreement, ...change }],
});

interface Case {
  /** First days of the agreement and, by an unpaid instalment without grace, of the breach. Null: interest runs on. */
  agreed: [from: Day, breach?: Day] | null;
  way?: InterestWay;
  forgivenOn?: Day[];
  paid?: [amount: number, day: Day];
}

/** Returns the late interest on the October bill of a debt of August under an agreement, in pesos. */
function interestOf({ agreed, way = 'days', forgivenOn = [], paid }: Case): number {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  books.issue('2026-09', {}, { rates: [] });
  if (agreed !== null) {
    const [madeOn, breach = '2027-01-01'] = agreed;
    const instalments = [{ dueDate: addDays(breach, -1), amount: pesos(250_000) }];
    books.account = under(books.account, { madeOn, instalments, graceDays: 0, forgivenOn });
  }
  if (paid !== undefined) books.pay(...paid);
  const month = way === 'balance' ? '2026-10' : '2026-09';
  const { posting } = books.issue('2026-10', {}, { rates: [annual(month, 256_200, way)] });
  return posting.interest.reduce((sum, { amount }) => sum + toPesos(amount), 0);
}

describe('late interest of a debt under an agreement', () => {
  it.each<[string, Case, number]>([
    // 250.000 × 30 × 0,000625102942142 = 4.688,272066.
    ['runs on without a suspension: 30 days', { agreed: null }, 4_688.27],
    // 1 to 9 September: 250.000 × 9 × 0,000625102942142 = 1.406,481620.
    ['stops on the day of the agreement: 9 days', { agreed: ['2026-09-10'] }, 1_406.48],
    ['is none with an agreement of the first day', { agreed: ['2026-09-01'] }, 0],
    // 9 + 10 days: 250.000 × 19 × 0,000625102942142 = 2.969,238975.
    ['runs again from the breach of 21 September', { agreed: ['2026-09-10', '2026-09-21'] }, 2_969.24],
    // 250.000 × 9 + 150.000 × 10 = 3.750.000; × 0,000625102942142 = 2.344,136033.
    // 9 days, and 21 to 25 September: 250.000 × 14 × 0,000625102942142 = 2.187,860297.
    [
      'stops again on the day of the forgiven breach',
      { agreed: ['2026-09-10', '2026-09-21'], forgivenOn: ['2026-09-26'] },
      2_187.86,
    ],
    [
      'runs again on the unpaid part only',
      { agreed: ['2026-09-10', '2026-09-21'], paid: [100_000, '2026-09-15'] },
      2_344.14,
    ],
    [
      'on the balance: none while suspended on the day of the bill',
      { agreed: ['2026-09-10'], way: 'balance' },
      0,
    ],
    // 250.000 × 0,0191894.
    [
      'on the balance: a month after a breach',
      { agreed: ['2026-09-10', '2026-09-21'], way: 'balance' },
      4_797.35,
    ],
    ['by whole months: none while suspended at the end', { agreed: ['2026-09-10'], way: 'fullMonths' }, 0],
    [
      'by whole months: the month of the breach',
      { agreed: ['2026-09-10', '2026-09-21'], way: 'fullMonths' },
      4_797.35,
    ],
  ])('%s', (_, debt, interest) => {
    expect(interestOf(debt)).toBeCloseTo(interest, 6);
  });

  it('runs on a later debt outside the agreement', () => {
    const books = new BooksByHand();
    books.issue('2026-08', { fee: 250_000 }, { rates: [] });
    books.account = under(books.account, { madeOn: '2026-09-01', graceDays: 60 });
    books.issue('2026-09', { fee: 250_000 }, { rates: [] });
    const { posting } = books.issue('2026-11', {}, { rates: [annual('2026-10', 256_200, 'days')] });
    // The fee due on 30 September: 250.000 × 31 × 0,000625102942142 = 4.844,547802.
    expect(posting.interest.map(({ sourceItem, amount }) => [sourceItem, toPesos(amount)])).toEqual([
      [2, 4_844.55],
    ]);
  });
});

it('tells the state of an agreement from the payments, and the breach by the rule', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const on = (day: Day, change: Partial<StoredAgreement> = {}) => {
    const of = { ...agreement, ...change };
    const { state, paid, behind, missed, brokenOn, next } = agreementStanding(
      of,
      asOf(books.account, day),
      day,
    );
    return [state, toPesos(paid), toPesos(behind), missed, brokenOn, next && toPesos(next.amount)];
  };
  expect(on('2026-09-30')).toEqual(['current', 0, 0, 0, null, 100_000]);
  books.pay(60_000.01, '2026-09-29');
  expect(on('2026-10-05')).toEqual(['late', 60_000.01, 39_999.99, 0, null, 39_999.99]);
  const broken = ['broken', 60_000.01, 0, 1, '2026-10-06', null];
  expect(on('2026-10-06')).toEqual(broken);
  expect(on('2026-10-06', { missedLimit: 2 })).toEqual(['late', 60_000.01, 39_999.99, 1, null, 39_999.99]);
  // Forgiven on 10 October: the instalment of 31 October is the next to count.
  const forgiven = { forgivenOn: ['2026-10-10'] };
  expect(on('2026-10-09', forgiven)).toEqual(broken);
  expect(on('2026-10-10', forgiven)).toEqual(['late', 60_000.01, 39_999.99, 1, null, 39_999.99]);
  expect(on('2026-11-05', forgiven)[0]).toBe('late');
  expect(on('2026-11-06', forgiven)).toEqual(['broken', 60_000.01, 0, 2, '2026-11-06', null]);
  // A payment of the last day of grace, entered on the 12th, undoes the breach from the entry on.
  books.pay(39_999.99, '2026-10-05', '2026-10-12');
  expect(on('2026-10-11')).toEqual(broken);
  expect(on('2026-10-12')).toEqual(['current', 100_000, 0, 0, null, 150_000]);
  expect(on('2026-11-06')).toEqual(['broken', 100_000, 0, 1, '2026-11-06', null]);
  books.pay(150_000, '2026-11-07');
  expect(on('2026-12-31')).toEqual(['paid', 250_000, 0, 0, null, null]);
});

it('a bounced payment older than the agreement is behind at once, and nothing is paid', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 300_000 }, { rates: [] });
  const [receipt] = books.pay(50_000, '2026-08-15').posting.items;
  if (receipt === undefined) throw new Error('no receipt');
  books.annulReceipt(receipt, '2026-09-15');
  const { state, paid, behind, next } = agreementStanding(agreement, books.account, '2026-09-15');
  expect([state, paid, toPesos(behind), next?.amount]).toEqual(['late', 0, 50_000, pesos(100_000)]);
  expect(toPesos(demandable(under(books.account), '2026-09-15'))).toBe(50_000);
});

it('counts only the instalments after a forgiven breach', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const forgiven = { ...agreement, forgivenOn: ['2026-10-10'] };
  const on = (day: Day) => {
    const { state, behind, brokenOn } = agreementStanding(forgiven, asOf(books.account, day), day);
    return [state, toPesos(behind), brokenOn];
  };
  books.pay(149_999, '2026-10-30');
  expect(on('2026-11-06')).toEqual(['broken', 0, '2026-11-06']);
  // The instalment of October in full: the forgiven instalment stays behind, without a new breach.
  books.pay(1, '2026-10-31', '2026-11-07');
  expect(on('2026-11-07')).toEqual(['late', 100_000, null]);
});

it('a later agreement over a common debt ends the days of an agreement', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const later = { ...agreement, agreementId: 2, madeOn: '2026-10-12' as const };
  const { madeOn } = agreement;
  books.account = { ...books.account, agreements: [agreement, later] };
  const standing = (day: Day) => standingAgreements(books.account, day).map(({ agreementId }) => agreementId);
  const days = (of: StoredAgreement) => new RunningAccount(books.account).standingDays(of);
  expect([days(agreement)[0]?.to, standing('2026-10-12')]).toEqual(['2026-10-05', [2]]);
  // A payment of the last day of grace undoes the breach.
  books.pay(100_000, '2026-10-05', '2026-10-13');
  expect(days(agreement)).toEqual([{ from: madeOn, to: '2026-10-11' }]);
  expect([standing('2026-10-11'), standing('2026-10-12'), standing('2026-10-13')]).toEqual([[1], [2], [2]]);
  // Forgiven after the breach of the later agreement.
  const again = { ...agreement, forgivenOn: ['2026-11-20'] };
  books.account = { ...books.account, agreements: [again, { ...later, instalments: agreement.instalments }] };
  expect([standing('2026-11-19'), standing('2026-11-20')]).toEqual([[], [1]]);
  const apart = { ...later, items: [9] };
  books.account = { ...books.account, agreements: [agreement, apart] };
  expect(standing('2026-10-12')).toEqual([1, 2]);
});

it('a reminder demands the late instalments of an agreement, and the other debts', () => {
  const books = new BooksByHand();
  books.issue('2026-08', { fee: 250_000 }, { rates: [] });
  const demanded = (day: Day, change: Partial<StoredAgreement> = {}) =>
    toPesos(demandable(under(books.account, { missedLimit: 9, ...change }), day));
  expect([toPesos(demandable(books.account, '2026-09-30')), demanded('2026-09-30')]).toEqual([250_000, 0]);
  books.issue('2026-09', { fee: 50_000 }, { rates: [] });
  books.issue('2026-10', {}, { rates: [annual('2026-09', 256_200, 'days')] });
  // Behind 100.000, and the fee of September. The interest of 4.688,27 on the covered debt is due on 31 October.
  expect(demanded('2026-10-05')).toBe(150_000);
  expect(demanded('2026-11-01')).toBe(304_688.27);
  expect(demanded('2026-10-05', { missedLimit: 1, graceDays: 4 })).toBe(304_688.27);
  books.pay(60_000, '2026-10-06');
  // The payment covers the interest first: 100.000 − 55.311,73 behind, and 50.000.
  expect(demanded('2026-10-07')).toBe(94_688.27);
});

describeOnOneEngine('payment agreements', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  it('covers open debts exactly, is broken by the rule, and stands again once forgiven', async () => {
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
    await world.ceilings('2026-03', 25.62);
    const month = monthOfDay(now);
    await world.prepare(jointId, month, [
      ['Apto', 'Administración'],
      ['101', 1_000],
    ]);
    await world.issue(jointId, month, { issueDate: now });
    await expectShown(jointId, 'current');
    const forgive = (agreementId: number) =>
      app.call(
        api.forgiveBreach,
        { params: { jointId, agreementId }, body: { reason: 'Acta 3 del consejo' } },
        world.as,
      );
    expectRefused(await forgive(made.agreementId), 'agreementNotBroken');
    expectRefused(await forgive(99), 'agreementNotFound');
    // The days come from a request of today: the row gets earlier days.
    const late = JSON.stringify([
      { dueDate: addDays(now, -2), amount: 10_000_000 },
      { dueDate: addDays(now, 30), amount: 15_000_000 },
    ]);
    await app.store.db
      .updateTable('agreement')
      .set({ made_on: addDays(now, -9), instalments: late })
      .where('joint_id', '=', jointId)
      .execute();
    await expectShown(jointId, 'broken');
    const listed = (await app.call(api.listAgreements, { params }, world.as)).body;
    expect(listed.map(({ state, brokenOn }) => [state, brokenOn])).toEqual([['broken', addDays(now, -1)]]);
    expect((await debtsOf('101')).length).toBeGreaterThan(1);
    const forgiven = await forgive(made.agreementId);
    expect([forgiven.status, forgiven.body.state, forgiven.body.forgivenOn]).toEqual([200, 'late', today()]);
    await expectShown(jointId, 'late');
    expectRefused(await forgive(made.agreementId), 'agreementNotBroken');
  });

  it('does not forgive the breach of an agreement replaced by another', async () => {
    const jointId = await world.joint(['101']);
    await world.prepare(jointId, '2026-03', [
      ['Apto', 'Administración'],
      ['101', 250_000],
    ]);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const agreementId = await insertAgreement(app.store.db, jointId, {
      ...agreement,
      madeOn: addDays(now, -20),
      instalments: [{ dueDate: addDays(now, -10), amount: pesos(250_000) }],
    });
    const body: api.NewAgreement = {
      apartmentId: '101',
      items: [1],
      instalments: [{ dueDate: addDays(now, 30), amount: 250_000 }],
      ...{ suspendsInterest: true, missedLimit: 1, graceDays: 0, document: 'Acuerdo 2' },
    };
    expect((await app.call(api.addAgreement, { params: { jointId }, body }, world.as)).status).toBe(201);
    const of = { params: { jointId, agreementId }, body: { reason: 'Acta 3' } };
    expectRefused(await app.call(api.forgiveBreach, of, world.as), 'agreementReplaced');
  });

  /** Checks the agreement of unit 101 in statement, bill, aging, list of debtors and certificate. */
  async function expectShown(jointId: number, state: api.AgreementState): Promise<void> {
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
    expect([aged?.agreement, debtor?.agreement]).toEqual(
      Array(2).fill(`Acuerdo de pago: ${agreementStateWords[state].toLowerCase()}`),
    );
    const certificate = await readDebtCertificate(db, { jointId, apartmentId: '101' });
    expect(certificate.agreements.map(agreementWords).join()).toBe(words);
  }
});
