/**
 * Bench: many parallel assemblies. Fifty joints with forty live clients each against one joint with as many
 * clients, with the same total rate of votes, on two servers, in turns.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { openStore } from '../../server/platform/db/connect.ts';
import { LIVE_PATH } from '../../shared/api.ts';
import { ask, demandDescriptors, type Push } from './kit/audience.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { cpuSeconds, inFolder, partOf, startHelper, startServer } from './kit/children.ts';
import { Hall } from './kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures, median } from './kit/sorted.ts';
import { undisturbed } from './kit/undisturbed.ts';

/** Number of joints. The variable BENCH_JOINTS sets a smaller number. */
const JOINTS = Number(process.env.BENCH_JOINTS ?? 50);
const CLIENTS_EACH = 40;
const VOTES_EACH_PER_SECOND = 2;
const SECONDS = 8;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Maximum number of rounds, including repeated rounds; each round uses votes of other units. */
const MOST_ROUNDS = 4 * ROUNDS + 1;
/** Wait for messages in transit after the last vote, ms. */
const SETTLE_MS = 1_000;

interface Round {
  pushes: Figures;
  votes: Figures;
  /** Processor time of the server, as a part of one processor. */
  cpu: number;
  /** Number of transactions with votes; each has an entry in the audit trail. */
  batches: number;
  /** Number of live messages sent with a state. */
  states: number;
}

/** Server with running assemblies, viewers and voters. */
class House {
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #clients: ChildProcess;
  readonly #halls: readonly Hall[];
  readonly rounds: Round[] = [];

  private constructor(folder: string, child: ChildProcess, clients: ChildProcess, halls: readonly Hall[]) {
    this.#folder = folder;
    this.#child = child;
    this.#clients = clients;
    this.#halls = halls;
  }

  static async open(
    folder: string,
    secret: string,
    size: { joints: number; clients: number; votesPerSecond: number },
  ): Promise<House> {
    const voters = 20;
    const unitsEach = Math.ceil((size.votesPerSecond * SECONDS * MOST_ROUNDS) / voters);
    const made = [];
    for (let i = 0; i < size.joints; i += 1) {
      made.push(await makeBenchStore(folder, secret, { voters, unitsEach, questions: 1 }));
    }
    const { child, port } = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    const clients = startHelper('kit/live-clients.mjs');
    const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
    for (const { jointId, voters: people } of made) {
      const tokens = people.map(({ token }) => token);
      await ask(clients, { open: { port, path, jointId, tokens, count: size.clients } });
    }
    return new House(
      folder,
      child,
      clients,
      made.map((one) => new Hall(port, one, size.votesPerSecond)),
    );
  }

  async round(): Promise<Round> {
    const before = await this.#batches();
    await ask(this.#clients, { begin: true });
    // Halls are independent: each votes at shifted times.
    const shift = 1000 / VOTES_EACH_PER_SECOND / this.#halls.length;
    let votes: Awaited<ReturnType<Hall['vote']>> = [];
    const cpu = await partOf(cpuSeconds, this.#child, async () => {
      const voting = this.#halls.map(async (hall, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * shift));
        return hall.vote(SECONDS);
      });
      votes = (await Promise.all(voting)).flat();
    });
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const { pushes } = await ask<{ pushes: Push[] }>(this.#clients, { gather: true });
    return {
      pushes: figures(pushes.flatMap(({ latencies }) => latencies)),
      votes: figures(votes.map(({ took }) => took)),
      cpu,
      batches: (await this.#batches()) - before,
      states: pushes.length,
    };
  }

  /** Returns the number of transactions with votes in the store. */
  async #batches(): Promise<number> {
    const store = await openStore({ dataDir: this.#folder, databaseUrl: null });
    try {
      const { count } = await store.db
        .selectFrom('audit_entry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('act', '=', 'votes')
        .executeTakeFirstOrThrow();
      return Number(count);
    } finally {
      await store.close();
    }
  }

  leave(): void {
    for (const hall of this.#halls) hall.leave();
  }
}

async function main(folder: string, secret: string): Promise<void> {
  demandDescriptors(2 * JOINTS * CLIENTS_EACH + 500);
  const many = await House.open(join(folder, 'many'), secret, {
    joints: JOINTS,
    clients: CLIENTS_EACH,
    votesPerSecond: VOTES_EACH_PER_SECOND,
  });
  const one = await House.open(join(folder, 'one'), secret, {
    joints: 1,
    clients: JOINTS * CLIENTS_EACH,
    votesPerSecond: JOINTS * VOTES_EACH_PER_SECOND,
  });
  for (const house of [many, one]) await house.round();
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const house of [many, one]) house.rounds.push(await undisturbed(() => house.round()));
  }
  for (const house of [many, one]) house.leave();
  print(many.rounds, one.rounds);
}

function print(many: readonly Round[], one: readonly Round[]): void {
  sayHead(
    `${JOINTS} assemblies of ${CLIENTS_EACH} live clients against one of ${JOINTS * CLIENTS_EACH}`,
    `${JOINTS * VOTES_EACH_PER_SECOND} votes a second in all, ${ROUNDS} rounds of ${SECONDS} s, SQLite synced (FULL)`,
  );
  const row = (name: string, what: 'pushes' | 'votes', rounds: readonly Round[]) =>
    [
      name,
      ...cells(rounds.map((round) => round[what])),
      (100 * median(rounds.map(({ cpu }) => cpu))).toFixed(0),
    ] as const;
  sayTable(
    [...FIGURES, 'cpu %'],
    [
      row('pushes, many assemblies', 'pushes', many),
      row('pushes, one assembly', 'pushes', one),
      row('votes, many assemblies', 'votes', many),
      row('votes, one assembly', 'votes', one),
    ],
  );
  say();
  for (const [name, rounds] of [
    ['many', many],
    ['one', one],
  ] as const) {
    const of = (what: 'batches' | 'states') => median(rounds.map((round) => round[what])) / SECONDS;
    const each = (JOINTS * VOTES_EACH_PER_SECOND) / of('batches');
    say(
      `${name}: ${of('batches').toFixed(0)} batches a second, of ${each.toFixed(1)} votes each; ${of('states').toFixed(0)} states told a second`,
    );
  }
  say();
  const mark = { atMost: 1.2, stretch: 1.1 };
  const ratios = (of: (round: Round) => number) =>
    many.map((round, i) => of(round) / of(one[i] ?? { ...round, cpu: Number.NaN }));
  judge(
    'pushes delivered p99, many / one',
    ratios(({ pushes }) => pushes.p99),
    mark,
  );
  judge(
    'votes acknowledged p99, many / one',
    ratios(({ votes }) => votes.p99),
    mark,
  );
  judge(
    'processor time, many / one',
    ratios(({ cpu }) => cpu),
    mark,
  );
  sayLoad();
}

await inFolder(main);
