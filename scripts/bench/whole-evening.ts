/**
 * Bench: an evening of two thousand units. Few come to the first call. At the second call ten desks register
 * everybody, a tenth by power. Thirty questions are opened, voted on within seconds and closed, with a live screen
 * for everybody. Three times the server is killed (kill -9) during a vote and restarted: votes without an answer
 * are sent again with the same key, and screens reconnect. Finally the database is compared with the acknowledged
 * votes: lost or doubled votes fail the bench.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { freePort } from '../../server/testing/free-port.ts';
import { API_BASE, LIVE_PATH } from '../../shared/api.ts';
import { ask, demandDescriptors } from './kit/audience.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { send, sendJson } from './kit/calls.ts';
import { end, startHelper, startServer } from './kit/children.ts';
import { setQuestion } from './kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, figures } from './kit/sorted.ts';

/** Number of units. The variables BENCH_UNITS and BENCH_QUESTIONS set smaller numbers. */
const UNITS = Number(process.env.BENCH_UNITS ?? 2_000);
const QUESTIONS = Number(process.env.BENCH_QUESTIONS ?? 30);
const DESKS = 10;
/** Interval of units represented by power: every tenth unit is represented by the neighbour. */
const POWER_EACH = 10;
/** Number of units that come to the first call. */
const FIRST_CALL = UNITS / 10;
/** Time for everybody to vote on a question, in seconds. */
const VOTE_SECONDS = 5;
const KILLS = 3;
const AGAIN_MS = 200;
const JITTER_MS = 100;
const LOADS = 2;
/** Time limit of a vote, ms, including a kill and restart of the server. */
const MOST_MS = 60_000;

/** Person in the hall, with the units held and the session. */
interface Holder {
  units: string[];
  token: string;
}

/** Vote acknowledged by the server. */
interface Acknowledged {
  conceptId: number;
  apartmentId: string;
  voteId: number;
  took: number;
  isAtKill: boolean;
}

class Evening {
  readonly #folder: string;
  readonly #secret = randomBytes(48).toString('base64url');
  readonly #port: number;
  readonly #origin: string;
  readonly #clients: ChildProcess[] = [];
  #server: ChildProcess | null = null;
  readonly acknowledged: Acknowledged[] = [];
  readonly registrations: number[] = [];
  readonly restarts: number[] = [];
  /** Number of requests sent again after no answer or a busy server. */
  again = 0;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.#origin = `http://127.0.0.1:${port}`;
  }

  async hold(): Promise<void> {
    const size = { voters: DESKS, unitsEach: UNITS / DESKS, questions: QUESTIONS, isPresent: false };
    const { jointId, operator, voters, questions } = await makeBenchStore(this.#folder, this.#secret, size);
    await this.#start();
    const units = voters.flatMap((voter) => voter.units);
    const codes = await this.#codes(jointId, operator);
    // The first question was opened with the store: close the question until the hall is full.
    const [first = 0] = questions;
    await setQuestion(this.#origin, operator, { jointId, conceptId: first, active: 0 });
    await this.#register(jointId, operator, units.slice(0, FIRST_CALL), codes);
    const current = { path: `/joints/${jointId}/assemblies/current`, token: operator };
    await send(this.#origin, { method: 'PATCH', ...current, body: { call: 2, wentOn: true } });
    const holders = await this.#register(jointId, operator, units, codes);
    await this.#watch(jointId, holders);
    for (const [i, conceptId] of questions.entries()) {
      await setQuestion(this.#origin, operator, { jointId, conceptId, active: 1, reason: 'Se vota ahora.' });
      const isKilled = (i + 1) % Math.ceil(QUESTIONS / (KILLS + 1)) === 0 && this.restarts.length < KILLS;
      await Promise.all([
        this.#voteAll(jointId, conceptId, holders, isKilled),
        isKilled ? this.#killInTheMiddle() : undefined,
      ]);
      await setQuestion(this.#origin, operator, { jointId, conceptId, active: 0 });
    }
    await this.#stop();
  }

  /**
   * Compares the database with the acknowledged votes. `lost`: votes missing or different; `doubled`: units with
   * two votes.
   */
  count(): { lost: number; doubled: number } {
    const store = new BetterSqlite(join(this.#folder, 'scaf.sqlite'), { readonly: true });
    const rows = store
      .prepare('select concept_id, apartment_id, group_concat(answer_id) as answers from vote group by 1, 2')
      .all() as { concept_id: number; apartment_id: string; answers: string }[];
    store.close();
    const answers = new Map(rows.map((row) => [`${row.concept_id} ${row.apartment_id}`, row.answers]));
    const lost = this.acknowledged.filter(
      ({ conceptId, apartmentId, voteId }) => answers.get(`${conceptId} ${apartmentId}`) !== String(voteId),
    );
    return { lost: lost.length, doubled: rows.filter((row) => row.answers.includes(',')).length };
  }

  async leave(): Promise<void> {
    await Promise.all(this.#clients.map(end));
    await this.#stop();
  }

  async #start(): Promise<void> {
    const env = { DATA_DIR: this.#folder, JWT_SECRET: this.#secret, PORT: String(this.#port) };
    this.#server = (await startServer(env)).child;
  }

  async #stop(): Promise<void> {
    if (this.#server !== null) await end(this.#server);
    this.#server = null;
  }

  async #killInTheMiddle(): Promise<void> {
    await pause((VOTE_SECONDS * 1000) / 2);
    const killed = performance.now();
    const server = this.#server;
    if (server === null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    await this.#start();
    this.restarts.push(performance.now() - killed);
  }

  async #codes(jointId: number, token: string): Promise<string[]> {
    const path = `/joints/${jointId}/codes`;
    return (await sendJson<{ codes: string[] }>(this.#origin, { path, token, body: { quantity: UNITS } }))
      .codes;
  }

  /**
   * Registers the queue: each desk takes a part, in sequence. A unit represented by power comes with the neighbour.
   */
  async #register(jointId: number, token: string, units: string[], codes: string[]): Promise<Holder[]> {
    const groups: string[][] = [];
    for (const [i, unit] of units.entries()) {
      const last = groups.at(-1);
      if (i % POWER_EACH === POWER_EACH - 1 && last !== undefined) last.push(unit);
      else groups.push([unit]);
    }
    const holders: Holder[] = [];
    const queue = groups.entries();
    const desk = async () => {
      for (const [i, apartmentIds] of queue) {
        const code = codes[i] ?? '';
        const from = performance.now();
        const body = { apartmentIds, code };
        await send(this.#origin, { path: `/joints/${jointId}/registrations`, token, body });
        this.registrations.push(performance.now() - from);
        const { jwt } = await sendJson<{ jwt: string }>(this.#origin, { path: '/auth/qr', body: { code } });
        holders.push({ units: apartmentIds, token: jwt });
      }
    };
    await Promise.all(Array.from({ length: DESKS }, desk));
    return holders;
  }

  async #watch(jointId: number, holders: readonly Holder[]): Promise<void> {
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    const count = Math.ceil(holders.length / LOADS);
    for (let i = 0; i < LOADS; i += 1) {
      const tokens = holders.slice(i * count, (i + 1) * count).map(({ token }) => token);
      const child = startHelper('kit/live-clients.mjs');
      this.#clients.push(child);
      const open = { port: this.#port, path, jointId, tokens, count: tokens.length, jitterMs: JITTER_MS };
      await ask(child, { open });
    }
  }

  /** Lets everybody vote for all units held, spread over some seconds. */
  async #voteAll(
    jointId: number,
    conceptId: number,
    holders: readonly Holder[],
    isAtKill: boolean,
  ): Promise<void> {
    const votes = holders.flatMap(({ units, token }) => units.map((apartmentId) => ({ apartmentId, token })));
    await Promise.all(
      votes.map(async ({ apartmentId, token }, i) => {
        await pause((i * VOTE_SECONDS * 1000) / votes.length);
        const voteId = 1 + ((i + conceptId) % 3);
        const from = performance.now();
        await this.#vote({ jointId, conceptId, apartmentId, voteId }, token);
        const took = performance.now() - from;
        this.acknowledged.push({ conceptId, apartmentId, voteId, took, isAtKill });
      }),
    );
  }

  /**
   * Sends a vote as the page does: with one idempotency key, until answered.
   * @throws Error if refused
   */
  async #vote(vote: object, token: string): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    };
    const began = performance.now();
    while (performance.now() - began < MOST_MS) {
      const answer = await fetch(`${this.#origin}${API_BASE}/assembly`, {
        method: 'POST',
        headers,
        body: JSON.stringify(vote),
      }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.status === 201) return;
      if (answer !== null && answer.status < 500 && answer.status !== 429) {
        throw new Error(`A vote got ${answer.status}.`);
      }
      this.again += 1;
      await pause(AGAIN_MS * (0.5 + Math.random()));
    }
    throw new Error('A vote had no answer for a minute.');
  }
}

async function main(): Promise<void> {
  demandDescriptors(3 * UNITS);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const evening = new Evening(folder, await freePort());
  try {
    await evening.hold();
    print(evening);
  } finally {
    await evening.leave();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(evening: Evening): void {
  sayHead(
    `An evening of ${UNITS} units: second call, ${QUESTIONS} questions, ${KILLS} times kill -9`,
    `${DESKS} desks, every ${POWER_EACH}th unit by a power, everybody votes within ${VOTE_SECONDS} s; SQLite synced (FULL)`,
  );
  const of = (which: (vote: Acknowledged) => boolean) =>
    figures(evening.acknowledged.filter(which).map(({ took }) => took));
  sayTable(FIGURES, [
    ['a registration', ...cells([figures([...evening.registrations])])],
    ['a vote', ...cells([of(({ isAtKill }) => !isAtKill)])],
    ['a vote on a question with a kill', ...cells([of(({ isAtKill }) => isAtKill)])],
  ]);
  say();
  const { lost, doubled } = evening.count();
  const starts = evening.restarts.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ');
  say(`Listening again after each kill: ${starts}. Answers asked for again: ${evening.again}.`);
  say(`${evening.acknowledged.length} votes acknowledged.`);
  judge('acknowledged votes that the store has not as they were answered', lost, { atMost: 0 });
  judge('units that voted twice', doubled, { atMost: 0 });
  sayLoad();
  if (lost + doubled > 0) process.exitCode = 1;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await main();
