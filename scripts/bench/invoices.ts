/**
 * What a month's invoices cost: the time of each against a bare pdfkit page of the same content, the memory that
 * making them takes, and whether an assembly of another joint is held up by it.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { billsReport } from '../../shared/billing/reports.api.ts';
import { ask } from './audience.ts';
import { end, startHelper, startServer } from './children.ts';
import { Hall, openQuestion } from './hall.ts';
import { makeBilledJoint } from './invoices-store.ts';
import { type Made, Office } from './office.ts';
import { type Figures, figures, median } from './sorted.ts';
import { makeBenchStore } from './votes-store.ts';

/** BENCH_BILLS tries the bench with another number. */
const BILLS = Number(process.env.BENCH_BILLS ?? 1500);
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 40;
const ROUNDS = 3;
const SECONDS = 10;
/** A question's votes last for so many seconds; a job takes less. */
const MOST_SECONDS = (VOTERS * UNITS_EACH) / VOTES_PER_SECOND - 1;
const WARM_UP_SECONDS = 4;
const RATIO_MARK = 2.5;
const PACE_MARK = 1.5;

interface Round {
  bare: Made;
  ours: Made;
  beside: Made;
  quiet: Figures;
  busy: Figures;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const size = { voters: VOTERS, unitsEach: UNITS_EACH, questions: 2 * ROUNDS + 1 };
    const assembly = await makeBenchStore(folder, secret, size);
    const callsFile = join(folder, 'calls.json');
    const billed = await makeBilledJoint(folder, secret, { units: BILLS, callsFile });
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    children.push(server.child);

    const origin = `http://127.0.0.1:${server.port}`;
    const path = `${billsReport.path.replace(':jointId', String(billed.jointId))}?year=2026&month=5`;
    const office = new Office(origin, billed.token, path, 50);
    const hall = new Hall(server.port, assembly, VOTES_PER_SECOND);
    let asked = 0;
    const votes = async (seconds: number, until?: () => boolean): Promise<Figures> => {
      const conceptId = assembly.questions[asked] ?? 0;
      const concept = { jointId: assembly.jointId, conceptId };
      if (asked > 0) await openQuestion(origin, assembly.operator, concept);
      asked += 1;
      hall.turnTo(conceptId);
      return figures((await hall.vote(seconds, until)).map(({ took }) => took));
    };
    const bare = async (): Promise<Made> => {
      const child = startHelper('invoices-bare.mjs', [callsFile]);
      children.push(child);
      return ask<Made>(child, { go: true });
    };
    const memory = watchMakers(server.child);

    await votes(WARM_UP_SECONDS);
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const drawn = await bare();
      const ours = await office.make();
      const quiet = await votes(SECONDS);
      let isOver = false;
      const job = office.make().finally(() => {
        isOver = true;
      });
      const busy = await votes(MOST_SECONDS, () => isOver);
      if (!isOver) throw new Error(`The invoices were not ready after ${MOST_SECONDS} seconds.`);
      rounds.push({ bare: drawn, ours, beside: await job, quiet, busy });
    }
    hall.leave();
    print(rounds, memory.stop());
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Looks at the most memory that any process of a server's ever had resident; NaN where the system does not tell. */
function watchMakers(server: ChildProcess): { stop: () => number } {
  let most = Number.NaN;
  const look = () => {
    for (const pid of childrenOf(server.pid)) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        // One that has just ended has none.
        const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
        if (peak > most || (Number.isNaN(most) && !Number.isNaN(peak))) most = peak;
      } catch {
        // It has just ended.
      }
    }
  };
  const timer = setInterval(look, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Processes that one started, by what each says of itself. */
function childrenOf(parent: number | undefined): string[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      // After the name, which may hold spaces: the state, then who started it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[1]) === parent;
    } catch {
      return false;
    }
  });
}

function print(rounds: readonly Round[], megabytes: number): void {
  const [cpu] = cpus();
  console.log(`A month of ${BILLS} invoices as one PDF, made by a job`);
  console.log(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}, SQLite synced (FULL)`);
  for (const { ours, bare, beside } of rounds) {
    if ([ours, bare, beside].some(({ pages }) => pages !== BILLS)) throw new Error('A page is missing.');
  }
  const each = (made: Made) => (made.seconds * 1000) / BILLS;
  const list = (values: number[]) =>
    `${median(values).toFixed(2)} (${values.map((n) => n.toFixed(2)).join(', ')})`;
  console.log(
    `\nms per invoice, from asking for the job to its stored file:  ${list(rounds.map(({ ours }) => each(ours)))}`,
  );
  console.log(
    `ms per page, bare pdfkit with the same content:              ${list(rounds.map(({ bare }) => each(bare)))}`,
  );
  const ratios = rounds.map(({ ours, bare }) => ours.seconds / bare.seconds);
  verdict('invoice / bare page', ratios, RATIO_MARK);
  const size = Math.max(...rounds.map(({ ours }) => ours.bytes));
  console.log(
    `Most memory of the process that makes them: ${megabytes.toFixed(0)} MB; file: ${(size / 1e6).toFixed(1)} MB`,
  );

  const column = (text: string) => text.padStart(9);
  console.log(`\n${VOTES_PER_SECOND} votes a second in another joint`);
  console.log(`${''.padEnd(34)}${['p50 ms', 'p99 ms', 'worst ms'].map(column).join('')}`);
  for (const [name, which] of [
    ['quiet', 'quiet'],
    ['while invoices are made', 'busy'],
  ] as const) {
    const all = rounds.map((round) => round[which]);
    const cells = [
      median(all.map(({ p50 }) => p50)),
      median(all.map(({ p99 }) => p99)),
      Math.max(...all.map(({ worst }) => worst)),
    ];
    console.log(`${name.padEnd(34)}${cells.map((ms) => column(ms.toFixed(1))).join('')}`);
  }
  const besides = rounds.map(({ beside }) => each(beside));
  console.log(`ms per invoice meanwhile: ${list(besides)}`);
  verdict(
    'votes, p99, while / quiet',
    rounds.map(({ busy, quiet }) => busy.p99 / quiet.p99),
    PACE_MARK,
  );
  console.log(
    `Load of the machine (1, 5, 15 min): ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
}

/** The median of the rounds' own ratios: each round meets the same machine as its neighbour. */
function verdict(what: string, ratios: readonly number[], mark: number): void {
  const ratio = median([...ratios]);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(
    `${what}: ${ratio.toFixed(2)} (${range}); mark at most ${mark}: ${ratio <= mark ? 'met' : 'NOT met'}`,
  );
}

await main();
