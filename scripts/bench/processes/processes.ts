/**
 * Bench: several server processes. Votes at 200 connections on PostgreSQL with one, two and three server processes
 * behind a plain TCP balancer, in turns, with three hundred screens. Load, balancer and database share the
 * processors of the machine; the processor time of each shows the bottleneck.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '../../../server/testing/setup/postgres-server.ts';
import { LIVE_PATH } from '../../../shared/api.ts';
import { ask, calm, hears, type Push, votedIn } from '../kit/audience.ts';
import { type BenchStore, makeBenchStore } from '../kit/bench-store.ts';
import { answerOf, cpuSeconds, inFolder, startHelper, startServer } from '../kit/children.ts';
import { setQuestion } from '../kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from '../kit/results.ts';
import { type Figures, figures, median } from '../kit/sorted.ts';
import { TRIES, undisturbed } from '../kit/undisturbed.ts';

const MOST_PROCESSES = 3;
const CONNECTIONS = 200;
const VOTERS = 200;
const UNITS_EACH = 99;
/** Number of live clients, divided over all server processes. */
const CLIENTS = 300;
const SECONDS = 3;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SPARE = TRIES;

interface Load {
  statuses: Record<string, number>;
  perSecond: number;
  p99: number;
}

interface Round extends Load {
  pushes: Figures;
  /** Processor time of all server processes together, as a part of one processor. */
  servers: number;
}

async function main(databaseServer: string, folder: string, secret: string): Promise<void> {
  const { url } = await createDatabase(databaseServer);
  const size = {
    voters: VOTERS,
    unitsEach: UNITS_EACH,
    questions: SPARE * MOST_PROCESSES * (ROUNDS + 1),
  };
  const made = await makeBenchStore(folder, secret, size, url);
  const { jointId, operator } = made;
  const servers = await startServers(folder, { JWT_SECRET: secret, DATABASE_URL: url });
  const balancer = startHelper(
    'processes/balancer.mjs',
    servers.map(({ port }) => String(port)),
  );
  const load = startHelper('votes/load.mjs');
  const { port } = await answerOf<{ port: number }>(balancer);
  load.send({ voters: made.voters });
  const clients = await openClients(servers, made);

  const questions = made.questions.values();
  let isFirst = true;
  const [first] = servers;
  if (first === undefined) throw new Error('No server was started.');
  const round = async (use: number): Promise<Round> => {
    const conceptId = questions.next().value;
    if (conceptId === undefined) throw new Error('There are not enough questions.');
    const origin = `http://127.0.0.1:${first.port}`;
    if (!isFirst) await setQuestion(origin, operator, { jointId, conceptId, active: 1 });
    isFirst = false;
    await ask(balancer, { use });
    // Every process pushes the opened question; the next push must come from a vote.
    await calm(clients);
    const spent = () => servers.reduce((sum, { child }) => sum + cpuSeconds(child), 0);
    let result: Load = { statuses: {}, perSecond: Number.NaN, p99: Number.NaN };
    let cpu = Number.NaN;
    const vote = async () => {
      const [before, began] = [spent(), performance.now()];
      const job = { port, jointId, conceptId, from: 0, seconds: SECONDS };
      result = await ask<Load>(load, { job: { ...job, connections: CONNECTIONS, keys: true } });
      cpu = (1000 * (spent() - before)) / (performance.now() - began);
    };
    // Each process reads and pushes the state at separate times: clients get only the pushes of the own process.
    let listening = 0;
    let voted: () => void = () => undefined;
    const voting = new Promise<void>((resolve, reject) => {
      voted = () => void vote().then(resolve, reject);
    });
    const counts = ({ text }: Push) => votedIn(text) === result.statuses['201'];
    const heardOf = (child: ChildProcess) =>
      hears(
        [child],
        CLIENTS / clients.length,
        first.child,
        () => {
          listening += 1;
          if (listening === clients.length) voted();
          return voting;
        },
        counts,
      );
    const heard = (await Promise.all(clients.map(heardOf))).flatMap((each) => each.heard);
    return { ...result, pushes: figures(heard.flatMap(({ latencies }) => latencies)), servers: cpu };
  };
  const counts = Array.from({ length: MOST_PROCESSES }, (_, i) => i + 1);
  const rounds = new Map<number, Round[]>(counts.map((count) => [count, []]));
  for (const count of counts) await round(count);
  for (let i = 0; i < ROUNDS; i += 1) {
    for (const count of counts) rounds.get(count)?.push(await undisturbed(() => round(count)));
  }
  print(rounds);
}

interface Server {
  child: ChildProcess;
  port: number;
}

/** Starts the servers one after another, each with a separate data folder. */
async function startServers(folder: string, env: Record<string, string>): Promise<Server[]> {
  const servers: Server[] = [];
  while (servers.length < MOST_PROCESSES) {
    servers.push(await startServer({ ...env, DATA_DIR: join(folder, String(servers.length)) }));
  }
  return servers;
}

/** Opens the live clients: for each server, a process with an equal part of them. */
async function openClients(
  servers: readonly Server[],
  { jointId, voters }: BenchStore,
): Promise<ChildProcess[]> {
  const tokens = voters.map(({ token }) => token);
  const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
  const clients: ChildProcess[] = [];
  for (const { port } of servers) {
    const child = startHelper('kit/live-clients.mjs');
    const count = CLIENTS / MOST_PROCESSES;
    await ask(child, { open: { port, path, jointId, tokens, count } });
    clients.push(child);
  }
  return clients;
}

function print(all: ReadonlyMap<number, readonly Round[]>): void {
  sayHead(
    `Votes at ${CONNECTIONS} connections on PostgreSQL, by one to ${MOST_PROCESSES} processes of the server`,
    `${CLIENTS} live clients, ${ROUNDS} rounds of ${SECONDS} s, in turns; load, balancer and database on the same cores`,
  );
  sayTable(
    ['votes/s', 'p99 ms', 'pushes p99 ms', 'servers cpu %'],
    [...all].map(([count, rounds]) => [
      `${count} ${count === 1 ? 'process' : 'processes'}`,
      median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
      median(rounds.map(({ p99 }) => p99)).toFixed(1),
      median(rounds.map(({ pushes }) => pushes.p99)).toFixed(1),
      (100 * median(rounds.map(({ servers }) => servers))).toFixed(0),
    ]),
  );
  say();
  say('Every client of every process heard every push, and the last one counts every acknowledged vote.');
  const one = all.get(1) ?? [];
  for (const count of [2, MOST_PROCESSES]) {
    const ratios = (all.get(count) ?? []).map(
      (round, i) => round.perSecond / (one[i]?.perSecond ?? Number.NaN),
    );
    judge(`votes, ${count} processes / 1`, ratios, { atLeast: 1, stretch: 2.2 });
  }
  sayLoad();
}

const postgres = await startPostgres();
await inFolder((folder, secret) => main(postgres.url, folder, secret)).finally(() => postgres.stop());
