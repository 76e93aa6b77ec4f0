import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { assistanceReport, voteReport } from '../../../shared/assemblies/reports.api.ts';
import { limits } from '../../../shared/limits.ts';
import { Profile } from '../../../shared/profiles.ts';
import { cancelJob, getJob, getJobFile, startJob } from '../../../shared/reports/jobs.api.ts';
import { reportRoutes } from '../../composition/reports.ts';
import { describeWithRaces, sqliteApp, type TestApp } from '../../testing/app.ts';
import { claimsOf } from '../../testing/asker.ts';
import { type AssemblyFixture, firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { reportFinder } from '../queue/asked-report.ts';
import { queueJob } from '../queue/job.ts';
import { dropJobFile, findJobFile, writeJobFile } from '../queue/job-file.repository.ts';
import { JobRunner } from '../queue/job-runner.ts';
import { insertJob } from '../queue/jobs.repository.ts';
import { workerLimits } from '../queue/limits.ts';
import { reportTask } from '../queue/report-route.ts';

const units = unitsOf('101;50;ANA PEÑA', '102;50;LUIS');
const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '0'.repeat(32);

describeWithRaces('a report made in the background', (make, { it, race }) => {
  let app: TestApp;
  let staff: string;
  let evening: AssemblyFixture;
  let other: AssemblyFixture;
  beforeAll(async () => {
    app = await make();
    staff = await firstStaff(app);
    evening = await holdAssembly(app, { units, staff });
    other = await holdAssembly(app, { units, staff });
  });
  afterAll(() => app.close());

  const as = ({ operator }: AssemblyFixture) => ({ token: operator });
  const start = (path: string, token: string) => app.call(startJob, { body: { path } }, token);
  const attendance = ({ jointId }: AssemblyFixture) => `/reports/assistance/${jointId}?xlsx=true`;
  const state = async (jobId: string, token: string) =>
    (await app.call(getJob, { params: { jobId } }, token)).body.state;
  const actorOf = (token: string) => `user:${claimsOf(token).sub}`;

  /** Inserts a report job reserved by another process. Returns the job's id. */
  async function elsewhere(token: string): Promise<string> {
    const { db } = app.store;
    const jobId = randomBytes(16).toString('hex');
    const { jointId } = evening;
    const task = reportTask(assistanceReport, { params: { jointId }, query: { xlsx: true } });
    await db.transaction().execute(async (trx) => {
      const job = { jobId, actor: actorOf(token), path: attendance(evening), task, at: Date.now() };
      await insertJob(trx, job);
      await trx
        .updateTable('report_job')
        .set({ state: 'running', attempts: 1, leased_until: Date.now() + DAY_MS })
        .where('job_id', '=', jobId)
        .execute();
    });
    return jobId;
  }
  /** Sends every kind of call about a job. */
  const callsOf = (jobId: string, token: string) => [
    app.call(getJob, { params: { jobId } }, token),
    app.call(getJobFile, { params: { jobId } }, token),
    app.call(cancelJob, { params: { jobId } }, token),
  ];
  async function allRefused(jobId: string, token: string, code: 'jobNotFound' | 'badRequest') {
    for (const reply of await Promise.all(callsOf(jobId, token))) expectRefused(reply, code);
  }
  const forget = () =>
    app.store.db.updateTable('report_job').set({ state: 'cancelled', kept_until: Date.now() }).execute();
  const pieces = async (jobId: string) =>
    (await app.store.db.selectFrom('report_chunk').select('position').where('job_id', '=', jobId).execute())
      .length;

  it("starting a job is refused like the report's own GET: profile, joint, values", async () => {
    const { token } = await evening.owner(`propietaria${evening.jointId}`, ['101']);
    expectRefused(await start(attendance(evening), token), 'forbidden');
    expectRefused(await start(attendance(other), evening.operator), 'jointNotFound');
    expectRefused(await start('/reports/assistance/999999', staff), 'jointNotFound');
    for (const path of [
      '/reports/assistance/abc',
      '/reports/assistance/0',
      '/reports/assistance/01',
      '/reports/assistance/',
      '/reports/assistance/%00',
      '/reports/assistance/1e0',
      `/reports/assistance/${'9'.repeat(400)}`,
      `/reports/assistance/${evening.jointId}?xlsx=quizás`,
      `/reports/assistance/${evening.jointId}?xlsx=true&xlsx=true`,
      `/reports/vote/${evening.jointId}`,
      `/reports/vote/${evening.jointId}?conceptId=-1`,
      `/reports/vote/${evening.jointId}?conceptId=2&__proto__=1&__proto__=2&conceptId=3`,
    ]) {
      expectRefused(await start(path, evening.operator), 'badRequest');
    }
  });

  it('an unknown path is refused with 422, and a malformed path with 400', async () => {
    for (const path of [
      'reports/assistance/1',
      '/',
      '/reports',
      '/reports/jobs',
      '/joints/1/snapshot',
      '/reports/assistance/1/',
      '//reports/assistance/1',
      '/reports/../reports/assistance/1',
      '/REPORTS/assistance/1',
      '/reports/assistance/%',
      '/reports/assistance/%E0%A4%A',
      '/reports/%61ssistance/1',
      '/reports/assistance/1%2F..',
      'https://example.com/reports/assistance/1',
      '/SCAF/api/reports/assistance/1',
      '💥'.repeat(500),
    ]) {
      const { status, error } = await start(path, evening.operator);
      expect([path, status, error.code]).toEqual([
        path,
        path.includes('%2F') ? 400 : 422,
        path.includes('%2F') ? 'badRequest' : 'notAReport',
      ]);
    }
    for (const path of ['', ' ', 'x'.repeat(2001), '/reports/assistance/1\n', '/reports/\u0000']) {
      expectRefused(await start(path, evening.operator), 'badRequest');
    }
    expectRefused(await app.call(startJob, { body: { path: 7 as never } }, as(evening)), 'badRequest');
  });

  it("a report task takes only parameters named in the report's schema", () => {
    const path = '/reports/assistance/5?jointId=6&kind=audit&format=jsonl&assemblyId=3&toString=1';
    const { taskFor } = reportFinder(reportRoutes)(path, () => undefined);
    expect(taskFor({ profileId: Profile.operator })).toEqual({
      kind: 'assistanceReport',
      params: { jointId: 5 },
      query: { assemblyId: 3 },
      profileId: Profile.operator,
    });
  });

  it('only the requesting user can read or cancel a job', async () => {
    const jobId = await elsewhere(evening.operator);
    expect(await state(jobId, evening.operator)).toBe('running');
    for (const token of [other.operator, staff]) await allRefused(jobId, token, 'jobNotFound');
    expect(await state(jobId, evening.operator)).toBe('running');
    expectRefused(await app.call(getJobFile, { params: { jobId } }, as(evening)), 'jobUnfinished');
    await allRefused(UNKNOWN, evening.operator, 'jobNotFound');
    await allRefused('../1', evening.operator, 'badRequest');
    await forget();
  });

  it('a job for missing data is refused at once like the GET, and not queued', async () => {
    const { jointId, operator } = evening;
    const ended = await app.store.db.selectFrom('report_job').select('job_id').execute();
    for (const [path, code] of [
      [`/reports/vote/${jointId}?conceptId=77`, 'conceptNotFound'],
      [`/reports/vote/${jointId}?conceptId=2&assemblyId=999999`, 'assemblyNotFound'],
      [`/reports/assistance/${jointId}?assemblyId=999999`, 'assemblyNotFound'],
      [`/reports/acta/${jointId}?assemblyId=999999`, 'assemblyNotFound'],
    ] as const) {
      expectRefused(await start(path, operator), code);
    }
    expectRefused(await start('/reports/event/999999', staff), 'eventNotFound');
    expect(await app.store.db.selectFrom('report_job').select('job_id').execute()).toEqual(ended);
  });

  it('a job fails with the reason of the GET if the data disappear after queueing', async () => {
    const job = { path: attendance(evening), actor: actorOf(evening.operator) };
    const { jointId } = evening;
    const task = reportTask(voteReport, { params: { jointId }, query: { conceptId: 77 } });
    const reports = new JobRunner({ store: app.store, log: app.app.log, handlers: {} });
    const params = await queueJob({ store: app.store, reports }, { ...job, task });
    await eventually(() => state(params.jobId, evening.operator)).toBe('failed');
    await reports.stop();
    const { body } = await app.call(getJob, { params }, as(evening));
    expect(body).toMatchObject({ name: null, problem: 'conceptNotFound' });
    expectRefused(await app.call(getJobFile, { params }, as(evening)), 'jobNotFound');
  });

  it('a job of an unknown kind from an older version fails and can be requested again', async () => {
    const job = { path: attendance(evening), actor: actorOf(evening.operator) };
    const task = { kind: 'assistance', format: 'xlsx', jointId: evening.jointId };
    const reports = new JobRunner({ store: app.store, log: app.app.log, handlers: {} });
    const params = await queueJob({ store: app.store, reports }, { ...job, task });
    await eventually(() => state(params.jobId, evening.operator)).toBe('failed');
    await reports.stop();
    const { body } = await app.call(getJob, { params }, as(evening));
    expect(body).toMatchObject({ name: null, problem: 'notAReport' });
  });

  race('waiting jobs are limited per user and in total', async () => {
    const jobs = await Promise.all(
      Array.from({ length: limits.tooManyReports.most }, () => elsewhere(evening.operator)),
    );
    const refused = await start(attendance(evening), evening.operator);
    expectRefused(refused, 'tooManyReports');
    expect(refused.headers['retry-after']).toBeDefined();
    const [first = ''] = jobs;
    expect((await app.call(cancelJob, { params: { jobId: first } }, as(evening))).status).toBe(204);
    const again = await start(attendance(evening), evening.operator);
    expect(again.status).toBe(202);
    await app.call(cancelJob, { params: again.body }, as(evening));

    const { db } = app.store;
    const [one] = await db.selectFrom('report_job').selectAll().where('state', '=', 'running').execute();
    if (one === undefined) throw new Error('no job');
    const many = Array.from({ length: workerLimits.jobs }, (_, i) => ({
      ...one,
      job_id: String(i).padStart(32, '0'),
      actor: `user:${1000 + i}`,
    }));
    await db.insertInto('report_job').values(many).execute();
    const full = await start(attendance(other), other.operator);
    expectRefused(full, 'overloaded');
    expect(full.headers['retry-after']).toBeDefined();
    await forget();
  });

  it('a job is cancelled for good, also while waiting', async () => {
    const jobId = await elsewhere(evening.operator);
    for (let time = 0; time < 2; time += 1) {
      expect((await app.call(cancelJob, { params: { jobId } }, as(evening))).status).toBe(204);
      expect(await state(jobId, evening.operator)).toBe('cancelled');
    }
    expectRefused(await app.call(getJobFile, { params: { jobId } }, as(evening)), 'jobNotFound');
  });

  it('a file of 25 MB is stored byte for byte until dropped', { tags: 'slow' }, async () => {
    const { db } = app.store;
    const jobId = await elsewhere(evening.operator);
    const bytes = randomBytes(25 * 1024 * 1024 + 1);
    const written = { renew: async () => true, signal: new AbortController().signal };
    expect(await writeJobFile(db, jobId, [bytes], written)).toBe(true);
    // The file of a dead process is replaced, not extended.
    expect(await writeJobFile(db, jobId, [bytes], written)).toBe(true);
    const keptUntil = Date.now() + DAY_MS;
    await db
      .updateTable('report_job')
      .set({
        state: 'done',
        file_name: 'Año «1».bin',
        media_type: 'application/x-test',
        kept_until: keptUntil,
      })
      .where('job_id', '=', jobId)
      .execute();
    const { body } = await app.call(getJobFile, { params: { jobId } }, as(evening));
    expect(body).toMatchObject({ name: 'Año «1».bin', mediaType: 'application/x-test' });
    expect(Buffer.compare(Buffer.from(body.bytes), bytes)).toBe(0);
    expect((await app.call(cancelJob, { params: { jobId } }, as(evening))).status).toBe(204);
    expectRefused(await app.call(getJob, { params: { jobId } }, as(evening)), 'jobNotFound');
    expect(await pieces(jobId)).toBe(0);
  });

  race("a worker that lost the lease cannot write the job's result", async () => {
    const { db } = app.store;
    const jobId = await elsewhere(evening.operator);
    let left = 3;
    const renew = async () => left-- > 0;
    const bytes = randomBytes(1024 * 1024);
    const { signal } = new AbortController();
    expect(await writeJobFile(db, jobId, [bytes], { renew, signal })).toBe(false);
    expect(await pieces(jobId)).toBe(3);
    await expect(
      writeJobFile(db, jobId, [bytes], { renew: async () => true, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
    await forget();
  });

  it('a job file disappears after a day and is swept', async () => {
    const { db } = app.store;
    await forget();
    const [over, remaining] = [await elsewhere(evening.operator), await elsewhere(evening.operator)];
    const bytes = randomBytes(3 * 1024 * 1024);
    const done = { state: 'done', file_name: 'a.bin', media_type: 'application/x-test' } as const;
    for (const [jobId, keptUntil] of [
      [over, Date.now() - 1],
      [remaining, Date.now() + DAY_MS],
    ] as const) {
      await writeJobFile(db, jobId, [bytes], {
        renew: async () => true,
        signal: new AbortController().signal,
      });
      const values = { ...done, kept_until: keptUntil };
      await db.updateTable('report_job').set(values).where('job_id', '=', jobId).execute();
    }
    await allRefused(over, evening.operator, 'jobNotFound');
    await new JobRunner({ store: app.store, log: app.app.log, handlers: {} }).sweep();
    expect(await pieces(over)).toBe(0);
    const rows = await db.selectFrom('report_job').select('job_id').execute();
    expect(rows).toEqual([{ job_id: remaining }]);
    const file = await findJobFile(db, remaining);
    expect(file?.length).toBe(bytes.length);
    const read: Uint8Array[] = [];
    for await (const piece of file?.pieces ?? []) read.push(piece);
    expect(Buffer.compare(Buffer.concat(read), bytes)).toBe(0);
    // A sweep during a download breaks the download off.
    const reading = async () => {
      for await (const _ of (await findJobFile(db, remaining))?.pieces ?? [])
        await dropJobFile(db, remaining);
    };
    await expect(reading()).rejects.toThrow();
    expect(await findJobFile(db, remaining)).toBeNull();
  });
});

describe('access to background reports', () => {
  it('a profile without reports may not start a background report', async () => {
    const app = await sqliteApp();
    const staff = await firstStaff(app);
    const fields = { username: 'eventos', name: 'Eventos', password: PASSWORD, profileId: Profile.events };
    await app.call(createUser, { body: fields }, staff);
    const { body } = await app.call(signIn, { body: { username: 'eventos', password: PASSWORD } });
    const started = await app.call(startJob, { body: { path: '/reports/assistance/1' } }, body.jwt);
    expectRefused(started, 'forbidden');
    await app.close();
  });
});
