import { beforeAll, expect, it } from 'vitest';
import { getBill } from '../../../shared/billing/bills.api.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import * as settings from '../../../shared/billing/settings.api.ts';
import { shiftMonth } from '../../../shared/days.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from './issue.fixture.ts';

const FEES = [
  ['Inmueble', 'Administración'],
  ['101', 100_000],
  ['102', 100_000],
] as const;

describeOnOneEngine('a month without a legal ceiling', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
  });

  const ceiling = (month: string, annualRate = 25.62) =>
    app.call(settings.setLegalRate, { body: { month, annualRate, source: 'Resolución 1' } }, world.as);
  const mark = (jointId: number, month: string, interestFree = true, token = world.as.token) =>
    app.call(settings.setInterestFreeMonth, { params: { jointId }, body: { month, interestFree } }, token);
  const issue = async (jointId: number, month: string) => {
    await world.prepare(jointId, month, FEES);
    await world.issue(jointId, month, { issueDate: `${month}-02` });
  };
  /** Returns the stored interest lines of a joint. */
  const charged = (jointId: number) =>
    app.store.db
      .selectFrom('interest_line')
      .select(['month', 'annual_rate', 'apartment_id'])
      .where('joint_id', '=', jointId)
      .orderBy('item')
      .orderBy('position')
      .execute();

  it("a missing ceiling stops preview and issue until 'sin intereses', and the bill says so", async () => {
    const jointId = await world.joint(['101', '102']);
    await issue(jointId, '2026-01');
    await issue(jointId, '2026-02');
    const payment = { apartmentId: '102', amount: 200_000, valueDate: '2026-01-31' };
    await app.call(addPayment, { params: { jointId }, body: payment }, world.as);
    await world.prepare(jointId, '2026-03', FEES);
    const stopped = await world.relation(jointId, '2026-03');
    expect([stopped.status, stopped.error.code, stopped.error.details]).toEqual([
      ...[422, 'legalRateMissing', ['2026-02']],
    ]);

    expect((await mark(jointId, '2026-02')).body).toEqual(['2026-02']);
    // Marking again changes nothing.
    expect((await mark(jointId, '2026-02')).body).toEqual(['2026-02']);
    expect((await world.relation(jointId, '2026-03')).body).toMatchObject({
      state: 'prepared',
      interestFree: ['2026-02'],
      totals: { currentInterest: 0 },
    });
    expect((await mark(jointId, '2026-02', false)).body).toEqual([]);
    expect((await world.relation(jointId, '2026-03')).error.code).toBe('legalRateMissing');
    await mark(jointId, '2026-02');
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });

    const { body: relation } = await world.relation(jointId, '2026-03');
    expect(relation).toMatchObject({ state: 'issued', interestFree: ['2026-02'] });
    const lines = async (bill: number) =>
      (await app.call(getBill, { params: { jointId, bill } }, world.as)).body.lines.map(
        ({ concept, periodFee, overdueFee }) => [concept, periodFee, overdueFee],
      );
    // 101 owed January's fee in February; 102 had paid.
    expect(await lines(5)).toEqual([
      ['Administración', 100_000, 200_000],
      ['Sin intereses de mora: febrero de 2026', 0, 0],
    ]);
    expect(await lines(6)).toEqual([['Administración', 100_000, 0]]);
    expect(await charged(jointId)).toEqual([]);
    // Charged months cannot be marked or unmarked.
    for (const is of [true, false])
      expect((await mark(jointId, '2026-02', is)).error.code).toBe('monthCharged');

    const { as } = world;
    const { body: free } = await app.call(settings.listInterestFreeMonths, { params: { jointId } }, as);
    expect(free).toEqual(['2026-02']);
    const { findings } = await verifyChain(app.store.db, billingChain(jointId));
    expect(findings).toEqual([]);
    const acts = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', billingChain(jointId))
      .where('act', 'in', ['interestFreeSet', 'monthIssued'])
      .orderBy('seq')
      .execute();
    expect(acts.map(({ act, data }) => [act, JSON.parse(data).interestFree])).toEqual([
      ['monthIssued', undefined],
      ['monthIssued', undefined],
      ['interestFreeSet', true],
      ['interestFreeSet', false],
      ['interestFreeSet', true],
      ['monthIssued', ['2026-02']],
    ]);
    // The next month charges interest again and is not marked.
    await ceiling('2026-03');
    await issue(jointId, '2026-04');
    expect((await world.relation(jointId, '2026-04')).body.interestFree).toEqual([]);
    expect((await charged(jointId)).map(({ month, apartment_id }) => [month, apartment_id])).toEqual([
      ['2026-03', '101'],
      ['2026-03', '101'],
    ]);
  });

  it('a sheet with its own interest is charged exactly, and bears no interest itself', async () => {
    const jointId = await world.joint(['101', '102']);
    await issue(jointId, '2026-01');
    await issue(jointId, '2026-02');
    const table = [
      ['Apto', 'Cuota', 'Intereses de mora'],
      ['101', 100_000, '1.234,56'],
      ['102', 100_000, ''],
    ];
    await world.prepare(jointId, '2026-03', table, { columns: [{ column: 2, role: 'interest' }] });
    // No ceiling is needed, because the ledger computes no interest.
    const { body: forecast } = await world.relation(jointId, '2026-03');
    expect(forecast.totals.currentInterest).toBe(1_234.56);
    expect(forecast.oddities.map(({ code }) => code)).toEqual(['interestBySheet']);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    const { body } = await world.relation(jointId, '2026-03');
    expect(body.rows.map(({ currentInterest }) => currentInterest)).toEqual([1_234.56, 0]);
    expect(await charged(jointId)).toEqual([]);
    // The days charged by the sheet are not charged again, and the sheet's interest is no capital.
    await ceiling('2026-03');
    await issue(jointId, '2026-04');
    const lines = await app.store.db
      .selectFrom('interest_line')
      .select(['month', 'principal'])
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '101')
      .execute();
    expect(lines.every(({ month, principal }) => month === '2026-03' && principal <= 10_000_000)).toBe(true);
    expect(lines).toHaveLength(2);
  });

  it("only staff mark a month 'sin intereses', and only without a known rate", async () => {
    const jointId = await world.joint(['101']);
    await ceiling('2025-06');
    expect((await mark(jointId, '2025-06')).error.code).toBe('legalRateKnown');
    const admin = await world.charges.admin(`marca${jointId}`, jointId);
    expect((await mark(jointId, '2025-07', true, admin)).error.code).toBe('forbidden');
    // A mark stays when a ceiling arrives later, until removed.
    await mark(jointId, '2025-08');
    await ceiling('2025-08');
    expect((await mark(jointId, '2025-08', false)).body).toEqual([]);
  });

  it('no interest line of any issue exceeds the ceiling of its own month', async () => {
    const jointId = await world.joint(['101', '102']);
    const first = '2024-01';
    // Falling and rising rates. Missing months are filled or marked when the issue asks.
    const rates = [30, null, 24.5, null, 20];
    for (const [at, rate] of rates.entries()) {
      if (rate !== null) await ceiling(shiftMonth(first, at), rate);
    }
    for (const at of rates.keys()) {
      const month = shiftMonth(first, at);
      const before = shiftMonth(month, -1);
      await world.prepare(jointId, month, FEES);
      const issued = () => world.issue(jointId, month, { issueDate: `${month}-02` });
      // The first charge is overdue from the second month on.
      if (at > 1 && rates[at - 1] === null) {
        await expect(issued()).rejects.toMatchObject({ code: 'legalRateMissing', details: [before] });
        if (at === 2) await ceiling(before, 18);
        else await mark(jointId, before);
      }
      await issued();
    }
    const storedRates = await app.store.db
      .selectFrom('legal_rate')
      .select(['month', 'annual_rate'])
      .execute();
    const ceilingOf = new Map(storedRates.map((row) => [row.month, row.annual_rate]));
    const lines = await charged(jointId);
    expect([...new Set(lines.map(({ month }) => month))]).toEqual(['2024-02', '2024-03']);
    for (const { month, annual_rate } of lines) {
      expect(annual_rate).toBeLessThanOrEqual(ceilingOf.get(month) ?? -1);
    }
  });
});
