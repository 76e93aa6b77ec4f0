/**
 * How soon a change is with 2,000 live clients of one joint: this server, with votes coming in, against a bare `ws`
 * server that broadcasts the same bytes at the same moments, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '../../shared/api.ts';
import { LIVE_PATH } from '../../shared/live.ts';
import { answerOf, cpuSeconds, end, startHelper, startServer } from './children.ts';
import { type BenchStore, makeBenchStore, type Voter } from './votes-store.ts';

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
const PATIENCE_MS = 20_000;

interface Push {
  /** Its instant, as the frame says it: when the server read what it tells. */
  at: string;
  millis: number;
  text: string;
  /** Of each client, milliseconds since that instant. */
  latencies: number[];
}

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
    const bare = startHelper('live-bare.mjs');
    const { port: barePort } = await answerOf<{ port: number }>(bare);
    const ourClients = Array.from({ length: LOADS }, () => startHelper('live-clients.mjs'));
    const theirClients = Array.from({ length: LOADS }, () => startHelper('live-clients.mjs'));
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

    const hall = new Hall(server.port, made);
    const own: Round[] = [];
    const theirs: Round[] = [];
    const fromVote: number[][] = [];
    for (let i = 0; i <= ROUNDS; i += 1) {
      const seconds = i === 0 ? WARM_UP_SECONDS : SECONDS;
      const acknowledged: number[] = [];
      const pushes = await hears(ourClients, server.child, async () => {
        const first = hall.cast;
        acknowledged.push(...(await hall.vote(seconds)));
        if (hall.cast - first !== acknowledged.length) throw new Error('Votes were refused.');
      });
      const first = pushes.heard[0]?.millis ?? 0;
      const frames = pushes.heard.map(({ text, millis }) => ({ text, after: millis - first }));
      const same = await hears(theirClients, bare, () => ask(bare, { frames }));
      if (same.heard.length !== frames.length) throw new Error('The bare server sent something else.');
      const told = pushes.heard.at(-1)?.text ?? '';
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

/** Bytes of the last push, as printed. */
let pushSize = 0;

/** Lets something happen, and gathers what every client heard of it, once all have heard all. */
async function hears(
  clients: readonly ChildProcess[],
  server: ChildProcess,
  happen: () => Promise<unknown>,
): Promise<{ heard: Push[]; cpu: number }> {
  await Promise.all(clients.map((child) => ask(child, { begin: true })));
  const [cpu, began] = [cpuSeconds(server), Date.now()];
  await happen();
  const took = (cpuSeconds(server) - cpu) / ((Date.now() - began) / 1000);
  for (let waited = 0; waited < PATIENCE_MS; waited += 250) {
    // The last push is the last state: at most an interval and a reading later.
    await pause(250);
    const before = await Promise.all(clients.map((child) => ask<{ heard: number }>(child, { heard: true })));
    const sum = before.reduce((all, { heard }) => all + heard, 0);
    if (sum === 0 || sum % CLIENTS !== 0) continue;
    const parts = await Promise.all(clients.map((child) => ask<{ pushes: Push[] }>(child, { gather: true })));
    const heard = merged(parts.map((part) => part.pushes));
    pushSize = Buffer.byteLength(heard.at(-1)?.text ?? '');
    // Each push at each client, or the figures are of something else.
    if (heard.every((push) => push.latencies.length === CLIENTS)) return { heard, cpu: took };
  }
  throw new Error('Some clients did not hear everything.');
}

function merged(parts: readonly Push[][]): Push[] {
  const all = new Map<string, Push>();
  for (const push of parts.flat()) {
    const known = all.get(push.at);
    if (known === undefined) all.set(push.at, { ...push, latencies: [...push.latencies] });
    else for (const latency of push.latencies) known.latencies.push(latency);
  }
  return [...all.values()].sort((a, b) => a.millis - b.millis);
}

function ask<T = unknown>(child: ChildProcess, message: object): Promise<T> {
  const answer = answerOf<T>(child);
  child.send(message);
  return answer;
}

/** People who vote by themselves, one after another at a steady pace. */
class Hall {
  readonly #port: number;
  readonly #jointId: number;
  readonly #conceptId: number;
  readonly #voters: Voter[];
  readonly #agent = new Agent({ keepAlive: true });
  /** Votes that stand. */
  cast = 0;

  constructor(port: number, { jointId, questions, voters }: BenchStore) {
    this.#port = port;
    this.#jointId = jointId;
    this.#conceptId = questions[0] ?? 0;
    this.#voters = voters;
  }

  /** Returns when each vote was acknowledged, in that order, by this machine's clock. */
  async vote(seconds: number): Promise<number[]> {
    const acknowledged: number[] = [];
    const sent: Promise<void>[] = [];
    const began = Date.now();
    for (let n = 0; n < seconds * VOTES_PER_SECOND; n += 1) {
      const wait = began + (n * 1000) / VOTES_PER_SECOND - Date.now();
      if (wait > 0) await pause(wait);
      sent.push(
        this.#send(this.cast + n).then(() => {
          acknowledged.push(performance.timeOrigin + performance.now());
        }),
      );
    }
    await Promise.all(sent);
    this.cast += acknowledged.length;
    return acknowledged;
  }

  leave(): void {
    this.#agent.destroy();
  }

  #send(n: number): Promise<void> {
    const voter = this.#voters[n % this.#voters.length];
    const apartmentId = voter?.units[Math.floor(n / this.#voters.length)];
    if (voter === undefined || apartmentId === undefined) throw new Error('There are not enough units.');
    const vote = { jointId: this.#jointId, apartmentId, conceptId: this.#conceptId, voteId: 1 + (n % 3) };
    const body = JSON.stringify(vote);
    const headers = {
      authorization: `Bearer ${voter.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const target = { host: '127.0.0.1', port: this.#port, path: `${API_BASE}/assembly`, method: 'POST' };
    return new Promise((resolve, reject) => {
      const sending = request({ ...target, headers, agent: this.#agent }, (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`A vote got ${response.statusCode}.`)),
        );
      });
      sending.once('error', reject);
      sending.end(body);
    });
  }
}

const votedIn = (text: string): number => Number(/"voted":\{"apartments":(\d+)/.exec(text)?.[1]);

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

const part = (sorted: readonly number[], some: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * some))] ?? Number.NaN;

const median = (values: readonly number[]): number =>
  part(
    [...values].sort((a, b) => a - b),
    0.5,
  );

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Node.js takes as many descriptors as it is allowed by itself; more than that only the system can give. */
function demandDescriptors(needed: number): void {
  const file = '/proc/self/limits';
  if (!existsSync(file)) return;
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unlimited';
  if (limit === 'unlimited' || Number(limit) >= needed) return;
  throw new Error(
    `A process may open ${limit} files here and needs ${needed}: raise it with 'ulimit -Hn ${needed}'.`,
  );
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
