import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeAssembly } from '../../shared/assemblies/assemblies.api.ts';
import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import { sendDraft } from '../../shared/billing/drafts.api.ts';
import { addPayment } from '../../shared/billing/payments.api.ts';
import { today } from '../../shared/days.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { Profile } from '../../shared/profiles.ts';
import { createJoint } from '../../shared/properties/joints.api.ts';
import { JOINTS_OF_PAGE, listPortfolio, listTasks } from '../../shared/properties/tasks.api.ts';
import { longOnly } from '../../shared/testing/rounds.ts';
import { describeOnOneEngine, type TestApp } from '../testing/app.ts';
import { AppAsker, insertedUser } from '../testing/app-asker.ts';
import { firstStaff } from '../testing/assembly-fixture.ts';
import { World } from '../testing/world.ts';

const LARGE_PORTFOLIO = 200;
const table = {
  fileName: 'unidades.csv',
  csv: 'unidad;propietario;coeficiente\n101;Ana Pardo;60\n102;Beto Ruiz;40',
};

describeOnOneEngine('the tasks of today', (make) => {
  let app: TestApp;
  let staff: AppAsker;
  const joints: Record<string, number> = {};
  const jointOf = (name: string): number => joints[name] ?? 0;

  beforeAll(async () => {
    app = await make();
    staff = new AppAsker(app, await firstStaff(app));
    const world = new World(staff);
    for (const name of ['Acacias', 'Balcones', 'Cedros', 'Dalias'])
      joints[name] = await world.joint(name, table);
    await staff.ask(addPayment, {
      params: { jointId: jointOf('Acacias') },
      body: { apartmentId: null, valueDate: today(), amount: 150_000, reference: 'sin dueño' },
    });
    const csv = 'unidad;administracion\n101;100000\n102;80000';
    await staff.send(sendDraft, { params: { jointId: jointOf('Balcones') }, name: 'cobros.csv', text: csv });
    const scheduledAt = new Date(Date.now() + 4 * DAY_MS).toISOString();
    const params = { jointId: jointOf('Cedros') };
    await staff.ask(changeAssembly, { params, body: { scheduledAt } });
    await staff.ask(enterPower, { params, body: { holder: { name: 'Vera Vecina' }, apartmentIds: ['101'] } });
  });
  afterAll(() => app.close());

  const lines = async (token: string | null) => {
    const { body } = await app.call(listTasks, {}, { token: token ?? '' });
    return {
      quiet: body.quiet,
      lines: body.joints.map((one) => [one.jointName, ...one.tasks.map(({ kind }) => kind)]),
    };
  };

  it('staff get a line for each joint with a task, the most urgent first', async () => {
    expect(await lines(staff.token)).toEqual({
      quiet: 1,
      lines: [
        ['Acacias', 'paymentsWaiting'],
        ['Cedros', 'powersWaiting', 'assembly'],
        ['Balcones', 'sheetToReview'],
      ],
    });
    const { body } = await app.call(listTasks, {}, { token: staff.token ?? '' });
    expect(body.joints[0]?.tasks[0]).toMatchObject({ count: 1, amount: 150_000, at: null, mayAct: true });
  });

  it('an administrator gets the own joints, and money and powers only by right', async () => {
    const ids = Object.values(joints);
    const linked = { assemblyJoints: ids, billingJoints: ids };
    const { token } = await insertedUser(app, 'gestora', Profile.admin, linked);
    expect((await lines(token)).lines).toEqual([
      ['Balcones', 'sheetToReview'],
      ['Cedros', 'assembly'],
    ]);
    const rights = [{ jointId: jointOf('Acacias'), rights: ['payments' as const] }];
    const { token: keeper } = await insertedUser(app, 'tesorera', Profile.admin, { ...linked, rights });
    expect((await lines(keeper)).lines[0]).toEqual(['Acacias', 'paymentsWaiting']);
    const { token: other } = await insertedUser(app, 'ajena', Profile.admin, {});
    expect(await lines(other)).toEqual({ quiet: 0, lines: [] });
  });

  it('an operator gets assemblies and powers, and no money', async () => {
    const { token } = await insertedUser(app, 'porteria', Profile.operator, {
      assemblyJoints: Object.values(joints),
    });
    expect((await lines(token)).lines).toEqual([['Cedros', 'powersWaiting', 'assembly']]);
    const { body } = await app.call(listPortfolio, { query: {} }, { token });
    expect(body.joints.map(({ figures }) => figures)).toEqual([null, null, null, null]);
  });

  it('the portfolio has pages of ten, joints with tasks first, and a search by name', async () => {
    const world = new World(staff);
    for (let at = 10; at < 20; at += 1) await world.joint(`Éxito ${at}`, table);
    const page = async (query: { text?: string; page?: number }) => {
      const { body } = await app.call(listPortfolio, { query }, { token: staff.token ?? '' });
      return { total: body.total, names: body.joints.map(({ jointName }) => jointName) };
    };
    const first = await page({});
    expect([first.total, first.names.length]).toEqual([14, JOINTS_OF_PAGE]);
    expect(first.names.slice(0, 3)).toEqual(['Acacias', 'Cedros', 'Balcones']);
    expect((await page({ page: 2 })).names).toEqual(['Éxito 16', 'Éxito 17', 'Éxito 18', 'Éxito 19']);
    expect(await page({ text: 'EXITO 12' })).toEqual({ total: 1, names: ['Éxito 12'] });
  });

  longOnly(it)(
    'the portfolio of 200 joints has twenty pages, each joint once, in one second a page',
    async () => {
      const { total } = (await app.call(listPortfolio, { query: {} }, { token: staff.token ?? '' })).body;
      for (let at = total; at < LARGE_PORTFOLIO; at += 1)
        await staff.ask(createJoint, { body: { jointName: `Grande ${at}`, usesBilling: true } });
      const names = new Set<string>();
      for (let page = 1; page <= LARGE_PORTFOLIO / JOINTS_OF_PAGE; page += 1) {
        const since = performance.now();
        const { body } = await app.call(listPortfolio, { query: { page } }, { token: staff.token ?? '' });
        expect(performance.now() - since).toBeLessThan(1_000);
        expect([body.total, body.joints.length]).toEqual([LARGE_PORTFOLIO, JOINTS_OF_PAGE]);
        for (const { jointName } of body.joints) names.add(jointName);
      }
      expect(names.size).toBe(LARGE_PORTFOLIO);
    },
  );
});
