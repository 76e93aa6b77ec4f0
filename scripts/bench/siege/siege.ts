/**
 * Bench: measures if 600 connections of one network delay the votes of a hall. People vote at a steady rate on the
 * built server, during a flood of each route in turn, and during the same flood of a constant route. Results:
 * docs/run/siege.md.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type SessionOwner, Sessions } from '../../../server/accounts/sessions/sessions.service.ts';
import { signerOf } from '../../../server/accounts/sessions/tokens.ts';
import { newCodeId } from '../../../server/assemblies/store/attendance/codes.repository.ts';
import { standInKeys } from '../../../server/billing/gateway/stand-in.fixture.ts';
import { openStore } from '../../../server/platform/db/connect.ts';
import type { Db } from '../../../server/platform/db/engine.ts';
import { codeFromBytes } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';
import { ask, demandDescriptors } from '../kit/audience.ts';
import { type BenchStore, makeBenchStore } from '../kit/bench-store.ts';
import { sendJson } from '../kit/calls.ts';
import { cpuSeconds, end, inFolder, partOf, startHelper, startServer } from '../kit/children.ts';
import { Hall, setQuestion } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { figures, median } from '../kit/sorted.ts';
import {
  type Attacker,
  constantRoute,
  publicRoutes,
  type SiegeRoute,
  sessionRoutes,
  vitalRoutes,
} from './routes.ts';

const CONNECTIONS = 600;
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 100;
/** Duration of a round in seconds: three rounds give 1,020 votes per route. */
const SECONDS = 3.4;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number; 0 measures only the cost of calls. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Time for a flood to start and use up the rate limits before votes are measured, ms. */
const BEGIN_MS = 2000;
/** Maximum number of sessions of a user and of a QR code. */
const SESSIONS = { user: 20, code: 12 };
const MARK = 3;
/**
 * Connections, time before the count, and time of the count, to find the cost of a call alone, ms. The count has 150 calls
 * of the slowest route: the compiler still works on the first hundreds of calls, in other threads.
 */
const ALONE = { connections: 4, warmMs: 1500, ms: 4000 };
/** Windows to measure the processor time of the idle server, and their length, ms: the calmest window counts. */
const IDLE = { windows: 4, ms: 2000 };
/** Time for a started server to compile the first answers, ms: an idle server only afterwards. */
const WARM_MS = 25_000;
/** Most processor time of a call of a public route after the first calls, ms. */
const MOST_COST_MS = 2;
/** Routes with a password check in each call, in a queue of their own: no mark. */
const HASHED = ['auth, unknown name'];

/** Mean processor time of the server for a call of a route, in ms, with the number of measured calls. */
interface Cost {
  cpuMs: number;
  calls: number;
}

interface Round {
  /** Median time of a vote in milliseconds; NaN if a vote failed. */
  p50: number;
  p99: number;
  /** Answers to the flood per second. `cpuMs`: processor time of the server per answer, ms. */
  calls: number;
  cpuMs: number;
  failed: string | null;
}

async function main(folder: string, secret: string): Promise<void> {
  demandDescriptors(2000);
  const made = await makeBenchStore(folder, secret, {
    voters: VOTERS,
    unitsEach: UNITS_EACH,
    questions: 60,
  });
  const attackers = await attackersOf(folder, secret, made);
  const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret, LOG_LEVEL: 'error' });
  const origin = `http://127.0.0.1:${server.port}`;
  // A joint without keys refuses a notification before the signature.
  const keys = { method: 'POST', path: `/joints/${made.jointId}/gateway/keys`, body: standInKeys };
  await sendJson(origin, { ...keys, token: made.staff });
  const hall = new Siege(origin, server.port, made);
  const closed = hall.open;
  const { receipt } = await hall.voteOf(attackers.owner);
  await hall.votes(11);
  await hall.askNext();
  await hall.voteOf(attackers.owner);
  await hall.voteOf(attackers.code);
  const world = { jointId: made.jointId, closed, receipt, open: hall.open, ...attackers };
  const wanted = process.env.BENCH_SIEGE;
  const routes = [...publicRoutes(world), ...sessionRoutes(world), ...vitalRoutes(world)].filter(
    ({ name }) => wanted === undefined || wanted.split(',').some((part) => name.includes(part)),
  );
  sayHead(
    `${VOTES_PER_SECOND} votes a second while ${CONNECTIONS} connections of one network call a route`,
    `${ROUNDS} rounds of ${SECONDS} s; medians; SQLite synced (FULL); the constant is flooded likewise before each route`,
  );
  const costs = new Map<string, Cost>();
  await pause(WARM_MS);
  // Seconds of processor time of the idle server in a second.
  let idle = Number.POSITIVE_INFINITY;
  for (let i = 0; i < IDLE.windows; i += 1)
    idle = Math.min(idle, await partOf(cpuSeconds, server.child, () => pause(IDLE.ms)));
  // First the constant: the first measured route also pays for the compiler's work on the code of all routes.
  for (const route of [constantRoute, ...routes])
    costs.set(route.name, await costAlone(hall, route, { ...server, idle }));
  printCosts(costs, new Set(publicRoutes(world).map(({ name }) => name)));
  const rounds = new Map<string, { constant: Round; route: Round }[]>();
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const route of routes) {
      const laid = (of: SiegeRoute) => besiege(hall, of, server);
      const pair = { constant: await laid(constantRoute), route: await laid(route) };
      rounds.set(route.name, [...(rounds.get(route.name) ?? []), pair]);
      sayPair(i + 1, route.name, pair);
    }
  }
  print(rounds);
}

/** Prints a measured pair at once: a siege stopped by the time limit keeps the figures so far. */
function sayPair(round: number, name: string, { constant, route }: { constant: Round; route: Round }): void {
  const [p99, constantP99] = [route.p99, constant.p99].map((ms) => ms.toFixed(0));
  const failed = [constant.failed, route.failed].filter((fault) => fault !== null).join('; ');
  console.log(
    `round ${round}: ${name}: p99 ${p99} ms, constant ${constantP99} ms${failed && `; failed: ${failed}`}`,
  );
}

/** Turns the last two voters into attackers: an owner and a QR code, each with the maximum number of sessions. */
async function attackersOf(
  dataDir: string,
  secret: string,
  { jointId, voters }: BenchStore,
): Promise<{ owner: Attacker; code: Attacker }> {
  const [owner, guest] = [voters.pop(), voters.pop()];
  const unit = guest?.units[0];
  if (owner === undefined || unit === undefined) throw new Error('There are not enough voters.');
  const code = codeFromBytes(randomBytes(16));
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const sessions = new Sessions(store.db, await signerOf(secret));
    await holdByCode(store.db, code, { jointId, apartmentId: unit });
    const opened = async (of: SessionOwner, most: number): Promise<string[]> => {
      const tokens: string[] = [];
      while (tokens.length < most) tokens.push(await sessions.open(of));
      return tokens;
    };
    const asCode = { code, jointId, profile: Profile.qr };
    return {
      owner: {
        id: owner.userId,
        units: owner.units,
        sessions: await opened({ userId: Number(owner.userId) }, SESSIONS.user),
      },
      code: { id: code, units: [unit], sessions: await opened(asCode, SESSIONS.code) },
    };
  } finally {
    await store.close();
  }
}

/** Creates a QR code, and moves the registration of a unit to the code. */
async function holdByCode(
  db: Db,
  code: string,
  { jointId, apartmentId }: { jointId: number; apartmentId: string },
): Promise<void> {
  const issued = { code, code_id: newCodeId(), joint_id: jointId, apartment_id: apartmentId };
  await db
    .insertInto('code')
    .values({ ...issued, issued_at: Date.now(), issued_by: 'bench', revoked_at: null })
    .execute();
  await db
    .updateTable('attendance')
    .set({ holder: code, holder_is_code: 1 })
    .where('joint_id', '=', jointId)
    .where('apartment_id', '=', apartmentId)
    .execute();
}

async function besiege(
  hall: Siege,
  route: SiegeRoute,
  { child, port }: { child: ChildProcess; port: number },
): Promise<Round> {
  await hall.makeRoom(SECONDS);
  const load = startHelper('siege/load.mjs');
  await ask(load, { flood: { connections: CONNECTIONS, requests: route.requests, port } });
  await pause(BEGIN_MS);
  const [cpu, from] = [cpuSeconds(child), performance.now()];
  const votes = await hall.votes(SECONDS).then(
    (took) => ({ ...figures(took), failed: null }),
    (error: unknown) => ({ p50: Number.NaN, p99: Number.NaN, failed: String(error) }),
  );
  const spent = cpuSeconds(child) - cpu;
  const seconds = (performance.now() - from) / 1000;
  const { counts } = await ask<{ counts: Record<string, number> }>(load, { stop: true });
  await end(load);
  await hall.isQuiet();
  const calls = (answersOf(counts) * seconds) / (seconds + BEGIN_MS / 1000);
  return { ...votes, calls: calls / seconds, cpuMs: (1000 * spent) / Math.max(1, calls) };
}

/**
 * Returns the server's processor time for a call of a route, ms, above an idle server, without other calls and after the first calls. A busy
 * machine does not change the figure.
 */
async function costAlone(
  hall: Siege,
  route: SiegeRoute,
  { child, port, idle }: { child: ChildProcess; port: number; idle: number },
): Promise<Cost> {
  const answersIn = async (ms: number) => {
    const load = startHelper('siege/load.mjs');
    const [from, began] = [cpuSeconds(child), performance.now()];
    await ask(load, { flood: { connections: ALONE.connections, requests: route.requests, port } });
    await pause(ms);
    const { counts } = await ask<{ counts: Record<string, number> }>(load, { stop: true });
    const spent = cpuSeconds(child) - from - (idle * (performance.now() - began)) / 1000;
    await end(load);
    const calls = answersOf(counts);
    return { cpuMs: (1000 * Math.max(0, spent)) / Math.max(1, calls), calls };
  };
  await answersIn(ALONE.warmMs);
  await hall.isQuiet();
  const cost = await answersIn(ALONE.ms);
  await hall.isQuiet();
  return cost;
}

/** Number of answers in the counts of a flood. */
const answersOf = (counts: Record<string, number>): number =>
  Object.entries(counts).reduce((sum, [what, n]) => (/^\d/.test(what) ? sum + n : sum), 0);

/** Attacked assembly, with the votes and the operator's calls. */
class Siege {
  readonly #origin: string;
  readonly #hall: Hall;
  readonly #made: BenchStore;
  #asked = 0;

  constructor(origin: string, port: number, made: BenchStore) {
    this.#origin = origin;
    this.#hall = new Hall(port, made, VOTES_PER_SECOND);
    this.#made = made;
  }

  get open(): number {
    return this.#made.questions[this.#asked] ?? 0;
  }

  /**
   * Lets people vote for some seconds and returns the milliseconds of each vote.
   * @throws Error if a vote failed
   */
  async votes(seconds: number): Promise<number[]> {
    return (await this.#hall.vote(seconds)).map(({ took }) => took);
  }

  /** Votes with an attacker's first unit on the open question. Returns the receipt. */
  voteOf({ units: [apartmentId], sessions }: Attacker): Promise<{ receipt: string }> {
    const body = { jointId: this.#made.jointId, apartmentId, conceptId: this.open, voteId: 1 };
    return sendJson(this.#origin, { path: '/assembly', token: sessions[0] ?? '', body });
  }

  /** Opens the next question if the units left to vote do not suffice for the given seconds. */
  async makeRoom(seconds: number): Promise<void> {
    const units = this.#made.voters.length * UNITS_EACH;
    if (this.#hall.sent + seconds * VOTES_PER_SECOND > units) await this.askNext();
  }

  async askNext(): Promise<void> {
    this.#asked += 1;
    const { jointId, operator } = this.#made;
    await setQuestion(this.#origin, operator, { jointId, conceptId: this.open, active: 1 });
    this.#hall.turnTo(this.open);
    await pause(300);
  }

  /** Resolves when the server has recovered from a flood: three quick answers in a row. */
  async isQuiet(): Promise<void> {
    for (let times = 0; times < 3; ) {
      const from = performance.now();
      await fetch(`${this.#origin}/Vote`).then((answer) => answer.text());
      times = performance.now() - from < 50 ? times + 1 : 0;
      await pause(100);
    }
  }
}

function printCosts(costs: ReadonlyMap<string, Cost>, publics: ReadonlySet<string>): void {
  sayTable(
    ['cpu ms', 'calls'],
    [...costs].map(([name, { cpuMs, calls }]) => [name, cpuMs.toFixed(2), calls]),
  );
  say();
  for (const [name, { cpuMs }] of costs)
    if (publics.has(name) && !HASHED.includes(name))
      judge(`processor time of a call alone: ${name}`, cpuMs, { atMost: MOST_COST_MS }, ' ms');
}

function print(all: ReadonlyMap<string, { constant: Round; route: Round }[]>): void {
  const middle = (rounds: readonly Round[], of: (round: Round) => number, digits: number) =>
    median(rounds.map(of)).toFixed(digits);
  sayTable(
    ['calls/s', 'cpu ms', 'p50 ms', 'p99 ms', 'constant p99', 'ratio'],
    [...all].map(([name, pairs]) => {
      const routes = pairs.map(({ route }) => route);
      const constants = pairs.map(({ constant }) => constant);
      return [
        name,
        middle(routes, ({ calls }) => calls, 0),
        middle(routes, ({ cpuMs }) => cpuMs, 2),
        middle(routes, ({ p50 }) => p50, 1),
        middle(routes, ({ p99 }) => p99, 1),
        middle(constants, ({ p99 }) => p99, 1),
        median(pairs.map(({ route, constant }) => route.p99 / constant.p99)).toFixed(2),
      ];
    }),
  );
  say();
  const failed = [...all].flatMap(([name, pairs]) =>
    pairs.flatMap(({ constant, route }) => [
      ...(constant.failed === null ? [] : [`the constant before ${name}: ${constant.failed}`]),
      ...(route.failed === null ? [] : [`${name}: ${route.failed}`]),
    ]),
  );
  for (const line of failed) say(line);
  judge('rounds in which a vote failed', failed.length, { atMost: 0 });
  for (const [name, pairs] of all)
    judge(
      `votes' p99 / beside the constant: ${name}`,
      pairs.map(({ route, constant }) => route.p99 / constant.p99),
      { atMost: MARK },
    );
  sayLoad();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await inFolder(main);
