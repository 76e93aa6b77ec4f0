/**
 * Bench: search in the demonstration with a year of bills. Searches 1,000 random facts on the built server, in turns with
 * a small read of the same session.
 */

import { makeDemo } from '../../server/demo/demo.ts';
import { headSignerOf } from '../../server/platform/audit/signing.ts';
import { openStore } from '../../server/platform/db/connect.ts';
import { migrate } from '../../server/platform/db/schema/migrate.ts';
import { giveContacts, typedFacts } from '../../server/search/search.fixture.ts';
import { Random } from '../../server/testing/random.ts';
import type { Finding } from '../../shared/properties/search.api.ts';
import { sendJson } from './kit/calls.ts';
import { cpuSeconds, inFolder, startServer } from './kit/children.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures } from './kit/sorted.ts';
import { undisturbed } from './kit/undisturbed.ts';

const FACTS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PASSWORD = 'una clave de prueba';
const USERNAME = 'plataforma';

interface Round {
  searches: Figures;
  reads: Figures;
  /** Processor time of the server for a search, ms. */
  work: number;
}

async function main(folder: string, secret: string): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  await migrate(store);
  await makeDemo(store.db, { password: PASSWORD, dataDir: folder, signer: headSignerOf(secret) });
  await giveContacts(store.db);
  const facts = await typedFacts(store.db);
  await store.close();
  const { child, port } = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
  const origin = `http://127.0.0.1:${port}`;
  const { jwt: token } = await sendJson<{ jwt: string }>(origin, {
    path: '/auth',
    body: { username: USERNAME, password: PASSWORD },
  });
  const random = new Random(45);
  let missed = 0;
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  const searchOne = async (): Promise<void> => {
    const { text, unit } = random.pick(facts);
    const { findings } = await sendJson<{ findings: Finding[] }>(origin, {
      path: '/search',
      token,
      body: { text },
    });
    if (!findings.some(({ apartmentId }) => apartmentId === unit)) missed += 1;
  };
  const readOne = async (): Promise<void> => {
    await sendJson(origin, { method: 'GET', path: `/users/${USERNAME}`, token });
  };
  const round = async (): Promise<Round> => {
    const reads: number[] = [];
    const searches: number[] = [];
    for (let at = 0; at < FACTS; at += 1) reads.push(await timed(readOne));
    const before = cpuSeconds(child);
    for (let at = 0; at < FACTS; at += 1) searches.push(await timed(searchOne));
    const work = ((cpuSeconds(child) - before) * 1_000) / FACTS;
    return { searches: figures(searches), reads: figures(reads), work };
  };
  const first = await timed(searchOne);
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at += 1) rounds.push(await undisturbed(round));
  if (missed > 0) throw new Error(`${missed} facts were not found.`);
  print(first, facts.length, rounds);
}

function print(first: number, facts: number, rounds: readonly Round[]): void {
  sayHead(`${FACTS} random facts of ${facts} in the demonstration, ${ROUNDS} rounds, one call after another`);
  sayTable(FIGURES, [
    ['search', ...cells(rounds.map(({ searches }) => searches))],
    ['small read', ...cells(rounds.map(({ reads }) => reads))],
  ]);
  say();
  say(`First search after the start: ${first.toFixed(1)} ms`);
  judge(
    'slowest search',
    rounds.map(({ searches }) => searches.worst),
    { atMost: 100, stretch: 50 },
    ' ms',
  );
  judge(
    'processor time of a search',
    rounds.map(({ work }) => work),
    { atMost: 5 },
    ' ms',
  );
  judge(
    'search, p50 / small read',
    rounds.map(({ searches, reads }) => searches.p50 / reads.p50),
    { atMost: 5 },
  );
  judge(
    'search, p99 / small read',
    rounds.map(({ searches, reads }) => searches.p99 / reads.p99),
    { atMost: 2 },
  );
  sayLoad();
}

await inFolder(main);
