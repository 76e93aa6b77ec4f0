/**
 * Measures the effect of a report job on an assembly of another joint: votes at a steady rate and screens with live
 * updates, with and without the job, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_PATH } from '../../../shared/api.ts';
import { ask, calm, demandDescriptors, hears, votedIn } from './audience.ts';
import { type BenchSize, type BenchStore, makeBenchStore } from './bench-store.ts';
import { end, startHelper, startServer } from './children.ts';
import { Hall, setQuestion } from './hall.ts';
import { type Made, Office } from './office.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './results.ts';
import { cells, FIGURES, type Figures, figures } from './sorted.ts';

/** Number of live clients, as in a full hall. The variable BENCH_CLIENTS sets another number. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 2000);
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 40;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = 10;
/** Seconds until all units have voted on a question; a job must be shorter. */
const MOST_SECONDS = (VOTERS * UNITS_EACH) / VOTES_PER_SECOND - 1;
const WARM_UP_SECONDS = 4;

interface Round {
  votes: Figures;
  pushes: Figures;
}

/** Report job of another joint, to run beside the assembly. */
export interface Beside {
  title: string;
  /**
   * Content of the joint before the job. `size` is stored directly; `prepare` adds data through the running server.
   */
  size: BenchSize;
  prepare?: (origin: string, joint: BenchStore) => Promise<void>;
  /** API path of the report, with `:jointId` in place of the joint id. */
  path: string;
  /**
   * Prints the results of the job.
   * @throws Error if a job made another result than intended
   */
  tell: (jobs: readonly Made[]) => void;
}

export async function measureBeside(beside: Beside): Promise<void> {
  demandDescriptors(CLIENTS + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const size = { voters: VOTERS, unitsEach: UNITS_EACH, questions: 2 * (ROUNDS + 1) };
    const made = await makeBenchStore(folder, secret, size);
    const subject = await makeBenchStore(folder, secret, beside.size);
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    const clients = [startHelper('kit/live-clients.mjs')];
    children.push(server.child, ...clients);
    const tokens = made.voters.map((voter) => voter.token);
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    const open = { port: server.port, path, jointId: made.jointId, tokens, count: CLIENTS };
    await Promise.all(clients.map((child) => ask(child, { open })));

    const origin = `http://127.0.0.1:${server.port}`;
    await beside.prepare?.(origin, subject);
    const office = new Office(
      origin,
      subject.operator,
      beside.path.replace(':jointId', String(subject.jointId)),
    );
    const hall = new Hall(server.port, made, VOTES_PER_SECOND);
    const questions = [...made.questions];
    let sentVotes = 0;
    /**
     * Measures a round of votes.
     * @param begin starts a job; the votes then continue until the end of the job
     */
    const round = async (seconds: number, begin?: () => Promise<unknown>): Promise<Round> => {
      const conceptId = questions[sentVotes] ?? 0;
      if (sentVotes > 0)
        await setQuestion(origin, made.operator, { jointId: made.jointId, conceptId, active: 1 });
      sentVotes += 1;
      hall.turnTo(conceptId);
      // All screens get the opening before the first vote, as in a hall.
      await calm(clients);
      let isOver = false;
      const meanwhile = begin?.().finally(() => {
        isOver = true;
      });
      const took: number[] = [];
      const { heard } = await hears(clients, CLIENTS, server.child, async () => {
        for (const vote of await hall.vote(seconds, () => isOver)) took.push(vote.took);
      });
      await meanwhile;
      const shownVotes = votedIn(heard.at(-1)?.text ?? '');
      if (shownVotes !== hall.cast) throw new Error(`The last push tells ${shownVotes} of ${hall.cast}.`);
      return { votes: figures(took), pushes: figures(heard.flatMap((push) => push.latencies)) };
    };

    await round(WARM_UP_SECONDS);
    const [without, within]: [Round[], Round[]] = [[], []];
    const jobs: Made[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      without.push(await round(SECONDS));
      within.push(await round(MOST_SECONDS, async () => jobs.push(await office.make())));
    }
    hall.leave();
    print(beside, without, within, jobs);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(
  beside: Beside,
  without: readonly Round[],
  within: readonly Round[],
  jobs: readonly Made[],
): void {
  sayHead(
    beside.title,
    `${VOTES_PER_SECOND} votes a second with keys, ${CLIENTS} live clients, ${ROUNDS} rounds of each, SQLite synced (FULL)`,
  );
  const row = (name: string, what: keyof Round, rounds: readonly Round[]) =>
    [name, ...cells(rounds.map((round) => round[what]))] as const;
  sayTable(FIGURES, [
    row('votes acknowledged, without', 'votes', without),
    row('votes acknowledged, with the job', 'votes', within),
    row('pushes heard, without', 'pushes', without),
    row('pushes heard, with the job', 'pushes', within),
  ]);
  say();
  beside.tell(jobs);
  for (const what of ['votes', 'pushes'] as const) {
    const ratios = within.map((round, i) => round[what].p99 / (without[i]?.[what].p99 ?? Number.NaN));
    judge(`${what}, p99, with / without`, ratios, { atMost: 1.5, stretch: 1.2 });
  }
  judge(
    "votes' p99 with the job",
    within.map(({ votes }) => votes.p99),
    { atMost: 50, stretch: 30 },
    ' ms',
  );
  sayLoad();
}
