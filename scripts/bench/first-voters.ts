/**
 * Bench: compares the first voters after a start of the server with later voters. 40 people vote at once on a
 * started, idle server, then another 40. Each round has a fresh server.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBenchStore, type Voter } from './kit/bench-store.ts';
import { sendJson } from './kit/calls.ts';
import { end, startServer } from './kit/children.ts';
import { judge, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures } from './kit/sorted.ts';

const AT_ONCE = 40;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Idle time after the start, ms: longer than the server's deferred compilation. */
const ALONE_MS = 14_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function warmCaller(): Promise<void> {
  const own = createServer((request, response) => request.resume().once('end', () => response.end('{}')));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  for (let i = 0; i < 10; i += 1)
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendJson(origin, { path: '/', body: {} })));
  own.closeAllConnections();
  own.close();
}

async function voteAtOnce(
  origin: string,
  question: { jointId: number; conceptId: number },
  voters: readonly Voter[],
): Promise<Figures> {
  const took = voters.map(async ({ token, units: [apartmentId] }) => {
    const from = performance.now();
    await sendJson(origin, { path: '/assembly', token, body: { ...question, apartmentId, voteId: 1 } });
    return performance.now() - from;
  });
  return figures(await Promise.all(took));
}

await warmCaller();
sayHead(
  `${AT_ONCE} people vote at once at a server that just started, then the next ${AT_ONCE}`,
  `${ROUNDS} rounds, ${ALONE_MS / 1000} s after the start each; SQLite synced (FULL)`,
);
const rounds: { first: Figures; next: Figures }[] = [];
for (let i = 0; i < ROUNDS; i += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const secret = randomBytes(48).toString('base64url');
  const made = await makeBenchStore(folder, secret, { voters: 2 * AT_ONCE, unitsEach: 1, questions: 1 });
  const { child, port } = await startServer({ DATA_DIR: folder, JWT_SECRET: secret, LOG_LEVEL: 'error' });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const question = { jointId: made.jointId, conceptId: made.questions[0] ?? 0 };
    await pause(ALONE_MS);
    const first = await voteAtOnce(origin, question, made.voters.slice(0, AT_ONCE));
    await pause(1000);
    rounds.push({ first, next: await voteAtOnce(origin, question, made.voters.slice(AT_ONCE)) });
  } finally {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
}
sayTable(FIGURES, [
  ['first voters', ...cells(rounds.map(({ first }) => first))],
  ['next voters', ...cells(rounds.map(({ next }) => next))],
]);
judge(
  'p50 of the first voters / of the next',
  rounds.map(({ first, next }) => first.p50 / next.p50),
  {
    atMost: 2,
    stretch: 1.2,
  },
);
sayLoad();
