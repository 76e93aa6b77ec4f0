/** 'Si paga después del …' on bills: the settlement of the first day after the due date and the days of grace. */
import { beforeAll, expect, it } from 'vitest';
import { getSettlement } from '../../../shared/billing/bills.api.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import { changeBillingSettings } from '../../../shared/billing/settings.api.ts';
import { addDays, dayOf, type Month, monthOfDay, shiftMonth, today } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { IssueWorld } from './issue.fixture.ts';

describeOnOneEngine('the amount after the due date', (make) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  /** Month of the last bill. All due dates and the days of grace are over, so the days of settlement are past. */
  const last: Month = shiftMonth(monthOfDay(today()), -2);
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(last, -2), 25.62);
  });

  const set = async (jointId: number, body: object) =>
    expect((await app.call(changeBillingSettings, { params: { jointId }, body }, world.as)).status).toBe(200);
  async function bill(jointId: number, month: Month, fee: number): Promise<void> {
    await world.prepare(jointId, month, [
      ['Apto', 'Administración'],
      ['101', fee],
    ]);
    await world.issue(jointId, month, { issueDate: dayOf(month, 2), dueDate: dayOf(month, 20) });
  }
  async function stored(jointId: number, number: number) {
    const { late_day, late_total, total } = await app.store.db
      .selectFrom('bill')
      .select(['late_day', 'late_total', 'total'])
      .where('joint_id', '=', jointId)
      .where('bill', '=', number)
      .executeTakeFirstOrThrow();
    return { day: late_day, total: toPesos(total), late: late_total === null ? null : toPesos(late_total) };
  }
  async function settled(jointId: number, day: string): Promise<number | null> {
    const input = { params: { jointId, apartmentId: '101' }, query: { day } };
    return (await app.call(getSettlement, input, world.as)).body.amount;
  }

  it.each<[InterestWay, boolean]>([
    ['days', true],
    ['balance', false],
    ['fullMonths', false],
  ])('a bill with interest by %s has the amount of «si paga hoy» on that day', async (way, more) => {
    const jointId = await world.joint(['101']);
    await world.chooseWay(jointId, way);
    await set(jointId, { graceDays: 2, discount: { percent: 10, day: 10 } });
    await bill(jointId, shiftMonth(last, -1), 200_000);
    await bill(jointId, last, 210_000);
    const { day, total, late } = await stored(jointId, 2);
    expect(day).toBe(addDays(dayOf(last, 20), 3));
    expect(late).toBe(await settled(jointId, day ?? ''));
    expect((late ?? 0) > total).toBe(more);
  });

  it('a discount that lasts longer than the due date lowers the amount', async () => {
    const jointId = await world.joint(['101']);
    await set(jointId, { discount: { percent: 10, day: 25 } });
    await bill(jointId, last, 200_000);
    const { day, total, late } = await stored(jointId, 1);
    expect([total, late]).toEqual([200_000, await settled(jointId, day ?? '')]);
    expect(late).toBeLessThan(total);
  });

  it('a missing ceiling leaves the amount unknown; without an amount due there is no amount', async () => {
    const jointId = await world.joint(['101', '102']);
    const month = shiftMonth(last, -4);
    await world.prepare(jointId, month, [
      ['Apto', 'Saldo anterior', 'Administración'],
      ['101', 0, 200_000],
      ['102', -500_000, 200_000],
    ]);
    await world.issue(jointId, month, { issueDate: dayOf(month, 2), dueDate: dayOf(month, 20) });
    expect(await stored(jointId, 1)).toEqual({ day: dayOf(month, 21), total: 200_000, late: null });
    expect(await stored(jointId, 2)).toEqual({ day: null, total: -300_000, late: null });
  });

  it('a due date before the issue has no later amount', async () => {
    const jointId = await world.joint(['101']);
    await world.prepare(jointId, last, [
      ['Apto', 'Administración'],
      ['101', 200_000],
    ]);
    await world.issue(jointId, last, { issueDate: dayOf(last, 25), dueDate: dayOf(last, 20) });
    expect(await stored(jointId, 1)).toEqual({ day: null, total: 200_000, late: null });
  });
});
