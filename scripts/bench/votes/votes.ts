/**
 * Bench: processor time per vote, and votes per second, at 200 connections. This server against a bare authenticated
 * POST and a bare server with shared transactions, in turns, so other load affects all alike. A server with a
 * transaction per vote is no opponent: a comparison would measure the disk's sync.
 */
import type { ChildProcess } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { io, type Socket } from 'socket.io-client';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import type { ClientToServer, ServerToClient, VoteEvent } from '../../../shared/assemblies/live.ts';
import { defined } from '../../../shared/defined.ts';
import { type BenchStore, makeBenchStore, takeBackAll } from '../kit/bench-store.ts';
import { answerOf, cpuSeconds, inFolder, startHelper, startServer } from '../kit/children.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { lowerFifth, median } from '../kit/sorted.ts';
import { disturbedRounds, TRIES, undisturbed } from '../kit/undisturbed.ts';

const CONNECTIONS = 200;
const VOTERS = 200;
/**
 * Number of units of each voter; 19,800 units in all, the maximum of a table. A round ends early if every unit has
 * voted.
 */
const UNITS_EACH = 99;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = 2.5;
/** Duration of the votes before the measurement, in seconds, so the server compiles hot code. */
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
  /** Number of the next vote to send. */
  next: number;
  perSecond: number;
  /** Median time of a vote, ms. */
  p50: number;
  p99: number;
}

/** Measured server, with the results of the rounds. */
interface Contender {
  name: string;
  round: (seconds: number) => Promise<Round>;
  rounds: Round[];
}

async function main(folder: string, secret: string): Promise<void> {
  const ours = join(folder, 'ours');
  // A disturbed round is repeated on a fresh question.
  const questions = 2 * (ROUNDS * TRIES + 1);
  const made = await makeBenchStore(ours, secret, { voters: VOTERS, unitsEach: UNITS_EACH, questions });
  const copy = join(folder, 'gathered');
  cpSync(ours, copy, { recursive: true });

  const load = startHelper('votes/load.mjs');
  load.send({ voters: made.voters });
  const server = await startServer({ DATA_DIR: ours, JWT_SECRET: secret });
  const [bare, gathered] = await Promise.all([
    startOpponent('bare authenticated POST', ['bare'], secret),
    startOpponent('gathered, stored durably', ['gathered', copy], secret),
  ]);

  const vote = async (
    { child, port }: { child: ChildProcess; port: number },
    job: Pick<Job, 'conceptId' | 'from' | 'seconds' | 'keys'>,
  ): Promise<Round> => {
    const answer = answerOf<LoadResult>(load);
    const before = cpuSeconds(child);
    load.send({ job: { ...job, port, jointId: made.jointId, connections: CONNECTIONS } satisfies Job });
    const result = await answer;
    const requests = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
    return { ...result, cpu: ((cpuSeconds(child) - before) * 1e6) / requests };
  };

  const house = new House(server.port, made);
  await house.watch();
  const [first = 0] = made.questions;
  const own = (name: string, keys: boolean): Contender => ({
    name,
    rounds: [],
    round: (seconds) =>
      house.onFreshQuestion((conceptId) => vote(server, { conceptId, from: 0, seconds, keys })),
  });
  /** Makes a compared server. With a database file, each round starts without votes: no unit votes twice. */
  const their = (who: Opponent, file?: string): Contender => {
    return {
      name: who.name,
      rounds: [],
      round: async (seconds) => {
        if (file !== undefined) takeBackAll(file);
        const round = await vote(who, { conceptId: first, from: 0, seconds, keys: true });
        if (file !== undefined) sameCount(who.name, storedVotes(file), round.next);
        return round;
      },
    };
  };
  const contenders = {
    keyed: own('this server', true),
    keyless: own('this server, without keys', false),
    bare: their(bare),
    gathered: their(gathered, join(copy, 'scaf.sqlite')),
  };

  sayHead(
    `Votes per second at ${CONNECTIONS} connections`,
    `${ROUNDS} rounds of ${SECONDS} s each, in turns; SQLite synced (FULL); keys on every vote but where it says so`,
  );
  const all = Object.values(contenders);
  for (const contender of all) await contender.round(WARM_UP_SECONDS);
  house.pushes = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const contender of all) {
      contender.rounds.push(await undisturbed(() => contender.round(SECONDS)));
    }
  }
  print(contenders);
  say();
  say(`Every acknowledged vote stands, once; the wall heard ${house.pushes} pushes.`);
  sayLoad();
  house.leave();
}

/** Compared server, in a process of its own. */
interface Opponent {
  name: string;
  child: ChildProcess;
  port: number;
}

async function startOpponent(name: string, args: string[], secret: string): Promise<Opponent> {
  const child = startHelper('votes/opponents.mjs', args, { BENCH_SECRET: secret });
  return { name, child, ...(await answerOf<{ port: number }>(child)) };
}

/**
 * This server with the view of an operator and of a projected screen: opened questions, received live messages,
 * counted votes.
 */
class House {
  readonly #origin: string;
  readonly #made: BenchStore;
  readonly #socket: Socket<ServerToClient, ClientToServer>;
  #last: VoteEvent | null = null;
  #asked = 0;
  /** Number of live messages about votes received by the projected screen. */
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
    if (!reply.ok) throw new Error(`The server refused the wall: ${reply.code}.`);
  }

  leave(): void {
    this.#socket.disconnect();
  }

  /** Opens the next question, runs the votes, and compares the acknowledged votes with the stored votes. */
  async onFreshQuestion(vote: (conceptId: number) => Promise<Round>): Promise<Round> {
    const { jointId, questions } = this.#made;
    const conceptId = questions[this.#asked];
    if (conceptId === undefined) throw new Error('There are not enough questions.');
    if (this.#asked > 0) await this.#call('PATCH', '/assemblyconcepts', { jointId, conceptId, active: 1 });
    this.#asked += 1;
    // The opening is pushed before the first vote, as in a hall.
    await pause(300);
    const round = await vote(conceptId);
    const acknowledged = round.statuses['201'] ?? 0;
    const path = `/assembly/${conceptId}/joints/${jointId}/apartmentsquantity`;
    sameCount('this server', Number(Reflect.get(await this.#call('GET', path), 'quantity')), acknowledged);
    // The last push has the last state, at most an interval and a read later.
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
      ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}.`);
    return Object(await response.json());
  }
}

function sameCount(who: string, stands: number, acknowledged: number): void {
  if (stands !== acknowledged) throw new Error(`${who}: ${acknowledged} acknowledged, ${stands} stored.`);
}

function storedVotes(file: string): number {
  const store = new BetterSqlite(file, { readonly: true });
  const count: unknown = store.prepare('select count(*) from vote').pluck().get();
  store.close();
  return Number(count);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Name = 'keyed' | 'keyless' | 'bare' | 'gathered';

function print(contenders: Record<Name, Contender>): void {
  sayTable(
    ['votes/s', 'p50 ms', 'p99 ms', 'cpu µs', '201', 'others'],
    Object.values(contenders).map(({ name, rounds }) => [
      name,
      Math.round(median(rounds.map((round) => round.perSecond))),
      median(rounds.map((round) => round.p50)).toFixed(1),
      median(rounds.map((round) => round.p99)).toFixed(1),
      median(rounds.map((round) => round.cpu)).toFixed(0),
      total(rounds, (status) => status === '201'),
      total(rounds, (status) => status !== '201'),
    ]),
  );
  say();
  const ratios = (our: Name, their: Name, of: 'cpu' | 'perSecond' | 'p99') =>
    contenders[our].rounds.map((round, i) => round[of] / (contenders[their].rounds[i]?.[of] ?? Number.NaN));
  judge('processor per vote / bare POST', ratios('keyed', 'bare', 'cpu'), { atMost: 1.5, stretch: 1 });
  for (const our of ['keyed', 'keyless'] as const) {
    const { name } = contenders[our];
    judge(`${name} / bare POST`, ratios(our, 'bare', 'perSecond'), { atLeast: 0.7, stretch: 1 });
  }
  judge("p99 / the bare POST's", ratios('keyed', 'bare', 'p99'), { atMost: 2, stretch: 1.5 });
  const gathered = median(ratios('keyed', 'gathered', 'perSecond'));
  say(`this server / gathered, stored durably: ${gathered.toFixed(2)}`);
  if (disturbedRounds() > 0) printRounds(Object.values(contenders));
}

/** Prints every round of a disturbed run: the lower fifth of the processor time suffers least from other programs. */
function printRounds(contenders: readonly Contender[]): void {
  say();
  say(
    `disturbed: others ran in ${disturbedRounds()} rounds; every round, µs of processor per vote and votes/s`,
  );
  for (const { name, rounds } of contenders) {
    const all = rounds.map(({ cpu, perSecond }) => `${cpu.toFixed(0)} ${perSecond.toFixed(0)}`).join('; ');
    const fifth = lowerFifth(rounds.map(({ cpu }) => cpu));
    say(`disturbed: ${name}: lower fifth ${fifth.toFixed(0)} µs; ${all}`);
  }
}

function total(rounds: readonly Round[], which: (status: string) => boolean): number {
  return rounds
    .flatMap((round) => Object.entries(round.statuses))
    .reduce((sum, [status, count]) => sum + (which(status) ? count : 0), 0);
}

await inFolder(main);
