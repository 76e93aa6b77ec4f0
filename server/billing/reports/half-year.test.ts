import { beforeAll, expect, it } from 'vitest';
import {
  addAdjustment,
  annulBill,
  explainBill,
  getBill,
  getStatement,
  listAccounts,
  listBills,
} from '../../../shared/billing/bills.api.ts';
import {
  addPayment,
  annulReceipt,
  assignPayment,
  listPayments,
} from '../../../shared/billing/payments.api.ts';
import {
  accountBalanceReport,
  accountingExport,
  clearanceReport,
  debtCertificateReport,
} from '../../../shared/billing/reports.api.ts';
import type { VoucherUse } from '../../../shared/billing/vouchers.ts';
import { firstDayOf, lastDayOf, type Month, monthOfDay } from '../../../shared/days.ts';
import { fromPesos, toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { startJob } from '../../../shared/reports/jobs.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { asOf, creditOf, openDebits } from '../ledger/account.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import { overdueOf } from '../ledger/overdue.ts';
import { accountSums, readVouchers } from '../vouchers/vouchers.report.ts';
import { readAccounting } from './accounting.report.ts';
import { readBalanceByAge } from './balance-by-age.report.ts';
import { readDebtors } from './debtors.report.ts';
import { debtOf, debtTotals } from './read-debt.ts';
import { loadPaymentsReport } from './read-months-payments.ts';

const today = await lastingToday();

/** Units of the test joint. 102 and its parking space share an account; the other units have separate accounts. */
const UNITS = ['101', '102', 'P-2>102', '103', '201', '202', '203'];
const ACCOUNTS = ['101', '102', '103', '201', '202', '203'];
const MONTHS: Month[] = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

/** Creates a generator of deterministic random numbers. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => sum + (fromPesos(one) ?? NaN), 0);

describeOnOneEngine('the reports of half a year', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  const contentByName = new Map<string, unknown>();
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    jointId = await world.joint(UNITS);
  });

  const later: { payment: number; apartmentId: string }[] = [];
  async function assign({ payment, apartmentId }: { payment: number; apartmentId: string }): Promise<void> {
    const of = { params: { jointId, payment }, body: { apartmentId } };
    expect((await app.call(assignPayment, of, world.as)).status).toBe(201);
  }

  /**
   * Enters random events after the issue of a month: partial, excess and late payments, identified or not, and
   * corrections.
   */
  async function live(month: Month, roll: (most: number) => number): Promise<void> {
    for (const waiting of later.splice(0)) await assign(waiting);
    for (const apartmentId of ACCOUNTS) {
      const kind = roll(5);
      if (kind === 0) continue;
      const valueDate = kind === 1 ? `${month}-01` : `${month}-${10 + roll(18)}`;
      const body = {
        apartmentId: kind === 2 ? null : apartmentId,
        amount: 60_000 + roll(600_000),
        valueDate,
      };
      const paid = await app.call(addPayment, { params: { jointId }, body }, world.as);
      expect(paid.status, JSON.stringify(paid.error)).toBe(201);
      // Half of the unidentified payments are identified at once, the rest at the next month's issue.
      if (kind !== 2) continue;
      const waiting = { payment: paid.body.payment, apartmentId };
      if (roll(2) === 0) await assign(waiting);
      else later.push(waiting);
    }
    const charge = { apartmentId: '203', kind: 'charge' as const, amount: 12_345.67, reason: 'Llaves' };
    const body = { ...charge, valueDate: `${month}-20`, dueDate: lastDayOf(month) };
    expect((await app.call(addAdjustment, { params: { jointId }, body }, world.as)).status).toBe(201);
  }

  const statement = async (apartmentId: string, date?: string) =>
    (
      await app.call(
        getStatement,
        { params: { jointId, apartmentId }, query: date === undefined ? {} : { date } },
        world.as,
      )
    ).body;

  /** Checks that statement, bill, aging and relación agree for every account after the issue. */
  async function expectFourWays(month: Month): Promise<void> {
    const relation = (await world.relation(jointId, month)).body;
    const aging = await readBalanceByAge(app.store.db, { jointId });
    const accounts = (await app.call(listAccounts, { params: { jointId } }, world.as)).body;
    expect(aging.rows.map((row) => row.apartmentId)).toEqual(ACCOUNTS);
    for (const row of relation.rows) {
      const { apartmentId } = row;
      const statementNow = await statement(apartmentId);
      const age = aging.rows.find((one) => one.apartmentId === apartmentId);
      if (age === undefined || row.bill === null) throw new Error(apartmentId);
      const { body: bill } = await app.call(getBill, { params: { jointId, bill: row.bill } }, world.as);
      const listed = (await app.call(listBills, { params: { jointId, apartmentId } }, world.as)).body[0];
      const fees = (listed?.movementsDetail ?? []).flatMap(({ periodFee, overdueFee }) => [
        periodFee,
        overdueFee,
      ]);
      expect(
        [row.total, statementNow.balance, bill.total, sumOf(fees) / 100, toPesos(age.balance)],
        `${month} ${apartmentId}`,
      ).toEqual(Array(5).fill(row.total));
      expect(accounts.find((one) => one.apartmentId === apartmentId)?.balance).toBe(row.total);
      const { current, d30, d60, d90, d120, older, credit, balance } = age;
      expect(current + d30 + d60 + d90 + d120 + older - credit).toBe(balance);
      expect(statementNow.rows.at(-1)?.balance).toBe(statementNow.balance);
      expect(sumOf([statementNow.totals.debit]) - sumOf([statementNow.totals.credit])).toBe(
        sumOf([statementNow.balance]),
      );
    }
  }

  /** Returns the reports as of the end of a closed month. */
  async function asTheyWere(month: Month): Promise<unknown> {
    const of = { jointId, date: lastDayOf(month) };
    const { rows: ages } = await readBalanceByAge(app.store.db, of);
    const { rows: debtors } = await readDebtors(app.store.db, of);
    const { heading: _, ...payments } = await loadPaymentsReport(app.store.db, { jointId, month });
    const statements = [];
    for (const apartmentId of ACCOUNTS) statements.push(await statement(apartmentId, of.date));
    // A later annulment is shown beside the receipt. The collected amount and the unit stay.
    const received = payments.received.map(({ annulled: _later, ...receipt }) => receipt);
    return structuredClone({ ages, debtors, payments: { ...payments, received }, statements });
  }
  const keep = async (month: Month) => contentByName.set(month, await asTheyWere(month));

  it('statement, bill, aging and relación agree for every unit in every month', async () => {
    await world.ceilings('2025-12', 25.62);
    const roll = dice(7);
    for (const [i, month] of MONTHS.entries()) {
      const rows = UNITS.map((unit) => {
        const id = unit.split('>')[0] ?? '';
        return [
          id,
          200_000 + roll(90_000),
          roll(3) === 0 ? 50_000 + roll(9_999) : 0,
          roll(6) === 0 ? 75_000 : 0,
        ];
      });
      await world.prepare(jointId, month, [
        ['Inmueble', 'Administración', 'Cuota extraordinaria', 'Multa'],
        ...rows,
      ]);
      await world.issue(jointId, month, { issueDate: `${month}-02` });
      await expectFourWays(month);
      if (i > 0) await keep(MONTHS[i - 1] ?? month);
      await live(month, roll);
    }
  }, 240_000);

  it('reports of closed months stay the same after later postings', async () => {
    for (const receipt of await app.store.db.selectFrom('receipt').select(['receipt']).execute()) {
      const body = { reason: 'Devuelto', unidentified: receipt.receipt % 2 === 0 };
      const of = { params: { jointId, cashReceipt: receipt.receipt }, body };
      if (receipt.receipt % 3 !== 0) continue;
      expect((await app.call(annulReceipt, of, world.as)).status).toBe(201);
    }
    const { body } = await app.call(listBills, { params: { jointId, apartmentId: '101' } }, world.as);
    const annulled = { params: { jointId, bill: body[1]?.bill ?? 0 }, body: { reason: 'Error' } };
    expect((await app.call(annulBill, annulled, world.as)).status).toBe(201);
    expect(contentByName.size).toBe(MONTHS.length - 1);
    for (const [month, was] of contentByName) expect(await asTheyWere(month), month).toEqual(was);
  });

  it('every bill is explained: items add up to lines, months of interest to items', async () => {
    let interest = 0;
    let payments = 0;
    let later = 0;
    const named = new Set<string>();
    for (const apartmentId of ACCOUNTS) {
      const { body: bills } = await app.call(listBills, { params: { jointId, apartmentId } }, world.as);
      for (const { bill, apartmentId: account } of bills) {
        const { body } = await app.call(explainBill, { params: { jointId, bill } }, world.as);
        expect(body.lines.length).toBeGreaterThan(0);
        const billed = sumOf(body.lines.flatMap(({ periodFee, overdueFee }) => [periodFee, overdueFee]));
        const since = sumOf(body.since.map(({ amount }) => amount));
        expect(billed + since, `${bill} to the balance of today`).toBe(sumOf([body.balance]));
        if (account === apartmentId)
          expect(body.balance).toBe((await world.statement(jointId, apartmentId)).balance);
        later += body.since.length;
        for (const line of body.lines) {
          const open = (overdue: boolean) =>
            sumOf(line.items.filter((item) => item.overdue === overdue).map((item) => item.open));
          expect([open(false), open(true)], `${bill} ${line.concept}`).toEqual([
            sumOf([line.periodFee]),
            sumOf([line.overdueFee]),
          ]);
          for (const item of line.items) {
            if (item.unit !== null) named.add(item.unit);
            const gone = sumOf(item.allocations.map(({ amount }) => amount));
            expect(Math.abs(sumOf([item.amount])) - gone, `${bill} ${item.item}`).toBe(
              Math.abs(sumOf([item.open])),
            );
            payments += item.allocations.length;
            if (item.nature !== 'interest') continue;
            expect(sumOf(item.interest.map(({ amount }) => amount))).toBe(sumOf([item.amount]));
            for (const { stretches, dailyRate, amount } of item.interest) {
              const capital = stretches.reduce((sum, one) => sum + one.principal * one.days, 0);
              expect(Math.abs(capital * (dailyRate ?? NaN) - sumOf([amount]))).toBeLessThanOrEqual(0.500_001);
            }
            interest += item.interest.length;
          }
        }
      }
    }
    expect(interest).toBeGreaterThan(5);
    expect(later).toBeGreaterThan(5);
    // Only bills of several units name the units.
    expect([...named].sort()).toEqual(['102', 'P-2']);
    expect(payments).toBeGreaterThan(5);
  });

  it('certificates match the overdue debt, and exports match the collected money', async () => {
    const { db } = app.store;
    const accounts = await readAccounts(db, jointId);
    for (const account of accounts.values()) {
      for (const month of MONTHS) {
        const day = lastDayOf(month);
        const then = asOf(account, day);
        const { capital, interest } = overdueOf(then, day);
        const total = capital + interest;
        expect(debtTotals(debtOf(then, day))).toEqual({ capital, interest, accrued: 0, total });
      }
    }
    let collected = 0;
    for (const month of [...MONTHS, monthOfDay(today)]) {
      const rows = await readAccounting(db, { jointId, month });
      const items = [...accounts.values()].flatMap(({ items }) =>
        items.filter((item) => item.postingDate.startsWith(month)),
      );
      const total = (side: string) =>
        items.filter((item) => item.side === side).reduce((sum, item) => sum + item.amount, 0);
      expect(rows.reduce((sum, row) => sum + (row.debit ?? 0), 0)).toBe(total('debit'));
      const money = rows.filter((row) => row.nature === 'Pago' || row.document === 'Consignación');
      const report = await loadPaymentsReport(db, { jointId, month });
      expect(
        money.reduce((sum, row) => sum + (row.credit ?? 0), 0),
        month,
      ).toBe(report.total);
      collected += report.received.length;
    }
    expect(collected).toBeGreaterThan(10);
  });

  it('vouchers of all months balance and add up to open debts, credits and waiting money', async () => {
    const { db } = app.store;
    const accounts = [...(await readAccounts(db, jointId)).values()];
    const vouchers = [];
    for (const month of [...MONTHS, monthOfDay(today)])
      vouchers.push(
        ...(await readVouchers(db, { jointId, first: firstDayOf(month), last: lastDayOf(month) })).vouchers,
      );
    const names = vouchers.map(({ type, number }) => `${type} ${number}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(vouchers.map(({ type }) => type))).toEqual(
      new Set(['bill', 'receipt', 'deposit', 'note', 'billBack', 'receiptBack']),
    );
    for (const { number, rows } of vouchers) {
      expect(number).toBeGreaterThan(0);
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
    const sums = new Map(accountSums(vouchers).map(({ use, debit, credit }) => [use, debit - credit]));
    const openOf = (uses: readonly string[]) =>
      accounts
        .flatMap(openDebits)
        .filter(({ nature }) => uses.includes(nature))
        .reduce((sum, { open }) => sum + open, 0);
    expect(
      ['feeOwed', 'interestOwed', 'extraOwed', 'fineOwed', 'otherOwed', 'advances'].map(
        (use) => sums.get(use as VoucherUse) ?? 0,
      ),
    ).toEqual([
      openOf(['fee', 'rounding']),
      openOf(['interest']),
      openOf(['extra']),
      openOf(['fine']),
      openOf(['other']),
      -accounts.reduce((sum, account) => sum + creditOf(account), 0),
    ]);
    const query = { unidentified: true };
    const waiting = (await app.call(listPayments, { params: { jointId }, query }, world.as)).body;
    expect(waiting.length).toBeGreaterThan(0);
    expect(sums.get('unidentified')).toBe(-sumOf(waiting.map((one) => one.waiting)));
  });

  it('movements of grouped accounts name the unit, and corrections name the reason', async () => {
    const { rows } = await statement('102');
    expect(new Set(rows.map(({ unit }) => unit))).toEqual(new Set([null, 'P-2']));
    const corrected = (await statement('203')).rows.filter(({ reason }) => reason === 'Llaves');
    expect(corrected.length).toBeGreaterThan(0);
    for (const { unit, debit } of corrected) expect([unit, debit]).toEqual([null, 12_345.67]);
  });

  it('owners get the reports of their own units only, by GET and by job', async () => {
    const { db } = app.store;
    const parking = { billingApartments: [{ jointId, apartmentId: 'P-2' }] };
    await addUser(db, `dueno${jointId}`, Profile.owner, parking);
    const as = { token: await tokenOf(app, `dueno${jointId}`) };
    const of = (apartmentId: string) => ({ params: { jointId, apartmentId } });
    // P-2 is billed with 102, so the owner may see the account of 102.
    for (const apartmentId of ['P-2', '102']) {
      const { status, body } = await app.call(getStatement, of(apartmentId), as);
      expect([status, body.apartmentId]).toEqual([200, '102']);
    }
    const file = await app.call(accountBalanceReport, of('P-2'), as);
    expect([file.status, file.body.name]).toEqual([200, 'Estado de Cuenta Inmueble P-2.pdf']);
    for (const call of [
      app.call(getStatement, of('101'), as),
      app.call(listBills, of('101'), as),
      app.call(accountBalanceReport, of('101'), as),
      app.call(clearanceReport, of('101'), as),
      app.call(startJob, { body: { path: `/reports/accountbalance/101/joint/${jointId}` } }, as),
      app.call(startJob, { body: { path: `/reports/clearance/101/joint/${jointId}` } }, as),
      app.call(accountBalanceReport, of('999'), world.as),
    ]) {
      expectRefused(await call, 'apartmentNotFound');
    }
    const others = (await app.call(listBills, of('101'), world.as)).body[0]?.bill ?? 0;
    expectRefused(await app.call(getBill, { params: { jointId, bill: others } }, as), 'billNotFound');
    expectRefused(await app.call(explainBill, { params: { jointId, bill: others } }, as), 'billNotFound');
    const path = `/reports/accountbalance/102/joint/${jointId}`;
    expect((await app.call(startJob, { body: { path } }, as)).status).toBe(202);
    expectRefused(await app.call(debtCertificateReport, of('102'), as), 'forbidden');
    const refused = await app.call(startJob, { body: { path: `/reports/debtors/${jointId}` } }, as);
    expectRefused(refused, 'forbidden');
  });

  it('an export of a joint without books is refused with a message', async () => {
    const empty = await world.joint(['1']);
    const of = { params: { jointId: empty }, query: { year: 2026, month: 1 } };
    const refused = await app.call(accountingExport, of, world.as);
    expectRefused(refused, 'monthNotFound');
    expect(refused.error.message).toBe('No hay información para el conjunto residencial seleccionado.');
  });
});
