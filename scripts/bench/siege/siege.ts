/**
 * Whether 600 connections of one network cost a hall its votes, whatever they call: people vote at a steady pace at the
 * built server beside each route in turns, and beside the same flood on a route that answers a constant. docs/siege.md has
 * what was measured.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sessions } from '../../../server/accounts/sessions/sessions.service.ts';
import { signerOf } from '../../../server/accounts/sessions/tokens.ts';
import { openStore } from '../../../server/platform/db/connect.ts';
import { ask, demandDescriptors } from '../kit/audience.ts';
import { type BenchStore, makeBenchStore } from '../kit/bench-store.ts';
import { sendJson } from '../kit/calls.ts';
import { cpuSeconds, end, startHelper, startServer } from '../kit/children.ts';
import { Hall, setQuestion } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { figures, median } from '../kit/sorted.ts';
import { constantRoute, publicRoutes, type SiegeRoute, sessionRoutes } from './siege-routes.ts';

const CONNECTIONS = 600;
const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 100;
/** 1,020 votes of a route in three rounds. */
const SECONDS = 3.4;
/** BENCH_ROUNDS tries the siege with fewer. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** A flood has begun, and its budgets are used up, before its votes are measured. */
const BEGIN_MS = 2000;
/** Sessions that a user may hold. */
const SESSIONS = 20;
const MARK = 3;

interface Round {
  /** Milliseconds; NaN if a vote failed. */
  p50: number;
  p99: number;
  /** Answers of the flood a second, and processor time of the server for each. */
  calls: number;
  cpuMs: number;
  failed: string | null;
}

async function main(): Promise<void> {
  demandDescriptors(2000);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-siege-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const made = await makeBenchStore(folder, secret, {
      voters: VOTERS,
      unitsEach: UNITS_EACH,
      questions: 60,
    });
    // The last voter lays the siege.
    const actor = made.voters.pop();
    if (actor === undefined) throw new Error('There is no voter.');
    const sessions = await openSessions(folder, secret, Number(actor.userId));
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret, LOG_LEVEL: 'error' });
    children.push(server.child);
    const origin = `http://127.0.0.1:${server.port}`;
    const { jointId, questions } = made;
    const votedUnit = actor.units[0] ?? '';
    const voteOfActor = (conceptId: number) =>
      sendJson<{ receipt: string }>(origin, {
        path: '/assembly',
        // With one more than the limit the oldest session has ended.
        token: sessions.at(-1) ?? actor.token,
        body: { jointId, apartmentId: votedUnit, conceptId, voteId: 1 },
      });
    const hall = new Siege(origin, server.port, made);
    const closed = questions[0] ?? 0;
    const { receipt } = await voteOfActor(closed);
    await hall.votes(11);
    await hall.askNext();
    const open = hall.open;
    await voteOfActor(open);
    const world = { jointId, closed, receipt, open, votedUnit, sessions };
    const wanted = process.env.BENCH_SIEGE;
    const routes = [...publicRoutes(world), ...sessionRoutes(world)].filter(
      ({ name }) => wanted === undefined || wanted.split(',').some((part) => name.includes(part)),
    );
    sayHead(
      `${VOTES_PER_SECOND} votes a second while ${CONNECTIONS} connections of one network call a route`,
      `${ROUNDS} rounds of ${SECONDS} s; medians; SQLite synced (FULL); the constant is flooded likewise before each route`,
    );
    const rounds = new Map<string, { constant: Round; route: Round }[]>();
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const route of routes) {
        const laid = (of: SiegeRoute) => besiege(hall, of, server, children);
        const pair = { constant: await laid(constantRoute), route: await laid(route) };
        rounds.set(route.name, [...(rounds.get(route.name) ?? []), pair]);
      }
    }
    print(rounds);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As many sessions as one user may hold. */
async function openSessions(dataDir: string, secret: string, userId: number): Promise<string[]> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const sessions = new Sessions(store.db, await signerOf(secret));
    const tokens: string[] = [];
    for (let i = 0; i < SESSIONS; i += 1) tokens.push(await sessions.open({ userId }));
    return tokens;
  } finally {
    await store.close();
  }
}

async function besiege(
  hall: Siege,
  route: SiegeRoute,
  { child, port }: { child: ChildProcess; port: number },
  children: ChildProcess[],
): Promise<Round> {
  const load = startHelper('floods/floods-load.mjs');
  children.push(load);
  await ask(load, { flood: { kind: 'calls', connections: CONNECTIONS, requests: route.requests, port } });
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
  const answers = Object.entries(counts).reduce((sum, [what, n]) => (/^\d/.test(what) ? sum + n : sum), 0);
  const calls = (answers * seconds) / (seconds + BEGIN_MS / 1000);
  return { ...votes, calls: calls / seconds, cpuMs: (1000 * spent) / Math.max(1, calls) };
}

/** The hall that is besieged, and its operator. */
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

  /** Milliseconds of each vote. @throws Error if a vote failed */
  async votes(seconds: number): Promise<number[]> {
    const units = this.#made.voters.length * UNITS_EACH;
    if (this.#hall.cast + seconds * VOTES_PER_SECOND > units) await this.askNext();
    try {
      return (await this.#hall.vote(seconds)).map(({ took }) => took);
    } catch (error) {
      // Which votes stand is not known: the next ones are on another question.
      await this.askNext();
      throw error;
    }
  }

  async askNext(): Promise<void> {
    this.#asked += 1;
    const { jointId, operator } = this.#made;
    await setQuestion(this.#origin, operator, { jointId, conceptId: this.open, active: 1 });
    this.#hall.turnTo(this.open);
    await pause(300);
  }

  /** What a flood left is done with: the server answers as soon as it is asked, some times in a row. */
  async isQuiet(): Promise<void> {
    for (let times = 0; times < 3; ) {
      const from = performance.now();
      await fetch(`${this.#origin}/Vote`).then((answer) => answer.text());
      times = performance.now() - from < 50 ? times + 1 : 0;
      await pause(100);
    }
  }
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
    pairs.flatMap(({ route: { failed } }) => (failed === null ? [] : [`${name}: ${failed}`])),
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

await main();
