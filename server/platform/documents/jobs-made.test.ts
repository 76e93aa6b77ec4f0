import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { cancelJob, getJob, getJobFile, startJob } from '../../../shared/reports/jobs.api.ts';
import { describeWithRaces, startApp, type TestApp } from '../../testing/app.ts';
import { claimsOf } from '../../testing/asker.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { type ServerProcess, startServer } from '../../testing/process.ts';
import { openStore } from '../db/connect.ts';
import { migrate } from '../db/schema/migrate.ts';
import { insertJob } from '../queue/jobs.repository.ts';
import { reportTask } from '../queue/report-route.ts';

/** Units of the test: many, so the report takes long enough to be seen in progress. */
const units = Array.from({ length: 500 }, (_, i) => [`U${1000 + i}`, '0,15', `PERSONA ${i}`] as const);
/** Polls with a long timeout: a job left by a dead process starts again only after the lease ends. */
const patiently = <T>(read: () => T) => expect.poll(read, { timeout: 200_000, interval: 20 });

type Caller = Pick<TestApp, 'call'>;
const start = async (app: Caller, path: string, token: string): Promise<string> => {
  const { status, body } = await app.call(startJob, { body: { path } }, token);
  expect(status).toBe(202);
  return body.jobId;
};
const state = async (app: Caller, jobId: string, token: string) =>
  (await app.call(getJob, { params: { jobId } }, token)).body.state;

describeWithRaces('a job', (make, { it, race }) => {
  let app: TestApp;
  let first: AssemblyFixture;
  let second: AssemblyFixture;
  beforeAll(async () => {
    app = await make();
    const staff = await firstStaff(app);
    first = await holdAssembly(app, { units, staff });
    second = await holdAssembly(app, { units: units.slice(0, 3), staff });
    await first.register(['U1000', 'U1001']);
    await second.register(['U1000']);
  });
  afterAll(() => app.close());
  const sheet = ({ jointId }: AssemblyFixture) => `/reports/assistance/${jointId}?xlsx=true`;
  const paper = ({ jointId }: AssemblyFixture) => `/reports/assistance/${jointId}`;
  const attemptsOf = async (jobId: string) =>
    (
      await app.store.db
        .selectFrom('report_job')
        .select('attempts')
        .where('job_id', '=', jobId)
        .executeTakeFirstOrThrow()
    ).attempts;

  it('the jobs of two people become separate files with the names of their GET', {
    tags: 'slow',
  }, async () => {
    const jobs = [
      [first, await start(app, sheet(first), first.operator)],
      [second, await start(app, sheet(second), second.operator)],
    ] as const;
    for (const [evening, jobId] of jobs) {
      const as = { token: evening.operator };
      await patiently(() => state(app, jobId, evening.operator)).toBe('done');
      const { body: job } = await app.call(getJob, { params: { jobId } }, as);
      expect(job).toMatchObject({ problem: null, name: 'Registro de Asistencia.xlsx' });
      expect(Date.parse(job.keptUntil ?? '')).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
      const { body: file } = await app.call(getJobFile, { params: { jobId } }, as);
      const query = { xlsx: true };
      const { body: same } = await app.call(assistanceReport, { params: evening, query }, as);
      expect([file.name, file.mediaType]).toEqual([same.name, same.mediaType]);
      expect(Buffer.from(file.bytes.subarray(0, 4)).toString('latin1')).toBe('PK\u0003\u0004');
      expect(await attemptsOf(jobId)).toBe(1);
    }
  });

  it('a cancelled running job and a cancelled waiting job leave no file', { tags: 'slow' }, async () => {
    const as = { token: first.operator };
    const made = await start(app, paper(first), first.operator);
    const waiting = await start(app, paper(first), first.operator);
    await patiently(() => state(app, made, first.operator)).toBe('running');
    expect((await app.call(cancelJob, { params: { jobId: waiting } }, as)).status).toBe(204);
    expect((await app.call(cancelJob, { params: { jobId: made } }, as)).status).toBe(204);
    // The next job starts only after both have ended.
    const next = await start(app, sheet(second), second.operator);
    await patiently(() => state(app, next, second.operator)).toBe('done');
    for (const jobId of [made, waiting]) {
      expect(await state(app, jobId, first.operator)).toBe('cancelled');
      const { db } = app.store;
      const left = await db
        .selectFrom('report_chunk')
        .select('position')
        .where('job_id', '=', jobId)
        .execute();
      expect(left).toEqual([]);
    }
    expect(await attemptsOf(waiting)).toBe(0);
  });

  race('a job of a closing process is made by another process', { tags: 'slow' }, async () => {
    const other = await app.another();
    const jobId = await start(other, paper(first), first.operator);
    await patiently(() => state(app, jobId, first.operator)).toBe('running');
    await other.close();
    await patiently(() => state(app, jobId, first.operator)).toBe('done');
    const { body } = await app.call(getJobFile, { params: { jobId } }, first.operator);
    expect(Buffer.from(body.bytes.subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it('a job with a killed worker is made by the next worker, and attempts are counted', {
    tags: 'slow',
  }, async ({ skip }) => {
    if (workersOfThis() === null) skip('the processes of this one are not told here');
    await endReady();
    const jobId = await start(app, paper(first), first.operator);
    await patiently(() => workersOfThis()?.length).toBe(1);
    expect(await attemptsOf(jobId)).toBe(1);
    for (const pid of workersOfThis() ?? []) process.kill(pid, 'SIGKILL');
    await patiently(() => state(app, jobId, first.operator)).toBe('done');
    expect(await attemptsOf(jobId)).toBe(2);
  });

  it('a job with the worker of the last attempt killed fails like a request', { tags: 'slow' }, async ({
    skip,
  }) => {
    if (workersOfThis() === null) skip('the processes of this one are not told here');
    await endReady();
    const [jobId, path, { db }] = [randomBytes(16).toString('hex'), paper(first), app.store];
    const task = reportTask(assistanceReport, { params: { jointId: first.jointId }, query: {} });
    await db.transaction().execute(async (trx) => {
      const actor = `user:${claimsOf(first.operator).sub}`;
      await insertJob(trx, { jobId, actor, path, task, at: Date.now() });
      await trx.updateTable('report_job').set({ attempts: 4 }).where('job_id', '=', jobId).execute();
    });
    await patiently(() => workersOfThis()?.length).toBe(1);
    for (const pid of workersOfThis() ?? []) process.kill(pid, 'SIGKILL');
    await patiently(() => state(app, jobId, first.operator)).toBe('failed');
    const { body } = await app.call(getJob, { params: { jobId } }, first.operator);
    expect(body.problem).toBe('overloaded');
    expect(await attemptsOf(jobId)).toBe(5);
  });

  it('a request with a killed worker is told to retry', { tags: 'slow' }, async ({ skip }) => {
    if (workersOfThis() === null) skip('the processes of this one are not told here');
    await endReady();
    const report = app.call(assistanceReport, { params: { jointId: first.jointId } }, first.operator);
    await patiently(() => workersOfThis()?.length).toBe(1);
    for (const pid of workersOfThis() ?? []) process.kill(pid, 'SIGKILL');
    const { status, error, headers } = await report;
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'overloaded', '2']);
  });
});

/** Kills the idle report workers and the host process, so each worker started from now on is busy. */
async function endReady(): Promise<void> {
  const hosts = hostsOfThis();
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
  // Waits until this process has noticed: dead workers would otherwise count as idle. A dead process loses the
  // command line before the parent notices.
  await patiently(() => childrenOf(process.pid).filter((pid) => hosts.includes(pid))).toEqual([]);
}

/** Returns the process ids of report workers. Null if the system does not list processes. */
function workersOfThis(): number[] | null {
  if (!existsSync('/proc/self/task')) return null;
  return hostsOfThis()
    .flatMap(childrenOf)
    .filter((pid) => fileOf(`/proc/${pid}/cmdline`).includes('store.worker'));
}

/** Returns the process ids of the host processes for starting report workers. */
const hostsOfThis = (): number[] =>
  childrenOf(process.pid).filter((pid) => fileOf(`/proc/${pid}/cmdline`).includes('host.worker'));

/** Returns the ids of the child processes of a process. */
function childrenOf(pid: number): number[] {
  return fileOf(`/proc/${pid}/task`, (folder) => readdirSync(folder).join(' '))
    .split(' ')
    .flatMap((thread) => fileOf(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number);
}

/** Reads a file of /proc. Returns an empty text if the process has ended meanwhile. */
function fileOf(path: string, read = (file: string) => readFileSync(file, 'utf8')): string {
  try {
    return read(path);
  } catch {
    return '';
  }
}

describe('job of a killed process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-jobs-'));
  let server: ServerProcess | null = null;
  afterEach(async () => {
    await server?.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a job of a killed process is made after the next start', { tags: 'slow' }, async () => {
    const prepared = await openStore({ dataDir, databaseUrl: null });
    await migrate(prepared);
    const app = await startApp(
      prepared,
      () => prepared.close(),
      () => Promise.reject(new Error('There is no other process.')),
    );
    const evening = await holdAssembly(app, { units, staff: await firstStaff(app) });
    await evening.register(['U1000']);
    await app.close();

    server = await startServer({ dataDir });
    const jobId = await start(server, `/reports/assistance/${evening.jointId}`, evening.operator);
    const dying = server;
    await patiently(() => state(dying, jobId, evening.operator)).toBe('running');
    await dying.end('SIGKILL');
    const store = await openStore({ dataDir, databaseUrl: null });
    const left = await store.db.selectFrom('report_job').select(['state', 'attempts']).execute();
    expect(left).toEqual([{ state: 'running', attempts: 1 }]);
    await store.close();

    const again = await startServer({ dataDir });
    server = again;
    await patiently(() => state(again, jobId, evening.operator)).toBe('done');
    const { body } = await again.call(getJob, { params: { jobId } }, evening.operator);
    expect(body.name).toBe('Registro de Asistencia.pdf');
  });
});
