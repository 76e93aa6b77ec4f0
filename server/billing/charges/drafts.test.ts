import { beforeAll, expect, it } from 'vitest';
import * as api from '../../../shared/billing/drafts.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { addUser, tokenOf } from '../../accounts/users/people.fixture.ts';
import { verifyChain } from '../../audit/verify.ts';
import { billingChain } from '../../platform/audit/trail.ts';
import { workbookOf } from '../../platform/sheets/sheets.fixture.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { ChargesWorld } from './charges.fixture.ts';

const CSV = 'Apto;Cuota\n101;50.000\n';

describeOnOneEngine("a month's spreadsheet as received", (make) => {
  const app = appForSuite(make);
  let world: ChargesWorld;
  beforeAll(async () => {
    world = await ChargesWorld.of(app);
  });

  const list = async (jointId: number, token = world.staff) =>
    (await app.call(api.listDrafts, { params: { jointId } }, { token })).body;
  const waiting = async (token: string) => (await app.call(api.listWaitingDrafts, {}, { token })).body;
  const discard = (jointId: number, draftId: number, token = world.staff) =>
    app.call(api.discardDraft, { params: { jointId, draftId } }, { token });
  const trail = async (jointId: number) => {
    const chain = billingChain(jointId);
    expect((await verifyChain(app.store.db, chain)).findings).toEqual([]);
    const query = app.store.db.selectFrom('audit_entry').selectAll().where('chain', '=', chain);
    return (await query.orderBy('seq').execute()).map(({ act, data }) => [act, JSON.parse(data)]);
  };

  it('a draft is stored byte by byte, with sender and a deadline three days later', async () => {
    const jointId = await world.joint(['101']);
    const admin = await world.admin(`admin${jointId}`, jointId);
    const file = await workbookOf([
      ['Apto', 'Cuota'],
      ['101', 50_000],
    ]);
    const { status, body } = await world.send(jointId, file, {
      name: '../planilla «mayo».xlsx',
      token: admin,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      jointId,
      jointName: 'De prueba',
      fileName: 'planilla «mayo».xlsx',
      state: 'received',
      sentBy: `Nombre de admin${jointId}`,
      year: null,
      month: null,
    });
    expect(Date.parse(body.deadline) - Date.parse(body.receivedAt)).toBe(72 * 3_600_000);
    const params = { jointId, draftId: body.draftId };
    const back = await app.call(api.getDraftFile, { params }, { token: admin });
    expect(back.body.name).toBe('planilla «mayo».xlsx');
    expect(Buffer.from(back.body.bytes).equals(file)).toBe(true);
    expect(await list(jointId, admin)).toEqual([body]);
    expect(await trail(jointId)).toMatchObject([
      ['draftSent', { jointId, draftId: body.draftId, bytes: file.length }],
    ]);
  });

  it('a file that is no spreadsheet is refused and not stored', async () => {
    const jointId = await world.joint(['101']);
    const refused = await world.send(jointId, '%PDF-1.7 no soy una hoja');
    expect([refused.status, refused.error.code]).toEqual([422, 'sheetUnreadable']);
    expect((await world.send(jointId, Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).error.code).toBe(
      'sheetTooLarge',
    );
    expect((await world.send(jointId, ';;;\n')).error.code).toBe('sheetUnreadable');
    expect(await list(jointId)).toEqual([]);
    expect(await trail(jointId)).toEqual([]);
  });

  it('a draft is visible in its own joint only', async () => {
    const jointId = await world.joint(['101']);
    const other = await world.joint(['101']);
    const stranger = await world.admin(`ajena${other}`, other);
    const { draftId } = (await world.send(jointId, CSV)).body;
    const params = { jointId: other, draftId };
    for (const token of [world.staff, stranger]) {
      expect((await app.call(api.getDraftFile, { params }, { token })).error.code).toBe('draftNotFound');
      expect((await discard(other, draftId, token)).error.code).toBe('draftNotFound');
    }
    expect((await discard(jointId, draftId, stranger)).error.code).toBe('jointNotFound');
    expect((await world.readAgain(api.previewDraft, other, draftId)).error.code).toBe('draftNotFound');
    expect((await world.readAgain(api.prepareMonth, other, draftId)).error.code).toBe('draftNotFound');
    expect((await world.send(jointId, CSV, { token: stranger })).error.code).toBe('jointNotFound');
    const admin = await world.admin(`propia${jointId}`, jointId);
    for (const endpoint of [api.previewDraft, api.prepareMonth]) {
      expect((await world.readAgain(endpoint, jointId, draftId, {}, admin)).error.code).toBe('forbidden');
    }
    expect(await list(jointId)).toMatchObject([{ draftId, state: 'received' }]);
  });

  it("waiting drafts of the caller's joints are listed by deadline until issued or discarded", async () => {
    const [one, two] = [await world.joint(['101']), await world.joint(['101'])];
    const name = `espera${one}`;
    await addUser(app.store.db, name, Profile.admin, { billingJoints: [one, two] });
    const both = await tokenOf(app, name);
    const onlyTwo = await world.admin(`dos${two}`, two);
    const first = (await world.send(one, CSV)).body;
    const second = (await world.prepare(two, CSV)).draftId;
    const third = (await world.send(one, CSV)).body;
    const idsOf = async (token: string) => (await waiting(token)).map(({ draftId }) => draftId);
    expect(await idsOf(both)).toEqual([first.draftId, second, third.draftId]);
    expect(await waiting(onlyTwo)).toMatchObject([
      { draftId: second, state: 'prepared', year: 2026, month: 5 },
    ]);
    expect(await idsOf(world.staff)).toEqual(expect.arrayContaining([first.draftId, second, third.draftId]));
    await discard(one, first.draftId);
    await world.issue(two);
    expect(await idsOf(both)).toEqual([third.draftId]);
    expect((await list(two))[0]?.state).toBe('issued');
  });

  it('a draft is discarded with its month; administrators discard only unprepared drafts', async () => {
    const jointId = await world.joint(['101']);
    const admin = await world.admin(`descarta${jointId}`, jointId);
    const received = (await world.send(jointId, CSV)).body.draftId;
    expect((await discard(jointId, received, admin)).status).toBe(204);
    expect((await discard(jointId, received, admin)).status).toBe(204);
    const { draftId } = await world.prepare(jointId, CSV);
    expect((await discard(jointId, draftId, admin)).error.code).toBe('draftPrepared');
    expect((await discard(jointId, draftId)).status).toBe(204);
    expect((await list(jointId)).map(({ state }) => state)).toEqual(['discarded', 'discarded']);
    expect(await world.stored(jointId)).toEqual([]);
    const rows = app.store.db
      .selectFrom('month_row as r')
      .innerJoin('billing_month as m', 'm.month_id', 'r.month_id')
      .select(['r.amount', 'm.state'])
      .where('m.joint_id', '=', jointId);
    expect(await rows.execute()).toEqual([{ amount: 5_000_000, state: 'discarded' }]);
    expect((await world.readAgain(api.prepareMonth, jointId, draftId)).error.code).toBe('draftNotFound');
    const again = await world.prepare(jointId, CSV);
    expect(again.status).toBe(201);
    await world.issue(jointId);
    for (const token of [world.staff, admin]) {
      const refused = await discard(jointId, again.draftId, token);
      expect([refused.status, refused.error.code]).toEqual([409, 'monthIssued']);
    }
    expect((await trail(jointId)).map(([act]) => act)).toEqual([
      ...['draftSent', 'draftDiscarded', 'draftSent', 'monthPrepared', 'draftDiscarded', 'draftSent'],
      'monthPrepared',
    ]);
  });
});
