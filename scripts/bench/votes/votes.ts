/**
 * Votes per second at 200 connections: this server against a bare authenticated POST and against one
 * transaction per vote, in turns, so that whatever else the machine does meets all of them.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { io, type Socket } from 'socket.io-client';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import type { ClientToServer, ServerToClient, VoteEvent } from '../../../shared/assemblies/live.ts';
import { type BenchStore, makeBenchStore } from '../kit/bench-store.ts';
import { answerOf, cpuSeconds, end, startHelper, startServer } from '../kit/children.ts';

const CONNECTIONS = 200;
const VOTERS = 200;
/** 19,800 units, as many as a table may have; a round in which each has voted ends before its time. */
const UNITS_EACH = 99;
const ROUNDS = 5;
const SECONDS = 2.5;
/** Until the code that runs hot has been compiled. */
const WARM_UP_SECONDS = 2;

interface Job {
  port: number;
  jointId: number;
  conceptId: number;
  from: number;
  connections: number;
  seconds: number;
  keys: boolean;
}

interface Round extends LoadResult {
  /** Microseconds of the server's processor time per request. */
  cpu: number;
}

interface LoadResult {
  statuses: Record<string, number>;
  /** The number of the vote that would have been next. */
  next: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** One of those who are measured, and what its rounds were. */
interface Contender {
  name: string;
  round: (seconds: number) => Promise<Round>;
  rounds: Round[];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const ours = join(folder, 'ours');
    const theirs = join(folder, 'theirs');
    const questions = 2 * (ROUNDS + 1);
    const made = await makeBenchStore(ours, secret, { voters: VOTERS, unitsEach: UNITS_EACH, questions });
    cpSync(ours, theirs, { recursive: true });

    const load = startHelper('votes/votes-load.mjs');
    children.push(load);
    load.send({ voters: made.voters });
    const vote = async (child: ChildProcess, job: Omit<Job, 'jointId' | 'connections'>): Promise<Round> => {
      const answer = answerOf<LoadResult>(load);
      const before = cpuSeconds(child);
      load.send({ job: { ...job, jointId: made.jointId, connections: CONNECTIONS } satisfies Job });
      const result = await answer;
      const requests = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
      return { ...result, cpu: ((cpuSeconds(child) - before) * 1e6) / requests };
    };
    const server = await startServer({ DATA_DIR: ours, JWT_SECRET: secret });
    children.push(server.child);
    const bare = startHelper('votes/votes-opponents.mjs', ['bare'], { BENCH_SECRET: secret });
    const oneByOne = startHelper('votes/votes-opponents.mjs', ['one-by-one', theirs], {
      BENCH_SECRET: secret,
    });
    children.push(bare, oneByOne);
    const [{ port: barePort }, { port: onePort }] = await Promise.all([
      answerOf<{ port: number }>(bare),
      answerOf<{ port: number }>(oneByOne),
    ]);

    const house = new House(server.port, made);
    await house.watch();
    const [first = 0] = made.questions;
    let cast = 0;
    const contenders: Contender[] = [
      {
        name: 'this server',
        rounds: [],
        round: (seconds) =>
          house.onFreshQuestion((conceptId) =>
            vote(server.child, { port: server.port, conceptId, from: 0, seconds, keys: false }),
          ),
      },
      {
        name: 'bare authenticated POST',
        rounds: [],
        round: (seconds) => vote(bare, { port: barePort, conceptId: first, from: 0, seconds, keys: false }),
      },
      {
        name: 'one transaction per vote',
        rounds: [],
        round: async (seconds) => {
          const round = await vote(oneByOne, {
            port: onePort,
            conceptId: first,
            from: cast,
            seconds,
            keys: false,
          });
          cast = round.next;
          sameCount('one transaction per vote', storedVotes(theirs), cast);
          return round;
        },
      },
      {
        name: 'this server, with keys',
        rounds: [],
        round: (seconds) =>
          house.onFreshQuestion((conceptId) =>
            vote(server.child, { port: server.port, conceptId, from: 0, seconds, keys: true }),
          ),
      },
    ];

    printHead();
    for (const contender of contenders) await contender.round(WARM_UP_SECONDS);
    house.pushes = 0;
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const contender of contenders) contender.rounds.push(await contender.round(SECONDS));
    }
    print(contenders, house.pushes / (2 * ROUNDS * SECONDS));
    house.leave();
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** This server as its operator and one wall see it: questions opened, pushes heard, votes counted. */
class House {
  readonly #origin: string;
  readonly #made: BenchStore;
  readonly #socket: Socket<ServerToClient, ClientToServer>;
  #last: VoteEvent | null = null;
  #asked = 0;
  /** Pushes of votes that the wall heard. */
  pushes = 0;

  constructor(port: number, made: BenchStore) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#made = made;
    this.#socket = io(this.#origin, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { token: made.operator },
    });
    this.#socket.on('vote', (event) => {
      this.pushes += 1;
      this.#last = event;
    });
  }

  async watch(): Promise<void> {
    const reply = await this.#socket.timeout(10_000).emitWithAck('join', { jointId: this.#made.jointId });
    if (!reply.ok) throw new Error(`The wall may not watch: ${reply.code}.`);
  }

  leave(): void {
    this.#socket.disconnect();
  }

  /** Opens the next question, lets it be voted on, and compares what was acknowledged with what stands. */
  async onFreshQuestion(vote: (conceptId: number) => Promise<Round>): Promise<Round> {
    const { jointId, questions } = this.#made;
    const conceptId = questions[this.#asked];
    if (conceptId === undefined) throw new Error('There are not enough questions.');
    if (this.#asked > 0) await this.#call('PATCH', '/assemblyconcepts', { jointId, conceptId, active: 1 });
    this.#asked += 1;
    // The opening is read and told before the first vote comes, as in a hall.
    await pause(300);
    const round = await vote(conceptId);
    const acknowledged = round.statuses['201'] ?? 0;
    const path = `/assembly/${conceptId}/joints/${jointId}/apartmentsquantity`;
    sameCount('this server', Number(Reflect.get(await this.#call('GET', path), 'quantity')), acknowledged);
    // The last push is the last state: at most an interval and a reading later.
    for (let waited = 0; waited < 50 && this.#told(conceptId) !== acknowledged; waited += 1) await pause(20);
    sameCount('the wall of this server', this.#told(conceptId), acknowledged);
    return round;
  }

  #told(conceptId: number): number {
    return this.#last?.conceptId === conceptId ? this.#last.voted.apartments : 0;
  }

  async #call(method: string, path: string, body?: object): Promise<object> {
    const response = await fetch(this.#origin + API_BASE + path, {
      method,
      headers: { authorization: `Bearer ${this.#made.operator}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}.`);
    return Object(await response.json());
  }
}

function sameCount(who: string, stands: number, acknowledged: number): void {
  if (stands !== acknowledged) throw new Error(`${who}: ${acknowledged} acknowledged, ${stands} standing.`);
}

function storedVotes(dataDir: string): number {
  const file = new BetterSqlite(join(dataDir, 'scaf.sqlite'), { readonly: true });
  const count: unknown = file.prepare('select count(*) from vote').pluck().get();
  file.close();
  return Number(count);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function printHead(): void {
  const [cpu] = cpus();
  console.log(`Votes per second at ${CONNECTIONS} connections`);
  console.log(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}, SQLite synced (FULL)`);
}

function print(contenders: readonly Contender[], pushes: number): void {
  const column = (text: string | number, width = 9) => String(text).padStart(width);
  console.log(
    `\n${''.padEnd(26)}${['votes/s', 'p50 ms', 'p99 ms', 'cpu µs', '201', 'others'].map((t) => column(t)).join('')}`,
  );
  for (const { name, rounds } of contenders) {
    const created = total(rounds, (status) => status === '201');
    const others = total(rounds, (status) => status !== '201');
    const figures = [
      Math.round(median(rounds.map((round) => round.perSecond))),
      median(rounds.map((round) => round.p50)).toFixed(1),
      median(rounds.map((round) => round.p99)).toFixed(1),
      median(rounds.map((round) => round.cpu)).toFixed(0),
      created,
      others,
    ];
    console.log(`${name.padEnd(26)}${figures.map((figure) => column(figure)).join('')}`);
  }
  console.log(`\nEvery acknowledged vote stands, once; the wall heard ${pushes.toFixed(1)} pushes a second.`);
  const [ours, bare, oneByOne, keyed] = contenders;
  if (ours === undefined || bare === undefined || oneByOne === undefined || keyed === undefined) return;
  for (const our of [ours, keyed]) {
    mark(our, bare, 0.5);
    mark(our, oneByOne, 3);
  }
}

/** The median of the rounds' own ratios: each round meets the same machine as its neighbour. */
function mark(our: Contender, their: Contender, atLeast: number): void {
  const ratios = our.rounds.map((round, i) => round.perSecond / (their.rounds[i]?.perSecond ?? Number.NaN));
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const verdict = ratio >= atLeast ? 'met' : 'NOT met';
  console.log(
    `${our.name} / ${their.name}: ${ratio.toFixed(2)} (${range}); mark at least ${atLeast}: ${verdict}`,
  );
}

function total(rounds: readonly Round[], which: (status: string) => boolean): number {
  return rounds
    .flatMap((round) => Object.entries(round.statuses))
    .reduce((sum, [status, count]) => sum + (which(status) ? count : 0), 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await main();
