/**
 * Bench: effect of a flood of requests from one address or session on an assembly. People vote at a steady rate on
 * the built server, with and without each flood in turns, from the same address. A user signs in each second.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '../../../shared/api.ts';
import { defined } from '../../../shared/defined.ts';
import { BilledJoints } from '../invoices/billed-joints.ts';
import { ask, demandDescriptors } from '../kit/audience.ts';
import { makeBenchStore } from '../kit/bench-store.ts';
import { answerOf, cpuSeconds, end, startHelper, startServer } from '../kit/children.ts';
import { Hall, setQuestion } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad } from '../kit/results.ts';
import { type Figures, figures, median } from '../kit/sorted.ts';
import { type Flood, floodsOf } from './kinds.ts';
import { addFlooders, type Credentials } from './store.ts';

const VOTERS = 200;
const UNITS_EACH = 20;
const VOTES_PER_SECOND = 100;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const QUIET_SECONDS = 3;
const FLOOD_SECONDS = 4;
/** Time for a flood to start and use up the rate limits before the measurement, ms. */
const BEGIN_MS = 1500;
const BILLS = 60;
const MARK = 3;

/** Result of a sign-in: the time in milliseconds, or the error message. */
type SignIn = number | string;

interface Round {
  quiet: Figures;
  flooded: Figures;
  /** Results of sign-ins of honest users during the flood, from a known device. `fresh`: from a new device. */
  withDevice: SignIn[];
  fresh: SignIn[];
  counts: Record<string, number>;
  /** Processor time of the server during the flood, as a part of one processor (1 = fully used). */
  cpu: number;
}

async function main(): Promise<void> {
  demandDescriptors(4000);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    const made = await makeBenchStore(folder, secret, {
      voters: VOTERS,
      unitsEach: UNITS_EACH,
      questions: 40,
    });
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret, LOG_LEVEL: 'error' });
    children.push(server.child);
    const origin = `http://127.0.0.1:${server.port}`;
    const bare = startHelper('floods/bare.mjs');
    children.push(bare);
    const { port: barePort } = await answerOf<{ port: number }>(bare);

    const billing = new BilledJoints(origin, made.staff, BILLS);
    const billed = await billing.prepare();
    await billing.issue(billed);
    // Unit of the last voter: removed from the voters, and held by a code.
    const apartmentId = made.voters.pop()?.units[0] ?? '';
    const at = { jointId: made.jointId, apartmentId, billed: { jointId: billed, unit: 'T1-1001' } };
    const flooders = await addFlooders(folder, secret, at);
    const world = { ...flooders, ...at, conceptId: made.questions[0] ?? 0 };
    const wanted = process.env.BENCH_FLOODS;
    const floods = floodsOf(world, largestAsset()).filter(
      ({ name }) => wanted === undefined || name.includes(wanted),
    );
    if (floods.length === 0) throw new Error(`No such flood: ${wanted}.`);
    const house = new House(origin, new Hall(server.port, made, VOTES_PER_SECOND), made);
    await house.votes(QUIET_SECONDS);
    const cookie = (await enter(origin, flooders.withDevice, null)).headers.get('set-cookie');

    sayHead(
      `${VOTES_PER_SECOND} votes a second beside floods from one address or session`,
      `${ROUNDS} rounds of ${FLOOD_SECONDS} s; votes in ms, honest sign-ins in ms, SQLite synced (FULL)`,
    );
    const rounds = new Map<string, Round[]>(floods.map(({ name }) => [name, []]));
    for (let i = 0; i < ROUNDS; i += 1) {
      for (const flood of floods) {
        const quiet = await house.votes(QUIET_SECONDS);
        const load = startHelper('floods/load.mjs');
        children.push(load);
        const port = flood.isNull === true ? barePort : server.port;
        await ask(load, { flood: { ...flood.load, port } });
        await pause(BEGIN_MS);
        const [cpu, from] = [cpuSeconds(server.child), performance.now()];
        const signInsWithDevice = comesEachSecond(origin, flooders.withDevice, cookie, FLOOD_SECONDS);
        const fresh = comesEachSecond(origin, flooders.fresh, null, FLOOD_SECONDS);
        const flooded = await house.votes(FLOOD_SECONDS);
        const took = (cpuSeconds(server.child) - cpu) / ((performance.now() - from) / 1000);
        const { counts } = await ask<{ counts: Record<string, number> }>(load, { stop: true });
        rounds.get(flood.name)?.push({
          quiet,
          flooded,
          withDevice: await signInsWithDevice,
          fresh: await fresh,
          counts,
          cpu: took,
        });
        await end(load);
        await house.isQuiet();
      }
    }
    house.leave();
    print(floods, rounds);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measured assembly, with the votes and the operator's calls. */
class House {
  readonly #origin: string;
  readonly #hall: Hall;
  readonly #made: Awaited<ReturnType<typeof makeBenchStore>>;
  #asked = 0;

  constructor(origin: string, hall: Hall, made: Awaited<ReturnType<typeof makeBenchStore>>) {
    this.#origin = origin;
    this.#hall = hall;
    this.#made = made;
  }

  /** Lets people vote for some seconds. Fails if an acknowledged vote is missing in the store. */
  async votes(seconds: number): Promise<Figures> {
    if (this.#hall.cast + seconds * VOTES_PER_SECOND > this.#made.voters.length * UNITS_EACH)
      await this.#askNext();
    return figures((await this.#hall.vote(seconds)).map(({ took }) => took));
  }

  /** Resolves when the effects of a flood have ended: the server answers quickly, several times in a row. */
  async isQuiet(): Promise<void> {
    for (let times = 0; times < 3; ) {
      const from = performance.now();
      await fetch(`${this.#origin}${API_BASE}/health`).then((answer) => answer.text());
      times = performance.now() - from < 50 ? times + 1 : 0;
      await pause(100);
    }
  }

  leave(): void {
    this.#hall.leave();
  }

  async #askNext(): Promise<void> {
    this.#asked += 1;
    const conceptId = this.#made.questions[this.#asked] ?? 0;
    const { jointId, operator } = this.#made;
    await setQuestion(this.#origin, operator, { jointId, conceptId, active: 1 });
    this.#hall.turnTo(conceptId);
    await pause(300);
  }
}

/**
 * Signs in.
 * @param cookie of a known device; null for a new device
 */
function enter(origin: string, who: Credentials, cookie: string | null): Promise<Response> {
  return fetch(`${origin}${API_BASE}/auth`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...defined({ cookie: cookie === null ? undefined : (cookie.split(';')[0] ?? '') }),
    },
    body: JSON.stringify(who),
  });
}

/** Signs in once a second with the right password. Returns the waiting times or errors. */
async function comesEachSecond(
  origin: string,
  who: Credentials,
  cookie: string | null,
  seconds: number,
): Promise<SignIn[]> {
  const coming: Promise<SignIn>[] = [];
  for (let i = 0; i < seconds; i += 1) {
    const from = performance.now();
    coming.push(
      enter(origin, who, cookie).then(
        (answer) => (answer.ok ? performance.now() - from : String(answer.status)),
        (error: unknown) => String(error),
      ),
    );
    await pause(1000);
  }
  return Promise.all(coming);
}

/** Formats the slowest sign-in, or an error message if a sign-in failed. */
function worstOf(signIns: readonly SignIn[]): string {
  const refused = signIns.find((one) => typeof one === 'string');
  return refused === undefined ? Math.max(...signIns.map(Number)).toFixed(0) : String(refused);
}

/** Returns the path of the largest built file as sent to browsers. */
function largestAsset(): string {
  const folder = fileURLToPath(new URL('../../../build/client/assets/', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const [largest = ''] = files.sort(
    (a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size,
  );
  return `/assets/${largest}`;
}

function print(floods: readonly Flood[], all: ReadonlyMap<string, Round[]>): void {
  const heads = ['p99', 'flooded', 'worst', 'ratio', 'range', 'cpu %', 'known in', 'new in'];
  say(`${''.padEnd(34)}${heads.map((head) => head.padStart(11)).join('')}`);
  const held = new Map<string, number[]>();
  for (const { name, isNull } of floods) {
    const rounds = all.get(name) ?? [];
    const ratios = rounds.map(({ quiet, flooded }) => flooded.p99 / quiet.p99);
    const ratio = median(ratios);
    if (isNull !== true) held.set(name, ratios);
    const cells = [
      median(rounds.map((round) => round.quiet.p99)).toFixed(1),
      median(rounds.map((round) => round.flooded.p99)).toFixed(1),
      Math.max(...rounds.map((round) => round.flooded.worst)).toFixed(1),
      ratio.toFixed(2),
      `${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)}`,
      (100 * median(rounds.map((round) => round.cpu))).toFixed(0),
      worstOf(rounds.flatMap((round) => round.withDevice)),
      worstOf(rounds.flatMap((round) => round.fresh)),
    ];
    say(name.padEnd(34) + cells.map((cell) => cell.padStart(11)).join(''));
    const counted = Object.entries(rounds.at(-1)?.counts ?? {});
    say(`  ${counted.map(([what, times]) => `${what}: ${times}`).join(', ')}`);
  }
  say();
  for (const [name, ratios] of held) judge(`votes' p99 with / without: ${name}`, ratios, { atMost: MARK });
  sayLoad();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await main();
