import { beforeAll, beforeEach, expect } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { getAfter, sendSummary } from '../../../shared/assemblies/after.api.ts';
import { changeAssembly, openAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { register, removeRegistrations } from '../../../shared/assemblies/attendance.api.ts';
import { getChallenge } from '../../../shared/assemblies/challenge/challenge.api.ts';
import { deleteConcept, toggleConcept } from '../../../shared/assemblies/concepts.api.ts';
import { challengeWords } from '../../../shared/assemblies/law/challenge-days.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { cancelMail, listMail, retryMail } from '../../../shared/mail/mailbox.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { challengeDaysOf } from '../challenge/days.ts';
import { administrator, closeAssembly } from '../mail/summary.fixture.ts';
import { deadlinesOf } from '../meeting/after.service.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';

const units = unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA');

/** Instants of an assembly opened and closed on a day, without a decision. */
const endedAt = (closedAt: string) => ({
  openedAt: null,
  endedAt: Date.parse(closedAt),
});

describeWithRaces('after an assembly', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  let staff: string;
  let evening: AssemblyFixture;
  beforeAll(async () => {
    staff = await firstStaff(app);
  });
  beforeEach(async () => {
    const sectors = [{ name: 'Torre 1', units: [['101', 100, 'ANA']] as const }];
    evening = await holdAssembly(app, { units, sectors, staff });
  });

  const read = (query: { assemblyId?: number } = {}, jointId = evening.jointId) =>
    app.call(getAfter, { params: { jointId }, query }, evening.operator);
  const send = (again = false, query: { assemblyId?: number } = {}) =>
    app.call(
      sendSummary,
      { params: { jointId: evening.jointId }, query, body: again ? { again } : {} },
      evening.operator,
    );
  const outbox = async () =>
    (await app.call(listMail, { query: {} }, staff)).body.messages.filter(
      ({ jointId }) => jointId === evening.jointId,
    );
  const acts = async () => {
    const rows = await app.store.db
      .selectFrom('audit_entry')
      .select(['act', 'data'])
      .where('chain', '=', `joint:${evening.jointId}`)
      .where('act', 'like', 'summary%')
      .orderBy('seq')
      .execute();
    return rows.map(({ act, data }) => ({ act, ...JSON.parse(data) }));
  };

  it('a closed assembly has deadlines, shared with its sectors; an open assembly has none yet', async () => {
    await evening.register(['101', '102']);
    expectRefused(await read(), 'assemblyNotClosed');
    expectRefused(await send(), 'assemblyNotClosed');
    const closedAt = await closeAssembly(app, evening);
    const due = deadlinesOf(endedAt(closedAt), false);
    const whole = await read();
    expect(whole.body).toEqual({
      assemblyId: expect.any(Number),
      heldOn: dayInBogota(Date.parse(closedAt)),
      remote: false,
      summary: { dueOn: due.summaryDueOn, sentAt: null, recipients: [], mailConfigured: false },
      acta: { dueOn: due.acta.dueOn, days: 20, business: true },
      challenge: challengeDaysOf(due.heldOn, null),
    });
    const [sector] = evening.joint.sectors;
    expect((await read({}, sector?.sectorId)).body).toEqual(whole.body);
    expectRefused(await read({ assemblyId: 999_999 }), 'assemblyNotFound');
    expectRefused(await send(), 'nobodyToMail');
    expect(await acts()).toEqual([]);
  });

  it('the time to challenge counts from the first decision, without deleted questions', async () => {
    const { jointId, operator } = evening;
    await evening.register(['101', '102']);
    const closings = () =>
      app.store.db.selectFrom('concept').select(['concept_id', 'closed_at']).where('joint_id', '=', jointId);
    const setClosing = (conceptId: number, closedAt: number | null) =>
      app.store.db
        .updateTable('concept')
        .set({ closed_at: closedAt })
        .where('joint_id', '=', jointId)
        .where('concept_id', '=', conceptId)
        .execute();
    const ask = async () => {
      const conceptId = await evening.ask('¿Aprueba?');
      const body = { jointId, conceptId, active: 0 as const };
      expect((await app.call(toggleConcept, { body }, operator)).status).toBe(200);
      return conceptId;
    };
    const deleted = await ask();
    const [first, second] = [await ask(), await ask()];
    const removed = await app.call(deleteConcept, { body: { jointId, conceptId: deleted } }, operator);
    expect(removed.status).toBe(204);
    await closeAssembly(app, evening);
    const originals = await closings().execute();
    await setClosing(deleted, Date.parse('2026-03-02T20:00:00-05:00'));
    await setClosing(first, Date.parse('2026-03-16T20:00:00-05:00'));
    await setClosing(second, Date.parse('2026-03-17T20:00:00-05:00'));
    const { challenge } = (await read()).body;
    expect(challenge).toEqual({ dueOn: '2026-05-19', publishedDueOn: null, fineDueOn: '2026-04-16' });
    // The panel of the grounds and the annex of the acta name the same days.
    const panel = await app.call(getChallenge, { params: { jointId }, query: {} }, operator);
    expect(panel.body.days).toEqual(challenge);
    const acta = await readActa(app.store.db, { jointId }, () => undefined);
    expect(JSON.stringify(writeActa(acta).blocks)).toContain(challengeWords(challenge));
    // The trail has the closings as they were.
    for (const row of originals) await setClosing(row.concept_id, row.closed_at);
  });

  it.each(['stays', 'leaves'])(
    'the acta is due sooner if a person takes part remotely and %s',
    async (then) => {
      const { jointId, operator } = evening;
      const token = operator;
      await app.call(changeAssembly, { params: { jointId }, body: { mode: 'mixed' } }, token);
      await app.call(toggleConcept, { body: { jointId, conceptId: 1, active: 1 } }, token);
      const ana = await evening.owner(`ana${jointId}`, ['101']);
      const home = { params: { jointId }, body: { apartmentIds: ['101'] } };
      expect((await app.call(register, home, ana.token)).status).toBe(201);
      if (then === 'leaves') {
        const params = { jointId, conceptId: 1 };
        const gone = await app.call(removeRegistrations, { params, query: { apartmentId: '101' } }, token);
        expect(gone.status).toBe(204);
      }
      const closedAt = await closeAssembly(app, evening);
      expect((await read()).body).toMatchObject({
        remote: true,
        acta: { ...deadlinesOf(endedAt(closedAt), true).acta, days: 10, business: false },
      });
    },
  );

  race('the summary is queued once for every administrator with an address', async () => {
    const ana = await administrator(app, evening, 'Ana', 'ana@correo.co');
    await administrator(app, evening, 'Beto', null);
    const gone = await administrator(app, evening, 'Carla', 'carla@correo.co');
    await app.store.db
      .updateTable('user_account')
      .set({ disabled_at: 1 })
      .where('user_id', '=', Number(gone.userId))
      .execute();
    await closeAssembly(app, evening);
    expect(await outbox()).toMatchObject([
      { kind: 'summary', to: 'ana@correo.co', name: 'Ana', state: 'queued', attempts: 0, problem: null },
    ]);
    // Administrator added after the closing.
    const dora = await administrator(app, evening, 'Dora', 'dora@correo.co');
    const none = { state: null, sentAt: null, problem: null };
    expect((await read()).body.summary).toMatchObject({
      sentAt: null,
      recipients: [
        { name: 'Ana', email: 'ana@correo.co', state: 'queued' },
        { name: 'Beto', email: null, ...none },
        { name: 'Dora', email: 'dora@correo.co', ...none },
      ],
    });
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(sent.reduce((sum, { body }) => sum + body.queued, 0)).toBe(1);
    expect((await send(true)).body).toEqual({ queued: 0 });
    expect((await outbox()).map(({ to }) => to)).toEqual(['dora@correo.co', 'ana@correo.co']);
    const id = Number;
    expect(await acts()).toMatchObject([
      { act: 'summaryQueued', userIds: [id(ana.userId)], again: false },
      { act: 'summaryQueued', userIds: [id(dora.userId)], again: false },
    ]);
  });

  it('staff cancel or retry a summary like any message', async () => {
    await administrator(app, evening, 'Ana', 'ana@correo.co');
    await closeAssembly(app, evening);
    const [waiting] = await outbox();
    const params = { messageId: waiting?.messageId ?? 0 };
    expect((await app.call(retryMail, { params }, staff)).status).toBe(204);
    expect((await app.call(cancelMail, { params }, staff)).status).toBe(204);
    expect((await read()).body.summary).toMatchObject({ sentAt: null, recipients: [{ state: 'cancelled' }] });
    // A cancelled summary is not sent: the next order makes a new message.
    expect((await send()).body).toEqual({ queued: 1 });
    expect((await outbox()).map(({ state }) => state)).toEqual(['queued', 'cancelled']);
  });

  it('an archived assembly counts as ended; its summary is sent by hand only', async () => {
    await administrator(app, evening, 'Ana', 'ana@correo.co');
    await evening.register(['101']);
    const { jointId, operator } = evening;
    const assemblies = () =>
      app.store.db
        .selectFrom('assembly')
        .selectAll()
        .where('joint_id', '=', jointId)
        .orderBy('assembly_id')
        .execute();
    const first = (await assemblies())[0]?.assembly_id ?? 0;
    await app.call(openAssembly, { params: { jointId }, body: {} }, operator);
    const archivedAt = (await assemblies())[0]?.archived_at;
    expect(await outbox()).toEqual([]);
    expectRefused(await read(), 'assemblyNotClosed');
    expect((await read({ assemblyId: first })).body).toMatchObject({
      assemblyId: first,
      heldOn: dayInBogota(archivedAt ?? 0),
      summary: { recipients: [{ name: 'Ana', state: null }] },
    });
    expect((await send(false, { assemblyId: first })).body).toEqual({ queued: 1 });
    expect((await read({ assemblyId: first })).body.summary.recipients).toMatchObject([{ state: 'queued' }]);
  });

  it('an administrator reads only own joints and cannot send the summary', async () => {
    const { username } = await administrator(app, evening, 'Ana', 'ana@correo.co');
    const { jointId } = evening;
    await closeAssembly(app, evening);
    const { body } = await app.call(signIn, { body: { username, password: PASSWORD } });
    const as = { token: body.jwt };
    expect((await app.call(getAfter, { params: { jointId } }, as)).status).toBe(200);
    expectRefused(await app.call(sendSummary, { params: { jointId }, body: {} }, as), 'forbidden');
    const other = await holdAssembly(app, { units, staff });
    expectRefused(await app.call(getAfter, { params: { jointId: other.jointId } }, as), 'jointNotFound');
    const token = evening.operator;
    const foreign = { params: { jointId: other.jointId }, body: {} };
    expectRefused(await app.call(sendSummary, foreign, token), 'jointNotFound');
  });
});
