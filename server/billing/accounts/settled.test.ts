import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSettlement, getStatement } from '../../../shared/billing/bills.api.ts';
import { listOwnDebts } from '../../../shared/billing/now.api.ts';
import { annulReceipt, getPaymentDue, listCashReceipts } from '../../../shared/billing/payments.api.ts';
import { clearanceReport, debtCertificateReport } from '../../../shared/billing/reports.api.ts';
import { addDays, monthOfDay, monthWords, shiftMonth } from '../../../shared/days.ts';
import { centavos, fromPesos, NO_MONEY, toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';

const today = await lastingToday();
const current = monthOfDay(today);
const [before, last] = [shiftMonth(current, -2), shiftMonth(current, -1)];

describeOnOneEngine('a unit that pays what settles its account today', (make) => {
  let app: TestApp;
  let world: IssueWorld;
  let jointId: number;
  let owner: string;
  beforeAll(async () => {
    app = await make();
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(before, -1), 25.62);
    jointId = await world.joint(['101', '102', '103']);
    const sheet = (fees: number[]) => [
      ['Inmueble', 'Administración'],
      ...fees.map((fee, at) => [`10${at + 1}`, fee]),
    ];
    await world.prepare(jointId, before, sheet([300_000, 300_000, 300_000]));
    await world.issue(jointId, before, { issueDate: `${before}-02`, dueDate: `${before}-20` });
    await world.prepare(jointId, last, sheet([300_000, 300_000, 300_000]));
    await world.issue(jointId, last, { issueDate: `${last}-02`, dueDate: `${last}-20` });
    await addUser(app.store.db, 'duena', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
    owner = await tokenOf(app, 'duena');
  });
  afterAll(() => app.close());

  const params = (apartmentId: string) => ({ jointId, apartmentId });
  const due = async (unit: string) =>
    (await app.call(getPaymentDue, { params: params(unit), query: { valueDate: today } }, world.as)).body;
  const statement = async (unit: string) =>
    (await app.call(getStatement, { params: params(unit), query: {} }, world.as)).body;
  const clearance = (unit: string) => app.call(clearanceReport, { params: params(unit) }, world.as);
  const certificate = (unit: string) => app.call(debtCertificateReport, { params: params(unit) }, world.as);
  const overdue = async (unit: string) => {
    const { rows } = await readBalanceByAge(app.store.db, { jointId });
    return toPesos(rows.find((row) => row.apartmentId === unit)?.balance ?? NO_MONEY);
  };

  it('portal, desk and statement name one amount, with the interest until today', async () => {
    const { settlement, balance } = await due('101');
    expect(settlement.interest).toBeGreaterThan(0);
    expect(fromPesos(settlement.amount ?? 0)).toBe(
      centavos((fromPesos(balance) ?? 0) + (fromPesos(settlement.interest) ?? 0)),
    );
    expect((await statement('101')).settlement).toEqual(settlement);
    const { accounts } = (await app.call(listOwnDebts, {}, { token: owner })).body;
    expect(accounts[0]).toMatchObject({ settlement, paidUp: false });
    const own = await app.call(getSettlement, { params: params('101'), query: {} }, { token: owner });
    expect(own.body).toEqual(settlement);
    const later = await app.call(
      getSettlement,
      { params: params('101'), query: { day: addDays(today, 90) } },
      { token: owner },
    );
    expectRefused(later, 'settlementTooFar');
    const foreign = await app.call(getSettlement, { params: params('102'), query: {} }, { token: owner });
    expectRefused(foreign, 'apartmentNotFound');
  });

  it('the exact amount leaves the unit a paz y salvo on every screen and paper', async () => {
    const { settlement } = await due('101');
    await world.pay(jointId, { apartmentId: '101', amount: settlement.amount ?? 0, valueDate: today });
    expect(await statement('101')).toMatchObject({
      balance: 0,
      overdue: 0,
      paidUp: true,
      settlement: { amount: 0, interest: 0 },
    });
    expect((await due('101')).settlement.amount).toBe(0);
    const { accounts } = (await app.call(listOwnDebts, {}, { token: owner })).body;
    expect(accounts[0]).toMatchObject({ balance: 0, paidUp: true, settlement: { amount: 0 } });
    expect(await overdue('101')).toBe(0);
    expect((await clearance('101')).status).toBe(200);
    expectRefused(await certificate('101'), 'nothingOwed');
  });

  it('the bill alone, paid late, leaves interest: no paz y salvo and no certificate', async () => {
    const { balance } = await due('102');
    await world.pay(jointId, { apartmentId: '102', amount: balance, valueDate: today });
    const { settlement } = await due('102');
    expect(settlement.amount).toBe(settlement.interest);
    expect(settlement.interest).toBeGreaterThan(0);
    expect(await statement('102')).toMatchObject({ balance: 0, overdue: 0, paidUp: false });
    const refused = await clearance('102');
    expectRefused(refused, 'debtStands');
    expect(refused.error.details).toEqual({ balance: settlement.amount });
    expectRefused(await certificate('102'), 'nothingOwed');
    await world.pay(jointId, { apartmentId: '102', amount: settlement.amount ?? 0, valueDate: today });
    expect((await clearance('102')).status).toBe(200);
    expect(await statement('102')).toMatchObject({ balance: 0, paidUp: true });
  });

  it('an annulled receipt takes back its interest, and the account owes the same amount again', async () => {
    const { settlement } = await due('103');
    await world.pay(jointId, { apartmentId: '103', amount: settlement.amount ?? 0, valueDate: today });
    const [receipt] = (await app.call(listCashReceipts, { params: params('103') }, world.as)).body;
    const of = { jointId, cashReceipt: receipt?.cashReceipt ?? 0 };
    const annulled = await app.call(
      annulReceipt,
      { params: of, body: { reason: 'Era de otro', unidentified: true } },
      world.as,
    );
    expect(annulled.status).toBe(201);
    expect((await due('103')).settlement).toEqual(settlement);
  });

  it('a payment charges no interest besides the interest listed in the spreadsheet', async () => {
    const own = await world.joint(['201']);
    await world.prepare(own, before, [
      ['Inmueble', 'Administración'],
      ['201', 300_000],
    ]);
    await world.issue(own, before, { issueDate: `${before}-02`, dueDate: `${before}-20` });
    const listed = [
      ['Inmueble', 'Administración', 'Intereses de mora'],
      ['201', 300_000, 5_000],
    ];
    await world.prepare(own, last, listed, { columns: [{ column: 2, role: 'interest' }] });
    await world.issue(own, last, { issueDate: `${last}-02`, dueDate: `${last}-20` });
    await world.pay(own, { apartmentId: '201', amount: 705_000, valueDate: today });
    const of = { params: { jointId: own, apartmentId: '201' }, query: {} };
    expect((await app.call(getStatement, of, world.as)).body).toMatchObject({
      balance: -100_000,
      paidUp: true,
    });
  });

  it('without the ceiling of a month the amount is unknown, and the settlement is refused', async () => {
    await app.store.db.deleteFrom('legal_rate').where('month', '=', last).execute();
    expect((await due('103')).settlement).toMatchObject({ amount: null, missing: [last] });
    const refused = await app.call(getSettlement, { params: params('103'), query: {} }, world.as);
    const month = monthWords(last);
    expect(refused.error).toMatchObject({
      code: 'ceilingMissing',
      message: `Falta la tasa de ${month}: no se puede calcular el pago de hoy.`,
      details: { month, months: [last] },
    });
  });
});
