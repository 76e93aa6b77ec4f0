/**
 * Whether a long report costs an assembly its pace: votes at a steady rate and screens that hear of them, with and
 * without a job that makes a report of 500 pages, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_PATH } from '../../shared/api.ts';
import { assistanceReport } from '../../shared/assemblies/reports.api.ts';
import { ask, demandDescriptors, hears, votedIn } from './audience.ts';
import { end, startHelper, startServer } from './children.ts';
import { Hall, setQuestion } from './hall.ts';
import { type Made, Office } from './office.ts';
import { figures, median } from './sorted.ts';
import { makeBenchStore } from './votes-store.ts';

/** A full hall; BENCH_CLIENTS tries the bench with another number. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 500);
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 40;
/** Units of the joint that is reported on: so many that its attendance takes 500 pages. */
const REPORTED = { voters: 200, unitsEach: Number(process.env.BENCH_REPORT_UNITS ?? 66) };
const PAGES = 500;
const ROUNDS = 3;
const SECONDS = 10;
/** A question's votes last for so many seconds; a job takes less. */
const MOST_SECONDS = (VOTERS * UNITS_EACH) / VOTES_PER_SECOND - 1;
const WARM_UP_SECONDS = 4;

interface Round {
  votes: { p50: number; p99: number; worst: number };
  pushes: { p50: number; p99: number; worst: number };
}
async function main(): Promise<void> {
  demandDescriptors(CLIENTS + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const size = { voters: VOTERS, unitsEach: UNITS_EACH, questions: 2 * (ROUNDS + 1) };
    const made = await makeBenchStore(folder, secret, size);
    const reported = await makeBenchStore(folder, secret, { ...REPORTED, questions: 1 });
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    const clients = [startHelper('live-clients.mjs')];
    children.push(server.child, ...clients);
    const tokens = made.voters.map((voter) => voter.token);
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    const open = { port: server.port, path, jointId: made.jointId, tokens, count: CLIENTS };
    await Promise.all(clients.map((child) => ask(child, { open })));

    const origin = `http://127.0.0.1:${server.port}`;
    const office = new Office(
      origin,
      reported.operator,
      assistanceReport.path.replace(':jointId', String(reported.jointId)),
    );
    const hall = new Hall(server.port, made, VOTES_PER_SECOND);
    const questions = [...made.questions];
    let asked = 0;
    const round = async (seconds: number, until?: () => boolean): Promise<Round> => {
      const conceptId = questions[asked] ?? 0;
      if (asked > 0)
        await setQuestion(origin, made.operator, { jointId: made.jointId, conceptId, active: 1 });
      asked += 1;
      hall.turnTo(conceptId);
      // The opening is read and told before the first vote comes, as in a hall.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const took: number[] = [];
      const { heard } = await hears(clients, CLIENTS, server.child, async () => {
        for (const vote of await hall.vote(seconds, until)) took.push(vote.took);
      });
      const told = votedIn(heard.at(-1)?.text ?? '');
      if (told !== hall.cast) throw new Error(`The last push tells ${told} of ${hall.cast}.`);
      return { votes: figures(took), pushes: figures(heard.flatMap((push) => push.latencies)) };
    };

    await round(WARM_UP_SECONDS);
    const [without, within]: [Round[], Round[]] = [[], []];
    const jobs: Made[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      without.push(await round(SECONDS));
      const job = office.make();
      let isOver = false;
      const ended = job.finally(() => {
        isOver = true;
      });
      within.push(await round(MOST_SECONDS, () => isOver));
      if (!isOver) throw new Error(`The report was not ready after ${MOST_SECONDS} seconds.`);
      jobs.push(await ended);
    }
    hall.leave();
    print(without, within, jobs);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(without: readonly Round[], within: readonly Round[], jobs: readonly Made[]): void {
  const [cpu] = cpus();
  console.log(`An assembly's pace beside a report of ${PAGES} pages, made by a job`);
  console.log(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}, SQLite synced (FULL)`);
  console.log(`${VOTES_PER_SECOND} votes a second, ${CLIENTS} live clients, ${ROUNDS} rounds of each`);
  const column = (text: string) => text.padStart(9);
  console.log(`\n${''.padEnd(34)}${['p50 ms', 'p99 ms', 'worst ms'].map(column).join('')}`);
  for (const what of ['votes', 'pushes'] as const) {
    for (const [name, rounds] of [
      ['without', without],
      ['with the job', within],
    ] as const) {
      const cells = [
        median(rounds.map((round) => round[what].p50)),
        median(rounds.map((round) => round[what].p99)),
        Math.max(...rounds.map((round) => round[what].worst)),
      ];
      const name2 = `${what === 'votes' ? 'votes acknowledged' : 'pushes heard'}, ${name}`;
      console.log(`${name2.padEnd(34)}${cells.map((ms) => column(ms.toFixed(1))).join('')}`);
    }
  }
  const pages = jobs.map((job) => job.pages);
  const seconds = jobs.map((job) => job.seconds.toFixed(1)).join(', ');
  const size = (Math.max(...jobs.map((job) => job.bytes)) / 1e6).toFixed(1);
  console.log(`\nEach job made ${[...new Set(pages)].join(', ')} pages (${size} MB) in ${seconds} s.`);
  if (Math.min(...pages) < PAGES) throw new Error(`The report has fewer than ${PAGES} pages.`);
  compare('votes', without, within);
  compare('pushes', without, within);
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`Load of the machine (1, 5, 15 min): ${load.join(' ')}`);
}

/** The median of the rounds' own ratios: each round meets the same machine as its neighbour. */
function compare(what: 'votes' | 'pushes', without: readonly Round[], within: readonly Round[]): void {
  for (const which of ['p50', 'p99'] as const) {
    const ratios = within.map((round, i) => round[what][which] / (without[i]?.[what][which] ?? Number.NaN));
    const ratio = median(ratios);
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const verdict = which === 'p50' ? '' : `; mark at most 1.5: ${ratio <= 1.5 ? 'met' : 'NOT met'}`;
    console.log(`${what}, ${which}, with / without: ${ratio.toFixed(2)} (${range})${verdict}`);
  }
}

await main();
