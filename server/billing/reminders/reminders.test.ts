import excel from 'exceljs';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { addAgreement, listOpenDebts } from '../../../shared/billing/agreements.api.ts';
import * as api from '../../../shared/billing/collection/reminders.api.ts';
import { lawyerFolderReport, remindersReport } from '../../../shared/billing/reports.api.ts';
import { addDays } from '../../../shared/days.ts';
import { tokenOf } from '../../accounts/users/people.fixture.ts';
import { JointDirectory } from '../../properties/index.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { IssueWorld } from '../issue/issue.fixture.ts';
import { reminderWriter } from './mail.ts';
import { listContacts } from './reminders.repository.ts';

/** A Wednesday; Monday 15 June is a holiday. */
const WEDNESDAY = '2026-06-10T10:00:00-05:00';

describeWithRaces('reminders inside Ley 2300 de 2023', (make, { it, race }) => {
  const app = appForSuite(make);
  let world: IssueWorld;
  let jointId: number;
  let as: { token: string };
  let week = 0;
  /** Sets the clock and signs in again, since sessions end. */
  const clock = async (instant: string) => {
    vi.setSystemTime(new Date(instant));
    as = { token: await tokenOf(app, 'plataforma') };
  };
  const params = () => ({ params: { jointId } });
  const debtors = async () => (await app.call(api.listDebtors, params(), as)).body;
  const remind = (channelId: number) => app.call(api.makeReminder, { ...params(), body: { channelId } }, as);
  const authorise = (
    apartmentId: string,
    channel: api.ContactChannel,
    address: string,
    authorisedOn = '2026-01-10',
  ) =>
    app.call(
      api.addChannel,
      { ...params(), body: { apartmentId, channel, address, authorisedOn, proof: 'Formato firmado' } },
      as,
    );

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date(WEDNESDAY));
    world = await IssueWorld.of(app);
    as = world.as;
    jointId = await world.joint(['101', '102', '103']);
    await world.prepare(jointId, '2026-03', [
      ['Apto', 'Administración'],
      ...['101', '102', '103'].map((unit) => [unit, 100_000]),
    ]);
    await world.issue(jointId, '2026-03', { issueDate: '2026-03-02' });
    await app.store.db
      .updateTable('ownership')
      .set({ owner_name: 'Ana Gil', owner_document: '52.111.222' })
      .where('joint_id', '=', jointId)
      .where('apartment_id', 'in', ['101', '102'])
      .execute();
  });
  afterAll(() => vi.useRealTimers());

  it('contacts a person once a week over all units, by an authorised channel', async () => {
    expect(
      (await debtors()).map(({ name, units, overdue, refusal }) => [name, units, overdue, refusal?.next]),
    ).toEqual([
      ['Ana Gil', ['101', '102'], 200_000, null],
      ['Dueño 3', ['103'], 100_000, null],
    ]);
    expectRefused(await remind(1), 'channelNotFound');
    expectRefused(await authorise('101', 'mail', 'ana@correo.co', '2026-06-11'), 'badRequest');
    expectRefused(await authorise('101', 'phone', 'ana@correo.co'), 'badRequest');
    const first = (await authorise('101', 'mail', 'ana@correo.co')).body.channelId;
    const second = (await authorise('102', 'phone', '300 111 2233')).body.channelId;
    const { status, body: made } = await remind(first);
    expect([status, made.units, made.channel, made.result]).toEqual([201, ['101', '102'], 'mail', 'queued']);
    expect(made.text).toContain(
      'Ana Gil: al 10/06/2026 hay $ 200.000 vencidos por los inmuebles 101, 102 de De prueba.',
    );
    const again = await remind(second);
    expectRefused(again, 'contactRefused');
    expect(again.error.details).toEqual({
      message: expect.stringContaining('Ley 2300 de 2023, art. 3'),
      next: '2026-06-16T12:00:00.000Z',
    });
    await clock('2026-06-16T07:00:00-05:00');
    expect((await remind(second)).body.result).toBe('shared');
    expect((await app.call(api.listReminders, params(), as)).body.map(({ address }) => address)).toEqual([
      '300 111 2233',
      'ana@correo.co',
    ]);
  });

  race('makes a single contact of two presses at once, inside the hours', async () => {
    const { channelId } = (await authorise('103', 'phone', '301 222 3344')).body;
    await clock('2026-06-16T19:00:01-05:00');
    const late = await remind(channelId);
    expectRefused(late, 'contactRefused');
    expect(late.error.details).toMatchObject({ next: '2026-06-17T12:00:00.000Z' });
    await clock('2026-06-17T12:00:00-05:00');
    const replies = await Promise.all([remind(channelId), remind(channelId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    await clock('2026-06-24T12:00:00-05:00');
    const revoked = { params: { jointId, channelId } };
    expect((await app.call(api.revokeChannel, revoked, as)).status).toBe(204);
    expectRefused(await remind(channelId), 'channelNotFound');
    expect((await debtors()).find(({ name }) => name === 'Dueño 3')?.refusal?.message).toContain('art. 2');
  });

  it.each([
    ['the name without the document', 'ANA GIL', null, '310 000 0000'],
    ['another document of the same owners', 'Pedro Ruiz', '79.123.456', '310 000 0000'],
    ['another writing of the phone', 'Otra persona', '30.000.001', '+57 (300) 1112233'],
  ])('counts a contact for an owner with %s', async (_, owner, document, address) => {
    const own = (unit: string, name: string, number: string | null) =>
      app.store.db
        .updateTable('ownership')
        .set({ owner_name: name, owner_document: number })
        .where('joint_id', '=', jointId)
        .where('apartment_id', '=', unit)
        .execute();
    week += 7;
    await clock(`${addDays('2026-06-24', week)}T10:00:00-05:00`);
    await own('101', 'Ana Gil', '52.111.222 y 79.123.456');
    await own('103', owner, document);
    const { channelId } = (await authorise('103', 'phone', address)).body;
    expect((await remind(2)).status).toBe(201);
    expectRefused(await remind(channelId), 'contactRefused');
    await own('103', 'Dueño 3', '90.000.003');
  });

  it('does not write a mail that is late beyond its hours or its week', async () => {
    const { db } = app.store;
    const write = reminderWriter({ db, directory: new JointDirectory(db), helpPhone: null });
    const message = { jointId, address: 'ana@correo.co', createdAt: Date.parse(WEDNESDAY) };
    for (const now of [
      '2026-06-10T19:00:01-05:00',
      '2026-06-14T10:00:00-05:00',
      '2026-06-16T10:00:00-05:00',
    ]) {
      vi.setSystemTime(new Date(now));
      expect(await write(message as never)).toContain('Ley 2300');
    }
  });

  it('lists the contacts of an account behind any number of contacts of other accounts', async () => {
    await app.store.db
      .insertInto('reminder')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          joint_id: jointId,
          reminder_id: 1_000 + index,
          person: 'otra',
          name: 'Otra',
          units: '["1011","x101"]',
          channel_id: 1,
          at: 1,
          body: '',
          made_by: 'user:1',
        })),
      )
      .execute();
    const contacts = await listContacts(app.store.db, jointId, '101');
    expect(contacts.slice(-2).map(({ reminderId }) => reminderId)).toEqual([2, 1]);
    expect(contacts.every(({ units }) => units.includes('101'))).toBe(true);
  });

  it('puts certificate, statement and record of the reminders in the folder for the lawyer', async () => {
    await clock('2026-07-22T12:00:00-05:00');
    const of = { params: { jointId, apartmentId: '101' } };
    const { status, body } = await app.call(lawyerFolderReport, of, as);
    expect([status, Buffer.from(body.bytes).subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const names = Buffer.from(body.bytes).toString('latin1');
    for (const name of ['Certificado de Deuda', 'Estado de Cuenta', 'Registro de Recordatorios'])
      expect(names).toContain(name);
    const record = await app.call(remindersReport, { ...of, query: { xlsx: true } }, as);
    const book = new excel.Workbook();
    await book.xlsx.load(Buffer.from(record.body.bytes) as unknown as ArrayBuffer);
    const facts = JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
    expect(facts).toContain('Inmueble 101');
  });

  it('does not remind of debts under an agreement that is kept', async () => {
    const of = { params: { jointId, apartmentId: '103' } };
    const { channelId } = (await authorise('103', 'phone', '320 000 0000')).body;
    const [debt] = (await app.call(listOpenDebts, of, as)).body;
    const body = {
      ...{
        apartmentId: '103',
        items: [debt?.item ?? 0],
        suspendsInterest: true,
        missedLimit: 1,
        graceDays: 0,
      },
      ...{ document: 'Acuerdo 1', instalments: [{ dueDate: '2026-07-22', amount: debt?.open ?? 0 }] },
    };
    expect((await app.call(addAgreement, { ...params(), body }, as)).status).toBe(201);
    expect((await debtors()).map(({ units }) => units)).toEqual([['101', '102']]);
    expectRefused(await remind(channelId), 'nothingOverdue');
    await clock('2026-07-23T12:00:00-05:00');
    expect((await remind(channelId)).body.text).toContain('$ 100.000 vencidos');
  });
});
