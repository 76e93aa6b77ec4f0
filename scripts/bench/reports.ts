/**
 * Whether a long report costs an assembly its pace: votes at a steady rate and screens that hear of them, with and
 * without a job that makes a report of 500 pages, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_PATH } from '../../shared/api.ts';
import { assistanceReport } from '../../shared/assemblies/reports.api.ts';
import { ask, demandDescriptors, hears, votedIn } from './kit/audience.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { end, startHelper, startServer } from './kit/children.ts';
import { Hall, setQuestion } from './kit/hall.ts';
import { type Made, Office } from './kit/office.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures } from './kit/sorted.ts';

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
  votes: Figures;
  pushes: Figures;
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
    const clients = [startHelper('kit/live-clients.mjs')];
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
  sayHead(
    `An assembly's pace beside a report of ${PAGES} pages, made by a job`,
    `${VOTES_PER_SECOND} votes a second, ${CLIENTS} live clients, ${ROUNDS} rounds of each, SQLite synced (FULL)`,
  );
  const row = (name: string, what: keyof Round, rounds: readonly Round[]) =>
    [name, ...cells(rounds.map((round) => round[what]))] as const;
  sayTable(FIGURES, [
    row('votes acknowledged, without', 'votes', without),
    row('votes acknowledged, with the job', 'votes', within),
    row('pushes heard, without', 'pushes', without),
    row('pushes heard, with the job', 'pushes', within),
  ]);
  const pages = jobs.map((job) => job.pages);
  const seconds = jobs.map((job) => job.seconds.toFixed(1)).join(', ');
  const size = (Math.max(...jobs.map((job) => job.bytes)) / 1e6).toFixed(1);
  say();
  say(`Each job made ${[...new Set(pages)].join(', ')} pages (${size} MB) in ${seconds} s.`);
  if (Math.min(...pages) < PAGES) throw new Error(`The report has fewer than ${PAGES} pages.`);
  for (const what of ['votes', 'pushes'] as const) {
    const ratios = within.map((round, i) => round[what].p99 / (without[i]?.[what].p99 ?? Number.NaN));
    judge(`${what}, p99, with / without`, ratios, { atMost: 1.5, stretch: 1.2 });
  }
  sayLoad();
}

await main();
