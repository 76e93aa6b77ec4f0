import { beforeAll, expect, it } from 'vitest';
import { getDebtorsLists, takeDebtorsList } from '../../../shared/assemblies/law/debtors.api.ts';
import { actaDraft, debtorsListReport } from '../../../shared/assemblies/reports.api.ts';
import { addPayment } from '../../../shared/billing/payments.api.ts';
import { monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import { createJoint } from '../../../shared/properties/joints.api.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { lastingToday } from '../../testing/lasting-day.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';

const today = await lastingToday();
const last = shiftMonth(monthOfDay(today), -1);

describeOnOneEngine('the lists of owners in arrears', (make) => {
  const app = appForSuite(make, endAssembly);
  let world: IssueWorld;
  let jointId: number;
  let operator: string;
  beforeAll(async () => {
    world = await IssueWorld.of(app);
    await world.ceilings(shiftMonth(last, -2), 25.62);
    jointId = await world.joint(['101', '102', '103']);
    await world.prepare(jointId, last, [
      ['Inmueble', 'Administración'],
      ['101', 100_000],
      ['102', 80_000],
      ['103', 60_000],
    ]);
    await world.issue(jointId, last, { issueDate: `${last}-02`, dueDate: `${last}-03` });
    await pay('101', 100_000);
    await pay('102', 30_000);
    await addUser(app.store.db, 'opera', Profile.operator, { assemblyJoints: [jointId] });
    operator = await tokenOf(app, 'opera');
  });

  const pay = async (apartmentId: string, amount: number) => {
    const body = { apartmentId, amount, valueDate: today };
    const paid = await app.call(addPayment, { params: { jointId }, body }, world.as);
    expect(paid.status, JSON.stringify(paid.error)).toBeLessThan(300);
  };
  const take = (purpose: 'notice' | 'acta', of = jointId, token = operator) =>
    app.call(takeDebtorsList, { params: { jointId: of }, body: { purpose } }, { token });
  const lists = async (token = operator) => app.call(getDebtorsLists, { params: { jointId } }, { token });
  const owedIn = (list: { debtors: { units: string[]; owed: number }[] } | null) =>
    list?.debtors.map(({ units, owed }) => [units, owed]);

  it('a debtors list is taken from the books, and later payments do not change the list', async () => {
    expect((await lists()).body).toEqual({ notice: null, acta: null });
    const call = { params: { jointId }, query: { purpose: 'notice' as const } };
    const none = await app.call(debtorsListReport, call, { token: operator });
    expect([none.status, none.error?.code]).toEqual([404, 'debtorsNotTaken']);
    const taken = await take('notice');
    expect(taken.status, JSON.stringify(taken.error)).toBe(200);
    expect(owedIn(taken.body.notice)).toEqual([
      [['102'], 50_000],
      [['103'], 60_000],
    ]);
    expect(taken.body.notice?.asOf).toBe(today);
    expect(taken.body.acta).toBeNull();
    await pay('102', 50_000);
    expect(owedIn((await lists()).body.notice)).toHaveLength(2);
    expect(owedIn((await take('acta')).body.acta)).toEqual([[['103'], 60_000]]);
    expect(owedIn((await lists()).body.notice)).toHaveLength(2);
    expect(owedIn((await take('notice')).body.notice)).toEqual([[['103'], 60_000]]);
  });

  it('a debtors list is an annex of the acta, a report, and an audit entry without names', async () => {
    const ofActa = { params: { jointId }, query: { purpose: 'acta' as const } };
    const report = await app.call(debtorsListReport, ofActa, { token: operator });
    expect([report.status, report.body.name]).toEqual([200, 'Propietarios en Mora.pdf']);
    const acta = await app.call(actaDraft, { params: { jointId }, query: {} }, { token: operator });
    expect(acta.status).toBe(200);
    const trail = await app.store.db
      .selectFrom('audit_entry')
      .select('data')
      .where('act', '=', 'debtorsListed')
      .execute();
    for (const { data } of trail) expect(Object.keys(JSON.parse(data)).sort()).toEqual(FACTS);
    expect(trail).toHaveLength(3);
  });

  it("only platform staff and the joint's operators get debtors lists", async () => {
    const links = { billingJoints: [jointId], assemblyJoints: [jointId] };
    await addUser(app.store.db, 'administra', Profile.admin, links);
    await addUser(app.store.db, 'dueno', Profile.owner, {
      assemblyApartments: [{ jointId, apartmentId: '101' }],
    });
    await addUser(app.store.db, 'ajeno', Profile.operator, {});
    for (const username of ['administra', 'dueno', 'ajeno']) {
      const token = await tokenOf(app, username);
      // An operator gets 404 for a joint of other operators.
      const status = username === 'ajeno' ? 404 : 403;
      expect((await lists(token)).status).toBe(status);
      expect((await take('acta', jointId, token)).status).toBe(status);
      const call = { params: { jointId }, query: { purpose: 'notice' as const } };
      expect((await app.call(debtorsListReport, call, { token })).status).toBe(status);
    }
  });

  it('a refused debtors list gives the reason: no billing, no movements, or a sector', async () => {
    const { token } = world.as;
    const sectors = [{ sectorName: 'Torre A' }];
    const joint = async (usesBilling: boolean) =>
      (await app.call(createJoint, { body: { jointName: 'Otro', usesBilling, sectors } }, { token })).body;
    const [without, fresh] = [await joint(false), await joint(true)];
    const refusals = [without.jointId, fresh.jointId, fresh.sectors[0]?.sectorId ?? 0].map(async (of) => {
      const { status, error } = await take('acta', of, token);
      return [status, error?.code];
    });
    expect(await Promise.all(refusals)).toEqual([
      [422, 'billingOff'],
      [422, 'noBooks'],
      [422, 'debtorsOfJoint'],
    ]);
  });
});

const FACTS = ['asOf', 'assemblyId', 'debtors', 'purpose', 'sha256'];
