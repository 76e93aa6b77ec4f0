/**
 * Bench: delay until all viewers of a joint see a change. This server with incoming votes, against a bare `ws`
 * server that broadcasts the same bytes at the same times and a bare server that stores votes in shared
 * transactions, in turns.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import { ask, calm, demandDescriptors, hears, type Push, votedIn } from '../kit/audience.ts';
import { makeBenchStore, takeBackAll } from '../kit/bench-store.ts';
import {
  answerOf,
  cpuSeconds,
  inFolder,
  mainSeconds,
  partOf,
  startHelper,
  startServer,
} from '../kit/children.ts';
import { Hall, setQuestion } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { cells, FIGURES, type Figures, figures, median } from '../kit/sorted.ts';
import { TRIES, undisturbed } from '../kit/undisturbed.ts';

/** Number of processes for live clients; a single process would be the bottleneck. */
const LOADS = 2;
const VOTERS = 200;
/** Number of screens of the same person; the server allows twelve. */
const SCREENS_EACH = 10;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WARM_UP_SECONDS = 3;
/** Number of questions prepared for each round, because disturbed rounds are repeated. */
const SPARE = TRIES;
/** Minimum time between two live messages, ms; the server gathers changes meanwhile (docs/why/live.md). */
const INTERVAL_MS = 100;
/** Polling interval of a screen without a live connection, ms (docs/why/live.md). */
const POLL_MS = 4000;

/** Situation to measure, with the goals. */
interface Scenario {
  title: string;
  clients: number;
  votesPerSecond: number;
  /** Duration of a round in seconds. */
  seconds: number;
  /** Number of screens that poll by HTTP. */
  pollers: number;
  marks: {
    /** Goal: processor time of the server, as a ratio to the bare broadcast. */
    cpu?: { atMost: number; stretch: number };
    /** Goal: 99th percentile of the delivery time, as a ratio to the bare broadcast. */
    delivered: { atMost: number; stretch?: number };
    /**
     * Goal: 99th percentile of the time to acknowledge a vote, as a ratio to the bare server with shared
     * transactions.
     */
    acknowledged?: { atMost: number; stretch: number };
    /**
     * Goal: 99th percentile of the time from the acknowledgement of a vote to the screen, in gathering intervals.
     */
    shown?: { atMost: number; stretch: number };
  };
}

interface Round {
  ours: Figures & { cpu: number; main: number; pushes: number };
  theirs: Figures & { cpu: number };
  /** Milliseconds from sending a vote to the answer. */
  acknowledged: Figures;
  gathered: Figures & { cpu: number };
  /** Milliseconds from the answer of a vote to the change at each client. */
  shown: Figures;
  bytes: number;
}

/**
 * Measures the time until live messages arrive at many clients in a situation, and prints the result. The
 * variable BENCH_CLIENTS sets another number of clients.
 */
export async function measureDelivery(measured: Scenario): Promise<void> {
  const clients = Number(process.env.BENCH_CLIENTS ?? measured.clients);
  const scenario = { ...measured, clients };
  demandDescriptors(clients + 500);
  await inFolder(async (folder, secret) => {
    const started = await startAll(scenario, folder, secret);
    const { made, copy, server, bare, gathered, gatheredPort, ourClients, theirClients, tokens } = started;
    const all = started.count * LOADS;
    const origin = `http://127.0.0.1:${server.port}`;
    const hall = new Hall(server.port, made, scenario.votesPerSecond);
    const theirHall = new Hall(gatheredPort, made, scenario.votesPerSecond);
    const questions = made.questions.values();
    let isFirst = true;
    const round = async (seconds: number): Promise<Round> => {
      const conceptId = questions.next().value ?? 0;
      if (!isFirst) await setQuestion(origin, made.operator, { jointId: made.jointId, conceptId, active: 1 });
      isFirst = false;
      hall.turnTo(conceptId);
      takeBackAll(join(copy, 'scaf.sqlite'));
      theirHall.turnTo(made.questions[0] ?? 0);
      // The opening is pushed before the first vote, as in a hall.
      await calm(ourClients);
      const polling = new AbortController();
      const polled = poll(origin, made.jointId, tokens, scenario.pollers, polling.signal);
      let votes: Awaited<ReturnType<Hall['vote']>> = [];
      let main = Number.NaN;
      const pushes = await hears(
        ourClients,
        all,
        server.child,
        async () => {
          main = await partOf(mainSeconds, server.child, async () => {
            votes = await hall.vote(seconds);
          });
        },
        ({ text }) => votedIn(text) === hall.cast,
      );
      polling.abort();
      await polled;
      const first = pushes.heard[0]?.millis ?? 0;
      const frames = pushes.heard.map(({ text, millis }) => ({ text, after: millis - first }));
      // Both at once, like this server.
      let theirVotes: typeof votes = [];
      const [same, gatheredCpu] = await Promise.all([
        hears(theirClients, all, bare, () => ask(bare, { frames })),
        partOf(cpuSeconds, gathered, async () => {
          theirVotes = await theirHall.vote(seconds);
        }),
      ]);
      if (same.heard.length !== frames.length) throw new Error('The bare server lost frames.');
      return {
        ours: { ...ofPushes(pushes.heard), cpu: pushes.cpu, main, pushes: pushes.heard.length / seconds },
        theirs: { ...ofPushes(same.heard), cpu: same.cpu },
        acknowledged: figures(votes.map(({ took }) => took)),
        gathered: { ...figures(theirVotes.map(({ took }) => took)), cpu: gatheredCpu },
        shown: figures(
          sinceVotes(
            pushes.heard,
            votes.map(({ at }) => at),
          ),
        ),
        bytes: Buffer.byteLength(pushes.heard.at(-1)?.text ?? ''),
      };
    };

    await round(WARM_UP_SECONDS);
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await undisturbed(() => round(scenario.seconds)));
    hall.leave();
    theirHall.leave();
    print(scenario, rounds);
  });
}

/** Starts this server, the compared servers, and the live clients of both sides. */
async function startAll(scenario: Scenario, folder: string, secret: string) {
  const { clients } = scenario;
  const voters = Math.max(VOTERS, Math.ceil(clients / SCREENS_EACH));
  const unitsEach = Math.ceil((scenario.votesPerSecond * scenario.seconds) / voters) + 1;
  const size = { voters, unitsEach, questions: SPARE * (ROUNDS + 1) };
  const made = await makeBenchStore(folder, secret, size);
  const copy = join(folder, 'gathered');
  cpSync(join(folder, 'scaf.sqlite'), join(copy, 'scaf.sqlite'), { recursive: true });
  const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
  const bare = startHelper('live/bare.mjs');
  const gathered = startHelper('votes/opponents.mjs', ['gathered', copy], { BENCH_SECRET: secret });
  const [{ port: barePort }, { port: gatheredPort }] = await Promise.all([
    answerOf<{ port: number }>(bare),
    answerOf<{ port: number }>(gathered),
  ]);
  const ourClients = Array.from({ length: LOADS }, () => startHelper('kit/live-clients.mjs'));
  const theirClients = Array.from({ length: LOADS }, () => startHelper('kit/live-clients.mjs'));

  const count = Math.ceil(clients / LOADS);
  const tokens = made.voters.map((voter) => voter.token);
  const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
  const ours = { port: server.port, path, jointId: made.jointId, tokens, count };
  await Promise.all(ourClients.map((child) => ask(child, { open: ours })));
  await Promise.all(theirClients.map((child) => ask(child, { open: { port: barePort, path: '/', count } })));
  return { made, copy, server, bare, gathered, gatheredPort, ourClients, theirClients, tokens, count };
}

/** Polls the state by HTTP for screens without a live connection, each at a different time. */
async function poll(
  origin: string,
  jointId: number,
  tokens: readonly string[],
  count: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await pause((i * POLL_MS) / count);
      while (!signal.aborted) {
        const headers = { authorization: `Bearer ${tokens[i % tokens.length]}` };
        const asking = () => fetch(`${origin}${API_BASE}/joints/${jointId}/snapshot`, { headers });
        // An idle connection was just closed: a browser retries too.
        const answer = await asking().catch(asking);
        // A busy server says so; the next poll asks again.
        if (!answer.ok && answer.status !== 503) throw new Error(`The snapshot got ${answer.status}.`);
        await answer.arrayBuffer();
        await pause(POLL_MS);
      }
    }),
  );
}

/**
 * Delivery times of the live messages, without the last message: after the last change a polling screen may have
 * made the server read the state up to an interval earlier.
 */
const ofPushes = (pushes: readonly Push[]): Figures =>
  figures(pushes.slice(0, -1).flatMap((push) => push.latencies));

/** Milliseconds from the acknowledgement of each vote to the first live message with the vote, at each client. */
function sinceVotes(pushes: readonly Push[], acknowledged: readonly number[]): number[] {
  const all: number[] = [];
  for (const [n, at] of acknowledged.entries()) {
    const push = pushes.find(({ text }) => votedIn(text) > n);
    for (const latency of push?.latencies ?? []) all.push((push?.millis ?? 0) + latency - at);
  }
  return all;
}

function print(scenario: Scenario, rounds: readonly Round[]): void {
  const { title, clients, votesPerSecond, seconds, pollers, marks } = scenario;
  sayHead(
    title,
    `${clients} live clients, ${pollers} that ask by HTTP, ${votesPerSecond} votes a second with keys`,
    `${rounds[0]?.bytes} bytes a push, ${ROUNDS} rounds of ${seconds} s, SQLite synced (FULL)`,
  );
  const of = (what: 'ours' | 'theirs' | 'acknowledged' | 'gathered' | 'shown') =>
    cells(rounds.map((round) => round[what]));
  const percent = (of: (round: Round) => number) => (100 * median(rounds.map(of))).toFixed(0);
  const pushes = median(rounds.map((round) => round.ours.pushes)).toFixed(1);
  sayTable(
    [...FIGURES, 'cpu %', 'pushes/s'],
    [
      ['a push at its clients', ...of('ours'), percent(({ ours }) => ours.cpu), pushes],
      ['the same frames by bare ws', ...of('theirs'), percent(({ theirs }) => theirs.cpu), pushes],
      ["a vote's acknowledgement", ...of('acknowledged'), '', ''],
      ["a bare gathered design's", ...of('gathered'), percent(({ gathered }) => gathered.cpu), ''],
      ['from there to the screens', ...of('shown'), '', ''],
    ],
  );
  say();
  say('Every client heard every push, and the last one counts every vote.');
  say(`Of the server's processor time its main thread has ${percent(({ ours }) => ours.main)} % of a core.`);
  const both = median(rounds.map(({ ours, theirs, gathered }) => ours.cpu / (theirs.cpu + gathered.cpu)));
  say(`processor time / bare ws and bare gathered design together: ${both.toFixed(2)}`);
  const ratios = (ratio: (round: Round) => number) => rounds.map(ratio);
  if (marks.cpu !== undefined) {
    judge(
      'processor time / bare ws',
      ratios(({ ours, theirs }) => ours.cpu / theirs.cpu),
      marks.cpu,
    );
  }
  judge(
    'delivered p99 / bare ws',
    ratios(({ ours, theirs }) => ours.p99 / theirs.p99),
    marks.delivered,
  );
  if (marks.acknowledged !== undefined) {
    judge(
      'acknowledged p99 / bare gathered design',
      ratios((round) => round.acknowledged.p99 / round.gathered.p99),
      marks.acknowledged,
    );
  }
  if (marks.shown !== undefined) {
    judge(
      `from acknowledgement to screen, p99 / interval of ${INTERVAL_MS} ms`,
      ratios(({ shown }) => shown.p99 / INTERVAL_MS),
      marks.shown,
    );
  }
  sayLoad();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
