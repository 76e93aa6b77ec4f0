/**
 * Bench: growth of costs, of a live message by clients, of a state by units, of a report by rows. Measures
 * processor time, fitted to cost = size to the power of an exponent. Exponent 1: double size, double cost.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJointState } from '../../server/assemblies/live/joint-state.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { LIVE_PATH } from '../../shared/api.ts';
import { assistanceReport } from '../../shared/assemblies/reports.api.ts';
import { ask, demandDescriptors, hears } from './kit/audience.ts';
import { type BenchStore, makeBenchStore } from './kit/bench-store.ts';
import { end, spentWithChildren, startHelper, startServer } from './kit/children.ts';
import { Hall } from './kit/hall.ts';
import { Office } from './kit/office.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { median } from './kit/sorted.ts';

const VOTERS = 1_000;
/** Total number of live clients of the joint at each step. */
const CLIENTS = [1_000, 2_500, 5_000, 10_000];
/** Rate of votes, slow enough that each vote causes a separate live message. */
const VOTES_PER_SECOND = 4;
const VOTE_SECONDS = 5;
/** Sizes of the measured joints, as voters and units of each voter. */
const JOINTS = [
  [20, 5],
  [100, 10],
  [200, 50],
] as const;
const READINGS = 9;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Goal for the exponent: linear growth at most, with tolerance for noise. */
const MARK = { atMost: 1.1 };

/** Measured point: size, and cost in milliseconds of processor time. */
type Point = readonly [size: number, ms: number];

async function main(): Promise<void> {
  demandDescriptors(Math.max(...CLIENTS) + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const made: BenchStore[] = [];
    for (const [voters, unitsEach] of JOINTS)
      made.push(await makeBenchStore(folder, secret, { voters, unitsEach, questions: 1 }));
    const hall = await makeBenchStore(folder, secret, { voters: VOTERS, unitsEach: 1, questions: 1 });
    const states = await costOfStates(folder, made);

    const { child, port } = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    children.push(child);
    const reports = await costOfReports(child, port, made);
    const pushes = await costOfPushes({ child, port, children }, hall);

    sayHead('How the cost grows', `Processor time; ${ROUNDS} rounds of reports, SQLite synced (FULL)`);
    tell('a push', 'clients', pushes);
    tell('a state read whole, with its JSON', 'units', states);
    tell('an attendance report, from asking to its stored file', 'rows', reports);
    say();
    judge('a push against clients, exponent', exponentOf(pushes), MARK);
    judge('a state against units, exponent', exponentOf(states), MARK);
    judge('a report against rows, exponent', exponentOf(reports), MARK);
    sayLoad();
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the cost of reading the state of joints of different sizes without a cache, in this process with the
 * thread of the database.
 */
async function costOfStates(folder: string, joints: readonly BenchStore[]): Promise<Point[]> {
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  try {
    const points: Point[] = [];
    for (const [i, { jointId }] of joints.entries()) {
      const place = { jointId, rootId: jointId, jointName: '', sectorIds: [] };
      const costs: number[] = [];
      for (let n = 0; n < READINGS; n += 1) {
        const before = process.cpuUsage();
        JSON.stringify((await readJointState(store, place, undefined)).snapshot);
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1_000);
      }
      points.push([sizeOf(i), median(costs)]);
    }
    return points;
  } finally {
    await store.close();
  }
}

async function costOfReports(
  child: ChildProcess,
  port: number,
  joints: readonly BenchStore[],
): Promise<Point[]> {
  const points: Point[] = [];
  for (const [i, { jointId, operator }] of joints.entries()) {
    const path = assistanceReport.path.replace(':jointId', String(jointId));
    const office = new Office(`http://127.0.0.1:${port}`, operator, path, 100, () =>
      spentWithChildren(child),
    );
    // The first report starts the worker.
    if (i === 0) await office.make();
    const works: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) works.push(1_000 * (await office.make()).work);
    points.push([sizeOf(i), median(works)]);
  }
  return points;
}

async function costOfPushes(
  { child, port, children }: { child: ChildProcess; port: number; children: ChildProcess[] },
  made: BenchStore,
): Promise<Point[]> {
  const clients = [startHelper('kit/live-clients.mjs'), startHelper('kit/live-clients.mjs')];
  children.push(...clients);
  const tokens = made.voters.map(({ token }) => token);
  const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
  const hall = new Hall(port, made, VOTES_PER_SECOND);
  const points: Point[] = [];
  let open = 0;
  for (const count of CLIENTS) {
    const more = (count - open) / clients.length;
    // Each process continues with the next person: the server allows twelve screens per person.
    const turn = (open / clients.length) % VOTERS;
    const turned = [...tokens.slice(turn), ...tokens.slice(0, turn)];
    const screens = { port, path, jointId: made.jointId, tokens: turned, count: more };
    await Promise.all(clients.map((one) => ask(one, { open: screens })));
    open = count;
    const before = spentWithChildren(child);
    const { heard } = await hears(clients, count, child, () => hall.vote(VOTE_SECONDS));
    points.push([count, (1_000 * (spentWithChildren(child) - before)) / heard.length]);
  }
  hall.leave();
  return points;
}

const sizeOf = (joint: number): number => (JOINTS[joint]?.[0] ?? 0) * (JOINTS[joint]?.[1] ?? 0);

function tell(what: string, size: string, points: readonly Point[]): void {
  sayTable(
    [size, 'ms', 'us each'],
    points.map(([n, ms], i) => [i === 0 ? what : '', n, ms.toFixed(1), ((1_000 * ms) / n).toFixed(1)]),
  );
}

/** Returns the exponent of growth: slope of a line through the logarithms of sizes and costs, by least squares. */
function exponentOf(points: readonly Point[]): number {
  const logs = points.map(([n, ms]) => [Math.log(n), Math.log(ms)] as const);
  const mean = (i: 0 | 1) => logs.reduce((sum, log) => sum + log[i], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return over / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}

await main();
