/**
 * Random accounts: the explanation of the last bill sums to the debt of today. Then each pays the settling amount of a
 * random day, and each screen and paper must say 'a paz y salvo'.
 */
import { beforeAll, expect, inject, it } from 'vitest';
import { addAdjustment, explainBill } from '../../../shared/billing/bills.api.ts';
import { type InterestWay, interestWays } from '../../../shared/billing/natures.ts';
import { listOwnDebts } from '../../../shared/billing/now.api.ts';
import { getPaymentDue } from '../../../shared/billing/payments.api.ts';
import { clearanceReport, debtCertificateReport } from '../../../shared/billing/reports.api.ts';
import { addDays, dayOf, daysBetween, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { chance } from '../proposals/chance.fixture.ts';
import { readBalanceByAge } from '../reports/balance-by-age.report.ts';
import { readDebtors } from '../reports/debtors.report.ts';

const today = await lastingToday();
const MONTHS = 4;
const UNITS = 10;
/** Last issue: early in the month before the present one. */
const last = shiftMonth(monthOfDay(today), -1);
const first = shiftMonth(last, 1 - MONTHS);

describeOnOneEngine('random accounts that pay what settles them', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(first, -1), 25.62);
  });

  /** Creates a joint with bills of four months and random payments between the bills. */
  async function billed(way: InterestWay, seed: number) {
    const { next } = chance(seed);
    const units = Array.from({ length: UNITS }, (_, at) => `${101 + at}`);
    const jointId = await world.joint(units);
    await world.chooseWay(jointId, way);
    for (let index = 0; index < MONTHS; index++) {
      const month = shiftMonth(first, index);
      const rows = units.map((unit) => [unit, next(4) === 0 ? 1 : 50_000 + next(400_000)]);
      await world.prepare(jointId, month, [['Inmueble', 'Administración'], ...rows]);
      const dates = { issueDate: dayOf(month, 2), dueDate: dayOf(month, 3 + next(26)) };
      await world.issue(jointId, month, dates);
      for (const apartmentId of units.filter(() => next(3) === 0)) {
        const valueDate = dayOf(month, 3 + next(25));
        await world.pay(jointId, { apartmentId, amount: 1 + next(600_000), valueDate });
      }
    }
    return { jointId, units, next };
  }

  const runs = Math.ceil(rounds(20, 1000) / UNITS);
  it.each(Array.from({ length: runs }, (_, run) => run))('building %i', async (run) => {
    const way = interestWays[run % interestWays.length] ?? 'days';
    const seed = inject('seed') + run;
    const { jointId, units, next } = await billed(way, seed);
    const billingApartments = units.map((apartmentId) => ({ jointId, apartmentId }));
    await addUser(app.store.db, `duena${run}`, Profile.owner, { billingApartments });
    const since = dayOf(last, 28);
    const fined = units.filter(() => next(3) === 0);
    for (const apartmentId of fined) {
      const { settlement } = await world.statement(jointId, apartmentId);
      const { amount } = settlement ?? { amount: 0 };
      if (amount) await world.pay(jointId, { apartmentId, amount, valueDate: today });
      const body = { apartmentId, kind: 'charge', amount: 1 + next(90_000), reason: 'Multa' } as const;
      await app.call(addAdjustment, { params: { jointId }, body }, world.as);
    }
    for (const apartmentId of units) {
      const { balance, lastBill } = await world.statement(jointId, apartmentId);
      const params = { jointId, bill: lastBill ?? 0 };
      const why = (await app.call(explainBill, { params }, world.as)).body;
      const lines = why.lines.flatMap(({ periodFee, overdueFee }) => [periodFee, overdueFee]);
      const sum = [...lines, ...why.since.map(({ amount }) => amount)].reduce((all, one) => all + one, 0);
      expect([why.balance, Math.round(sum * 100)], `seed ${seed}, unit ${apartmentId}`).toEqual([
        balance,
        Math.round(balance * 100),
      ]);
    }
    let paid = 0;
    for (const apartmentId of units) {
      const isFined = fined.includes(apartmentId);
      const valueDate = isFined ? today : addDays(since, next(daysBetween(since, today) + 1));
      const params = { jointId, apartmentId };
      const due = await app.call(getPaymentDue, { params, query: { valueDate } }, world.as);
      const { amount } = due.body.settlement;
      expect(amount, apartmentId).not.toBeNull();
      if (amount !== null && amount > 0) await world.pay(jointId, { apartmentId, amount, valueDate });
      if (amount !== null && amount > 0) paid++;
    }
    expect(paid).toBeGreaterThan(0);
    const { accounts } = (await app.call(listOwnDebts, {}, { token: await tokenOf(app, `duena${run}`) }))
      .body;
    const aging = await readBalanceByAge(app.store.db, { jointId });
    for (const apartmentId of units) {
      const params = { jointId, apartmentId };
      const why = `seed ${seed}, ${way}, unit ${apartmentId}`;
      const query = { valueDate: today };
      const desk = (await app.call(getPaymentDue, { params, query }, world.as)).body;
      expect(desk, why).toMatchObject({ paidUp: true, settlement: { amount: 0 } });
      const portal = accounts.find((account) => account.apartmentId === apartmentId);
      expect(portal, why).toMatchObject({ paidUp: true, overdue: 0, settlement: { amount: 0 } });
      const statement = await world.statement(jointId, apartmentId);
      expect(statement, why).toMatchObject({ paidUp: true, overdue: 0, settlement: { amount: 0 } });
      expect(statement.balance, why).toBeLessThanOrEqual(0);
      const row = aging.rows.find((one) => one.apartmentId === apartmentId);
      expect(row === undefined ? 0 : toPesos(row.balance), why).toBeLessThanOrEqual(0);
      expect((await app.call(clearanceReport, { params }, world.as)).status, why).toBe(200);
      const certificate = await app.call(debtCertificateReport, { params }, world.as);
      expect([certificate.status, certificate.error.code], why).toEqual([422, 'nothingOwed']);
    }
    expect((await readDebtors(app.store.db, { jointId })).rows).toEqual([]);
  });
});
