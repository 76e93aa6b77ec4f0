/**
 * Bench: registration in a full hall. Ten desks register a thousand units, each desk in sequence. Compares the 99th
 * percentile of the time with votes at 200 connections on the same server.
 */
import { ask } from './kit/audience.ts';
import { type BenchStore, makeBenchStore } from './kit/bench-store.ts';
import { sendJson } from './kit/calls.ts';
import { inFolder, startHelper, startServer } from './kit/children.ts';
import { setQuestion } from './kit/hall.ts';
import { judge, say, sayHead, sayLoad, sayTable } from './kit/results.ts';
import { cells, FIGURES, type Figures, figures, median } from './kit/sorted.ts';
import { TRIES, undisturbed } from './kit/undisturbed.ts';

const DESKS = 10;
const REGISTRATIONS = 1_000;
const CONNECTIONS = 200;
const VOTERS = 200;
const SECONDS = 2.5;
/** Number of rounds. The variable BENCH_ROUNDS sets a smaller number. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Number of joints and questions prepared for each round: a repeated round needs another joint. */
const SPARE = TRIES;

interface Round {
  registrations: Figures;
  perSecond: number;
  votes: { p99: number };
}

async function main(folder: string, secret: string): Promise<void> {
  const questions = SPARE * (ROUNDS + 1);
  const voting = await makeBenchStore(folder, secret, { voters: VOTERS, unitsEach: 99, questions });
  const arriving: BenchStore[] = [];
  for (let i = 0; i < SPARE * (ROUNDS + 1); i += 1) {
    const size = { voters: DESKS, unitsEach: REGISTRATIONS / DESKS, questions: 1, isPresent: false };
    arriving.push(await makeBenchStore(folder, secret, size));
  }
  const server = await startServer({ DATA_DIR: folder, JWT_SECRET: secret });
  const load = startHelper('votes/load.mjs');
  load.send({ voters: voting.voters });
  const origin = `http://127.0.0.1:${server.port}`;

  const openQuestions = voting.questions.values();
  const round = async (): Promise<Round> => {
    const joint = arriving.pop();
    const conceptId = openQuestions.next().value;
    if (joint === undefined || conceptId === undefined) throw new Error('There are not enough joints.');
    const params = { path: `/joints/${joint.jointId}/codes`, token: joint.operator };
    const { codes } = await sendJson<{ codes: string[] }>(origin, {
      ...params,
      body: { quantity: REGISTRATIONS },
    });
    const took: number[] = [];
    const began = performance.now();
    await Promise.all(
      joint.voters.map(async ({ units }, desk) => {
        for (const [i, apartmentId] of units.entries()) {
          const from = performance.now();
          const code = codes[desk * units.length + i];
          const path = `/joints/${joint.jointId}/registrations`;
          const body = { apartmentIds: [apartmentId], code };
          await sendJson(origin, { path, token: joint.operator, body });
          took.push(performance.now() - from);
        }
      }),
    );
    const perSecond = (took.length * 1000) / (performance.now() - began);
    if (took.length !== REGISTRATIONS) throw new Error(`Only ${took.length} units were registered.`);
    const { jointId } = voting;
    if (conceptId !== voting.questions[0]) {
      await setQuestion(origin, voting.operator, { jointId, conceptId, active: 1 });
    }
    const job = { port: server.port, jointId, conceptId, from: 0, seconds: SECONDS };
    const votes = await ask<{ p99: number }>(load, {
      job: { ...job, connections: CONNECTIONS, keys: true },
    });
    return { registrations: figures(took), perSecond, votes };
  };
  await round();
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) rounds.push(await undisturbed(round));
  print(rounds);
}

function print(rounds: readonly Round[]): void {
  sayHead(
    `${REGISTRATIONS} registrations by ${DESKS} desks`,
    `${ROUNDS} rounds, each followed by votes at ${CONNECTIONS} connections; SQLite synced (FULL)`,
  );
  sayTable(FIGURES, [['a registration', ...cells(rounds.map(({ registrations }) => registrations))]]);
  say(`${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)} registrations a second`);
  judge(
    "registrations' p99 / votes' at 200 connections",
    rounds.map(({ registrations, votes }) => registrations.p99 / votes.p99),
    { atMost: 3, stretch: 2 },
  );
  sayLoad();
}

await inFolder(main);
