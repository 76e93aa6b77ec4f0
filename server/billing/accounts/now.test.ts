import { beforeAll, expect, it } from 'vitest';
import { annulBill, getStatement } from '../../../shared/billing/bills.api.ts';
import { listBillingNow, listOwnDebts } from '../../../shared/billing/now.api.ts';
import { addPayment, annulReceipt, listPayments } from '../../../shared/billing/payments.api.ts';
import { monthOf, monthOfDay, shiftMonth, yearAndMonth } from '../../../shared/days.ts';
import { centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';
import { loadPaymentsReport } from '../reports/read-months-payments.ts';

const today = await lastingToday();
const current = monthOfDay(today);
const [before, last] = [shiftMonth(current, -2), shiftMonth(current, -1)];
const SHEET = [
  ['Inmueble', 'Administración', 'Multa'],
  ['101', 100_000, 0],
  ['102', 80_000, 30_000],
  ['103', 60_000, 0],
];

describeOnOneEngine("today's billing", (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  let foreignId: number;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(before, -2), 25.62);
    jointId = await world.joint(['101', '102', '103']);
    foreignId = await world.joint(['101']);
    for (const month of [before, last]) {
      await world.prepare(jointId, month, SHEET);
      await world.issue(jointId, month, { issueDate: `${month}-02`, dueDate: `${month}-20` });
    }
    await pay('101', 250_000);
    await pay('102', 50_000);
    await annulLast();
    const { bill } = (await bills())[0] ?? { bill: 0 };
    const body = { reason: 'Cobro repetido' };
    const annulled = await app.call(annulBill, { params: { jointId, bill }, body }, world.as);
    expect(annulled.status, JSON.stringify(annulled.error)).toBeLessThan(300);
    const links = { billingJoints: [jointId] };
    await addUser(app.store.db, 'administra', Profile.admin, links);
    await addUser(app.store.db, 'otra', Profile.admin, {});
    await addUser(app.store.db, 'dueno', Profile.owner, {
      billingApartments: [
        { jointId, apartmentId: '102' },
        { jointId: foreignId, apartmentId: '101' },
      ],
    });
  });

  async function pay(apartmentId: string, amount: number): Promise<void> {
    const body = { apartmentId, amount, valueDate: today };
    const { status, error } = await app.call(addPayment, { params: { jointId }, body }, world.as);
    expect(status, JSON.stringify(error)).toBe(201);
  }
  /** Annuls the last receipt because the money never arrived. */
  async function annulLast(): Promise<void> {
    const query = { ...yearAndMonth(current), receipts: true };
    const [newest] = (await app.call(listPayments, { params: { jointId }, query }, world.as)).body;
    const params = { jointId, cashReceipt: newest?.receipt?.cashReceipt ?? 0 };
    const body = { reason: 'Cheque devuelto', unidentified: false };
    const done = await app.call(annulReceipt, { params, body }, world.as);
    expect(done.status, JSON.stringify(done.error)).toBeLessThan(300);
  }
  const bills = async () =>
    app.store.db
      .selectFrom('bill')
      .select('bill')
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '103')
      .orderBy('bill', 'desc')
      .execute();
  const now = async (username: string) =>
    (await app.call(listBillingNow, {}, { token: await tokenOf(app, username) })).body;

  it('home figures equal the aging report and the monthly payments report', async () => {
    const [one, ...others] = await now('administra');
    expect(others).toEqual([]);
    const { rows } = await readBalanceByAge(app.store.db, { jointId });
    const owed = rows.map(({ balance, credit }) => centavos(balance + credit));
    const overdue = rows.map((row) => centavos(row.d30 + row.d60 + row.d90 + row.d120 + row.older));
    const collected = await loadPaymentsReport(app.store.db, { jointId, month: current });
    expect(one).toMatchObject({
      jointId,
      lastIssued: yearAndMonth(last),
      toIssue: { ...yearAndMonth(current), isPrepared: false },
      figures: {
        receivable: toPesos(sumMoney(owed)),
        overdue: toPesos(sumMoney(overdue)),
        debtors: overdue.filter((amount) => amount > 0).length,
      },
    });
    const months = one?.figures?.months ?? [];
    expect(months.map(({ year, month }) => monthOf(year, month))).toEqual(
      [-5, -4, -3, -2, -1, 0].map((back) => shiftMonth(current, back)),
    );
    expect(months.at(-1)).toMatchObject({ billed: 0, collected: toPesos(collected.total) });
    expect(toPesos(collected.total)).toBe(250_000);
    // A bill of the month is annulled. The other two count, with their interest.
    expect(months.at(-3)?.billed).toBe(270_000);
    expect(months.at(-2)?.billed).toBeGreaterThanOrEqual(210_000);
    expect(months.at(-2)?.billed).toBeLessThan(270_000);
  });

  it("the home shows only the caller's own joints", async () => {
    expect(await now('otra')).toEqual([]);
    const dueno = await tokenOf(app, 'dueno');
    expect((await app.call(listBillingNow, {}, { token: dueno })).status).toBe(403);
    const admin = await tokenOf(app, 'administra');
    expect((await app.call(listOwnDebts, {}, { token: admin })).status).toBe(403);
  });

  it('staff see every billed joint, without figures', async () => {
    const month = { ...yearAndMonth(current), isPrepared: false };
    const expected = { jointId, jointName: 'De prueba', lastIssued: yearAndMonth(last), toIssue: month };
    const other = { jointId: foreignId, jointName: 'De prueba', lastIssued: null, toIssue: null };
    expect(await now('plataforma')).toEqual([
      { ...expected, figures: null },
      { ...other, figures: null },
    ]);
    await world.prepare(foreignId, current, SHEET.slice(0, 2));
    const prepared = (await now('plataforma')).find((one) => one.jointId === foreignId);
    expect(prepared).toMatchObject({ lastIssued: null, toIssue: { ...month, isPrepared: true } });
  });

  it('owners see the same figures as in each statement, and the last valid bill', async () => {
    const token = await tokenOf(app, 'dueno');
    const { owed, accounts: debts } = (await app.call(listOwnDebts, {}, { token })).body;
    expect(debts.map((one) => [one.jointId, one.apartmentId])).toEqual([
      [jointId, '102'],
      [foreignId, '101'],
    ]);
    const params = { jointId, apartmentId: '102' };
    const statement = (await app.call(getStatement, { params }, { token })).body;
    const { balance, overdue, overdueSince, nextDueDate, begun } = statement;
    expect(debts[0]).toMatchObject({ balance, overdue, overdueSince, nextDueDate, begun });
    expect(balance).toBeGreaterThan(200_000);
    expect(owed).toBe(balance);
    const newest = await app.store.db
      .selectFrom('bill')
      .select(['bill', 'reference'])
      .where('joint_id', '=', jointId)
      .where('apartment_id', '=', '102')
      .orderBy('bill', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(debts[0]).toMatchObject({ lastBill: newest.bill, reference: newest.reference });
    expect(debts[1]).toMatchObject({ begun: false, balance: 0, lastBill: null, reference: '' });
  });
});
