import { beforeAll, expect, it } from 'vitest';
import { addAdjustment, explainBill, getStatement, listBills } from '../../../shared/billing/bills.api.ts';
import { addPayment, listCashReceipts } from '../../../shared/billing/payments.api.ts';
import { accountBalanceReport, clearanceReport } from '../../../shared/billing/reports.api.ts';
import { changeBillingSettings, setJointRate } from '../../../shared/billing/settings.api.ts';
import { toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { balanceOf } from '../ledger/account.ts';
import { readAccounts, readBalances } from '../ledger/ledger.repository.ts';
import { readDebtCertificate } from '../reports/read-certificate.ts';

const SHEET = [
  ['Inmueble', 'Administración'],
  ['101', 100_000],
  ['P1', 20_000],
];

describeOnOneEngine('a parking space billed alone, then with a flat, then alone again', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  let owner: string;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings('2025-12', 25.62);
    jointId = await world.joint(['101', 'P1>101', '102']);
    // The joint charges no interest.
    const none = { month: '2000-01', mode: 'none' as const, acta: 'Acta 1' };
    await app.call(setJointRate, { params: { jointId }, body: none }, world.as);
    await group(false);
    await issue('2026-01');
    await pay('101', 100_000, '2026-01-20');
    await group(true);
    await issue('2026-02');
    await addUser(app.store.db, 'duena', Profile.owner, {
      billingApartments: [{ jointId, apartmentId: '101' }],
    });
    owner = await tokenOf(app, 'duena');
  });

  const group = async (groupUnits: boolean) =>
    app.call(changeBillingSettings, { params: { jointId }, body: { groupUnits } }, world.as);
  async function issue(month: string): Promise<void> {
    await world.prepare(jointId, month, SHEET);
    await world.issue(jointId, month, { issueDate: `${month}-02` });
  }
  async function pay(apartmentId: string, amount: number, valueDate: string): Promise<void> {
    const body = { apartmentId, amount, valueDate };
    const { status, error } = await app.call(addPayment, { params: { jointId }, body }, world.as);
    expect(status, JSON.stringify(error)).toBe(201);
  }
  const statement = async (apartmentId: string, query: { own?: boolean } = {}) =>
    (await app.call(getStatement, { params: { jointId, apartmentId }, query }, { token: owner })).body;
  const clearance = async (apartmentId: string) =>
    app.call(clearanceReport, { params: { jointId, apartmentId } }, world.as);
  const certified = async (apartmentId: string) =>
    (await readDebtCertificate(app.store.db, { jointId, apartmentId })).rows.map((row) => [
      ...[row.apartmentId, row.month, toPesos(row.total)],
    ]);

  it('a unit grouped later is billed with its flat, with a separate row for its old debt', async () => {
    const { rows } = (await world.relation(jointId, '2026-02')).body;
    expect(rows.map(({ apartmentId, units, total }) => [apartmentId, units, total])).toEqual([
      ['101', ['P1'], 120_000],
      ['P1', [], 20_000],
    ]);
  });

  it("the owner of a unit grouped later sees both accounts and every bill's explanation", async () => {
    for (const unit of ['101', 'P1']) {
      const { apartmentId, balance, others } = await statement(unit);
      expect({ apartmentId, balance, others }).toEqual({
        apartmentId: '101',
        balance: 120_000,
        others: [{ apartmentId: 'P1', balance: 20_000 }],
      });
      const params = { jointId, apartmentId: unit };
      const bills = (await app.call(listBills, { params }, { token: owner })).body;
      expect(bills.map((bill) => [bill.apartmentId, bill.month])).toEqual([
        ['P1', 2],
        ['101', 2],
        ['P1', 1],
        ['101', 1],
      ]);
      for (const { bill } of bills) {
        const why = await app.call(explainBill, { params: { jointId, bill } }, { token: owner });
        expect(why.status).toBe(200);
      }
    }
    expect(await statement('P1', { own: true })).toMatchObject({
      apartmentId: 'P1',
      balance: 20_000,
      overdue: 20_000,
      others: [],
    });
    const own = { params: { jointId, apartmentId: 'P1' }, query: { own: true } };
    expect((await app.call(accountBalanceReport, own, { token: owner })).status).toBe(200);
    // 102 was never grouped and has no earlier account.
    const other = { params: { jointId, apartmentId: '102' }, query: { own: true } };
    expect((await app.call(getStatement, other, { token: owner })).error.code).toBe('apartmentNotFound');
  });

  it('a unit grouped later gets no paz y salvo until its old debt is paid', async () => {
    await pay('101', 120_000, '2026-02-10');
    expect((await statement('101')).balance).toBe(0);
    for (const unit of ['101', 'P1']) {
      const { error } = await clearance(unit);
      expect([error.code, error.details]).toEqual(['debtStands', { balance: 20_000 }]);
      expect(await certified(unit)).toEqual([['P1', '2026-01', 20_000]]);
    }
    // Condonations and payments of the unit go to the account in debt, then to the current account.
    const condonation = { apartmentId: 'P1', kind: 'condonation' as const, forgives: 'capital' as const };
    const body = {
      ...condonation,
      amount: 5_000,
      reason: 'Acuerdo',
      acta: 'Acta 3',
      valueDate: '2026-02-10',
    };
    const forgiven = await app.call(addAdjustment, { params: { jointId }, body }, world.as);
    expect([forgiven.status, forgiven.body.balance]).toEqual([201, 15_000]);
    await pay('P1', 15_000, '2026-02-10');
    expect((await statement('P1', { own: true })).balance).toBe(0);
    expect((await statement('101')).balance).toBe(0);
    for (const unit of ['101', 'P1']) expect((await clearance(unit)).status).toBe(200);
    const params = { jointId, apartmentId: '101' };
    const receipts = (await app.call(listCashReceipts, { params }, { token: owner })).body;
    expect(receipts.map(({ amount }) => amount)).toEqual([15_000, 120_000, 100_000]);
  });

  it('a unit billed alone again keeps the debts charged together with its flat', async () => {
    await issue('2026-03');
    await pay('P1', 50_000, '2026-03-10');
    expect((await statement('101')).balance).toBe(70_000);
    await group(false);
    const { error } = await clearance('P1');
    expect([error.code, error.details]).toEqual(['debtStands', { balance: 20_000 }]);
    expect(await certified('P1')).toEqual([['P1', '2026-03', 20_000]]);
    expect(await certified('101')).toEqual([
      ['101', '2026-03', 50_000],
      ['P1', '2026-03', 20_000],
    ]);
    await pay('101', 70_000, '2026-03-11');
    expect((await clearance('P1')).status).toBe(200);
  });

  it("a payment in a month's sheet pays the unit's own old debt first", async () => {
    const joint = await world.joint(['201', 'P2>201']);
    const set = (groupUnits: boolean) =>
      app.call(changeBillingSettings, { params: { jointId: joint }, body: { groupUnits } }, world.as);
    await set(false);
    await world.prepare(joint, '2026-01', [
      ['Inmueble', 'Administración'],
      ['201', 100_000],
      ['P2', 20_000],
    ]);
    await world.issue(joint, '2026-01', { issueDate: '2026-01-02' });
    await set(true);
    await world.prepare(joint, '2026-02', [
      ['Inmueble', 'Saldo anterior', 'Pago', 'Administración', 'Total'],
      ['201', 100_000, 100_000, 100_000, 100_000],
      ['P2', 20_000, 20_000, 20_000, 20_000],
    ]);
    await world.issue(joint, '2026-02', { issueDate: '2026-02-02' });
    const params = { jointId: joint, apartmentId: '201' };
    const { balance, others } = (await app.call(getStatement, { params }, world.as)).body;
    expect([balance, others]).toEqual([120_000, [{ apartmentId: 'P2', balance: 0 }]]);
  });

  it('balances computed in the store equal the balances of the movements', async () => {
    const accounts = await readAccounts(app.store.db, jointId);
    const sums = new Map([...accounts].map(([id, account]) => [id, balanceOf(account)]));
    expect(sums.size).toBe(2);
    expect(await readBalances(app.store.db, jointId)).toEqual(sums);
  });
});
