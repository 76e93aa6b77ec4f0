/**
 * Script of `npm run faults -- evenings`: random evenings on both engines, with faults between and during the acts.
 * `--evenings n` per engine (20), `--engine sqlite|postgres` for a single engine, `--seed n` to repeat a run.
 * `--shrink` reduces a failure for some minutes, `--answers` lists the answers of each act with counts. `--path`
 * and `--replay` are printed with a failure and repeat exactly the failed evening.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../server/testing/setup/postgres-server.ts';
import { defined } from '../../shared/defined.ts';
import { type Draws, holdEvenings, MOST_COMMANDS } from './evenings/hold.ts';
import { postgresStores, type StoreMaker, sqliteStores } from './evenings/stores.ts';

/** Time limit for reducing a failure, ms: enough for a few dozen evenings. */
const SHRINK_MS = 120_000;

const { values } = parseArgs({
  options: {
    evenings: { type: 'string', default: '20' },
    engine: { type: 'string' },
    commands: { type: 'string', default: String(MOST_COMMANDS) },
    seed: { type: 'string' },
    path: { type: 'string' },
    replay: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
  },
});

const { path, replay, engine: only } = values;
const draws: Draws = {
  seed: Number(values.seed ?? Date.now() % 2 ** 31),
  evenings: path === undefined ? Number(values.evenings) : 1,
  mostCommands: Number(values.commands),
  ...defined({ path, replayPath: replay, shrinkMs: values.shrink ? SHRINK_MS : undefined }),
};
async function hold(engine: 'sqlite' | 'postgres', stores: StoreMaker): Promise<void> {
  const began = performance.now();
  const { evenings, figures, failure } = await holdEvenings(engine, stores, draws);
  await stores.remove();
  const seconds = Math.round((performance.now() - began) / 1000);
  if (failure === null) {
    const { answered, receipts, hurts, sentAgain } = figures;
    const isDone = ([name]: [string, number]): boolean => / 20\d$/.test(name);
    const count = (list: [string, number][]): number => list.reduce((sum, [, times]) => sum + times, 0);
    const acts = [...answered].sort();
    console.log(
      `${evenings} random evenings on ${engine} in ${seconds} s (seed ${draws.seed}): ` +
        `${count(acts)} acts, ${count(acts.filter(isDone))} of them done and the rest refused; ` +
        `${hurts} faults, ${sentAgain} requests sent again, ${receipts} receipts. All right.`,
    );
    if (values.answers) console.log(acts.map(([name, times]) => `${times}\t${name}`).join('\n'));
    return;
  }
  process.exitCode = 1;
  console.error(
    `${failure.commands}\n${messageOf(failure.error)}\nOn ${engine}; this holds it again:\n${failure.line}`,
  );
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

if (only !== 'postgres') await hold('sqlite', await sqliteStores());
if (only !== 'sqlite') {
  const server = await startPostgres();
  try {
    await hold('postgres', await postgresStores(server.url));
  } finally {
    await server.stop();
  }
}
