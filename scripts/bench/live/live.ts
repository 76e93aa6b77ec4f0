/**
 * How soon a change is with 2,000 live clients of one joint: this server, with votes coming in, against a bare `ws`
 * server that broadcasts the same bytes at the same moments, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_PATH } from '../../../shared/api.ts';
import { ask, demandDescriptors, hears, type Push, votedIn } from '../kit/audience.ts';
import { makeBenchStore } from '../kit/bench-store.ts';
import { answerOf, end, startHelper, startServer } from '../kit/children.ts';
import { Hall } from '../kit/hall.ts';
import { median, part } from '../kit/sorted.ts';

/** BENCH_CLIENTS tries the bench itself with fewer; the mark is of 2,000. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 2_000);
const LOADS = 2;
const VOTERS = 200;
const UNITS_EACH = 10;
/** A busy hall: two hundred people within seconds. Several share a push. */
const VOTES_PER_SECOND = 40;
const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 3;

interface Round {
  p50: number;
  p99: number;
  worst: number;
  pushes: number;
  /** Processor time of the server, part of one processor. */
  cpu: number;
}

async function main(): Promise<void> {
  demandDescriptors(CLIENTS + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const made = await makeBenchStore(folder, secret, {
      voters: VOTERS,
      unitsEach: UNITS_EACH,
      questions: 1,
    });
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    const bare = startHelper('live/live-bare.mjs');
    const { port: barePort } = await answerOf<{ port: number }>(bare);
    const ourClients = Array.from({ length: LOADS }, () => startHelper('kit/live-clients.mjs'));
    const theirClients = Array.from({ length: LOADS }, () => startHelper('kit/live-clients.mjs'));
    children.push(server.child, bare, ...ourClients, ...theirClients);

    console.log(`Delivery of a joint's pushes to ${CLIENTS} live clients`);
    const count = Math.ceil(CLIENTS / LOADS);
    const tokens = made.voters.map((voter) => voter.token);
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    const ours = { port: server.port, path, jointId: made.jointId, tokens, count };
    await Promise.all(ourClients.map((child) => ask(child, { open: ours })));
    await Promise.all(
      theirClients.map((child) => ask(child, { open: { port: barePort, path: '/', count } })),
    );

    const hall = new Hall(server.port, made, VOTES_PER_SECOND);
    const own: Round[] = [];
    const theirs: Round[] = [];
    const fromVote: number[][] = [];
    let pushSize = 0;
    for (let i = 0; i <= ROUNDS; i += 1) {
      const seconds = i === 0 ? WARM_UP_SECONDS : SECONDS;
      const acknowledged: number[] = [];
      const pushes = await hears(ourClients, CLIENTS, server.child, async () => {
        const first = hall.cast;
        acknowledged.push(...(await hall.vote(seconds)).map(({ at }) => at));
        if (hall.cast - first !== acknowledged.length) throw new Error('Votes were refused.');
      });
      const first = pushes.heard[0]?.millis ?? 0;
      const frames = pushes.heard.map(({ text, millis }) => ({ text, after: millis - first }));
      const same = await hears(theirClients, CLIENTS, bare, () => ask(bare, { frames }));
      if (same.heard.length !== frames.length) throw new Error('The bare server sent something else.');
      const told = pushes.heard.at(-1)?.text ?? '';
      pushSize = Buffer.byteLength(told);
      if (votedIn(told) !== hall.cast)
        throw new Error(`The last push tells ${votedIn(told)} of ${hall.cast}.`);
      if (i === 0) continue;
      own.push(roundOf(pushes.heard, pushes.cpu));
      theirs.push(roundOf(same.heard, same.cpu));
      fromVote.push(sinceVotes(pushes.heard, acknowledged, hall.cast));
    }
    hall.leave();
    print(own, theirs, fromVote, pushSize);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From each vote's acknowledgement to each client: the first push that counts it. */
function sinceVotes(pushes: readonly Push[], acknowledged: readonly number[], cast: number): number[] {
  const before = cast - acknowledged.length;
  const all: number[] = [];
  for (const [n, at] of acknowledged.entries()) {
    const push = pushes.find(({ text }) => votedIn(text) > before + n);
    for (const latency of push?.latencies ?? []) all.push((push?.millis ?? 0) + latency - at);
  }
  return all;
}

function roundOf(pushes: readonly Push[], cpu: number): Round {
  const all = pushes.flatMap((push) => push.latencies).sort((a, b) => a - b);
  return { p50: part(all, 0.5), p99: part(all, 0.99), worst: part(all, 1), pushes: pushes.length, cpu };
}

function print(
  own: readonly Round[],
  theirs: readonly Round[],
  fromVote: readonly number[][],
  bytes: number,
): void {
  const [cpu] = cpus();
  console.log(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}`);
  console.log(`${VOTES_PER_SECOND} votes a second, ${bytes} bytes a push, ${ROUNDS} rounds of ${SECONDS} s`);
  const column = (text: string | number) => String(text).padStart(9);
  const heads = ['p50 ms', 'p99 ms', 'worst ms', 'pushes/s', 'cpu %'];
  console.log(`\n${''.padEnd(26)}${heads.map(column).join('')}`);
  for (const [name, rounds] of [
    ['this server', own],
    ['bare ws broadcast', theirs],
  ] as const) {
    const figures = [
      median(rounds.map((round) => round.p50)).toFixed(1),
      median(rounds.map((round) => round.p99)).toFixed(1),
      Math.max(...rounds.map((round) => round.worst)).toFixed(1),
      (rounds.reduce((sum, round) => sum + round.pushes, 0) / (ROUNDS * SECONDS)).toFixed(1),
      (100 * median(rounds.map((round) => round.cpu))).toFixed(0),
    ];
    console.log(`${name.padEnd(26)}${figures.map(column).join('')}`);
  }
  const since = fromVote.map((all) => all.sort((a, b) => a - b));
  const [p50, p99] = [0.5, 0.99].map((some) => median(since.map((all) => part(all, some))).toFixed(1));
  console.log(
    `\nEvery client heard every push. From a vote's acknowledgement to the clients: p50 ${p50} ms, p99 ${p99} ms.`,
  );
  compare('p50', own, theirs);
  compare('p99', own, theirs, 1.5);
  console.log(
    `Load of the machine (1, 5, 15 min): ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
}

/** The median of the rounds' own ratios: each round meets the same machine as its neighbour. */
function compare(
  what: 'p50' | 'p99',
  own: readonly Round[],
  theirs: readonly Round[],
  atMost?: number,
): void {
  const ratios = own.map((round, i) => round[what] / (theirs[i]?.[what] ?? Number.NaN));
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const verdict =
    atMost === undefined ? '' : `; mark at most ${atMost}: ${ratio <= atMost ? 'met' : 'NOT met'}`;
  console.log(`this server / bare ws broadcast, ${what}: ${ratio.toFixed(2)} (${range})${verdict}`);
}

await main();
