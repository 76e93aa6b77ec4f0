/**
 * Bench: time until a hall knows the outcome, from the operator's press that closes a question, right after the
 * votes, to the result on the projected screen and on 200 phones.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_PATH } from '../../shared/api.ts';
import { ask, demandDescriptors, hears, type Push } from './kit/audience.ts';
import { makeBenchStore } from './kit/bench-store.ts';
import { sendJson } from './kit/calls.ts';
import { end, startHelper, startServer } from './kit/children.ts';
import { Hall, setQuestion } from './kit/hall.ts';
import { judge, say, sayHead, sayLoad } from './kit/results.ts';
import { type Figures, figures, median } from './kit/sorted.ts';

/** Number of phones, each with a unit. The variable BENCH_CLIENTS sets another number. */
const PHONES = Number(process.env.BENCH_CLIENTS ?? 200);
const VOTES_PER_SECOND = 100;
const ROUNDS = 20;
/**
 * Time between two live messages of the server, ms; the message about a closing may wait for the end of the
 * interval.
 */
const INTERVAL_MS = 100;
/** Shift of the press within the gathering interval from round to round, ms. */
const STEP_MS = 13;

async function main(): Promise<void> {
  demandDescriptors(PHONES + 500);
  const folder = mkdtempSync(join(tmpdir(), 'scaf-bench-'));
  const children: ChildProcess[] = [];
  try {
    const secret = randomBytes(48).toString('base64url');
    // Additional question for the warm-up.
    const size = { voters: PHONES, unitsEach: 1, questions: ROUNDS + 1 };
    const made = await makeBenchStore(folder, secret, size);
    const { jointId, questions, operator, voters } = made;
    const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
    const clients = [startHelper('kit/live-clients.mjs'), startHelper('kit/live-clients.mjs')];
    children.push(server.child, ...clients);
    const origin = `http://127.0.0.1:${server.port}`;
    const path = `/joints/${jointId}/displaycodes`;
    const { code } = await sendJson<{ code: string }>(origin, { path, token: operator });
    const display = await sendJson<{ jwt: string }>(origin, { path: '/auth/display', body: { code } });

    const screens = { port: server.port, path: `${LIVE_PATH}/?EIO=4&transport=websocket`, jointId };
    const tokens = voters.map(({ token }) => token);
    const groups = [
      { ...screens, tokens, count: PHONES },
      { ...screens, tokens: [display.jwt], count: 1 },
    ];
    await Promise.all(clients.map((child, i) => ask(child, { open: groups[i] })));

    const hall = new Hall(server.port, made, VOTES_PER_SECOND);
    const rounds: Figures[] = [];
    for (const [i, conceptId] of questions.entries()) {
      if (i > 0) await setQuestion(origin, operator, { jointId, conceptId, active: 1 });
      hall.turnTo(conceptId);
      await pause(500);
      let pressed = 0;
      const { heard } = await hears(
        clients,
        PHONES + 1,
        server.child,
        async () => {
          await hall.vote(PHONES / VOTES_PER_SECOND);
          await pause(i * STEP_MS);
          pressed = performance.timeOrigin + performance.now();
          await setQuestion(origin, operator, { jointId, conceptId, active: 0 });
        },
        isVerdict,
      );
      if (hall.cast !== PHONES) throw new Error(`${hall.cast} of ${PHONES} votes stand.`);
      const verdict = heard.find(isVerdict);
      if (verdict === undefined) throw new Error('No push told the verdict.');
      if (i > 0) rounds.push(figures(verdict.latencies.map((late) => verdict.millis + late - pressed)));
    }
    hall.leave();
    print(rounds);
  } finally {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True for a live message with a closed question and the final outcome. */
const isVerdict = ({ text }: Push): boolean =>
  text.includes('"change":"deactivated"') && /"status":"(approved|rejected|elected|tied)"/.test(text);

function print(rounds: readonly Figures[]): void {
  sayHead(
    `From the press that closes a question to the verdict on the wall and ${PHONES} phones`,
    `${ROUNDS} questions, ${PHONES} votes each at ${VOTES_PER_SECOND} a second just before the press, SQLite synced (FULL)`,
  );
  const [p50, p99] = [median(rounds.map((round) => round.p50)), median(rounds.map((round) => round.p99))];
  const worst = Math.max(...rounds.map((round) => round.worst));
  say(
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (median of the rounds), worst ${worst.toFixed(1)} ms`,
  );
  const intervals = rounds.map((round) => round.p99 / INTERVAL_MS);
  judge(`p99 / interval of ${INTERVAL_MS} ms`, intervals, { atMost: 1.5, stretch: 1.3 });
  sayLoad();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await main();
