/**
 * Bench: recovery after a crash. The server is killed with 2,000 live clients and restarted at once, as by a
 * service manager. Each client reconnects within 0.1 s, repeatedly until the state arrives. In turns with a bare
 * `ws` server.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../server/testing/free-port.ts';
import { LIVE_PATH } from '../../shared/api.ts';
import { ask, demandDescriptors } from './kit/audience.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { answerOf, inFolder, startHelper, startServer } from './kit/children.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { median } from './kit/sorted.ts';
import { undisturbed } from './kit/undisturbed.ts';

/** Number of live clients. The variable BENCH_CLIENTS sets a smaller number. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 2_000);
const LOADS = 2;
const JITTER_MS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const MOST_MS = 60_000;

/** Times of a crash, in milliseconds from the kill. */
interface Round {
  /** Milliseconds until the server listens again. */
  started: number;
  /** Milliseconds until the last client has the state again. */
  right: number;
}

/** Compared server with viewers: this server or the bare server. */
interface Contender {
  name: string;
  child: ChildProcess;
  start: () => Promise<ChildProcess>;
  clients: readonly ChildProcess[];
  rounds: Round[];
}

async function main(folder: string, secret: string): Promise<void> {
  demandDescriptors(CLIENTS + 500);
  const made = await makeBenchStore(folder, secret, { voters: 200, unitsEach: 2, questions: 1 });
  const [port, barePort] = [await freePort(), await freePort()];
  const count = Math.ceil(CLIENTS / LOADS);
  const watch = async (open: object): Promise<ChildProcess[]> => {
    const clients = Array.from({ length: LOADS }, () => startHelper('kit/live-clients.mjs'));
    await Promise.all(clients.map((child) => ask(child, { open: { ...open, count, jitterMs: JITTER_MS } })));
    return clients;
  };
  const startOurs = async () =>
    (await startServer({ DATA_DIR: folder, JWT_SECRET: secret, PORT: String(port) })).child;
  const startBare = async () => {
    const child = startHelper('live/bare.mjs', [String(barePort)]);
    await answerOf(child);
    return child;
  };
  const [ours, bare] = [await startOurs(), await startBare()];
  const tokens = made.voters.map(({ token }) => token);
  const path = `${LIVE_PATH}/?EIO=4&transport=websocket`;
  const contenders: Contender[] = [
    {
      name: 'this server',
      child: ours,
      start: startOurs,
      rounds: [],
      clients: await watch({ port, path, jointId: made.jointId, tokens }),
    },
    {
      name: 'bare ws',
      child: bare,
      start: startBare,
      rounds: [],
      clients: await watch({ port: barePort, path: '/' }),
    },
  ];
  for (let i = 0; i <= ROUNDS; i += 1) {
    for (const contender of contenders) {
      const round = await undisturbed(() => crash(contender));
      if (i > 0) contender.rounds.push(round);
    }
  }
  print(contenders);
}

/** Kills the server, restarts at once, and waits until every client has the state again. */
async function crash(contender: Contender): Promise<Round> {
  const { clients, child, start } = contender;
  await Promise.all(clients.map((client) => ask(client, { begin: true })));
  const killed = Date.now();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  contender.child = await start();
  const started = Date.now() - killed;
  for (;;) {
    const all = await Promise.all(
      clients.map((client) => ask<{ back: number; last: number }>(client, { back: true })),
    );
    const back = all.reduce((sum, one) => sum + one.back, 0);
    if (back >= CLIENTS) return { started, right: Math.max(...all.map(({ last }) => last)) - killed };
    if (Date.now() - killed > MOST_MS) throw new Error(`Only ${back} of ${CLIENTS} clients reconnected.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function print(contenders: readonly Contender[]): void {
  sayHead(
    `${CLIENTS} live clients dial again after kill -9`,
    `each within ${JITTER_MS} ms, again and again; ${ROUNDS} rounds, in turns`,
  );
  sayTable(
    ['listens ms', 'all right ms', 'worst ms'],
    contenders.map(({ name, rounds }) => [
      name,
      median(rounds.map(({ started }) => started)).toFixed(0),
      median(rounds.map(({ right }) => right)).toFixed(0),
      Math.max(...rounds.map(({ right }) => right)).toFixed(0),
    ]),
  );
  say();
  const [ours, bare] = contenders;
  const ratios = (ours?.rounds ?? []).map(({ right }, i) => right / (bare?.rounds[i]?.right ?? Number.NaN));
  judge('all right again / bare ws', ratios, { atMost: 1.5, stretch: 1.2 });
  sayLoad();
}

await inFolder(main);
