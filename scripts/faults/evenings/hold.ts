/** Holds random evenings. Prints a failure with the options that repeat the failed evening. */
import fc from 'fast-check';
import { defined } from '../../../shared/defined.ts';
import { settleAccounts } from './accounts.ts';
import { eveningCommands } from './commands.ts';
import { HeldEvening } from './evening.ts';
import { whileStored } from './plan.ts';
import { Premises } from './premises.ts';
import type { StoreMaker } from './stores.ts';

/**
 * Default number of commands in a simulated evening, as in a busy half hour. Several short evenings find
 * more faults than a long evening.
 */
export const MOST_COMMANDS = 60;

export interface Draws {
  seed: number;
  evenings: number;
  /** Maximum number of commands in an evening. */
  mostCommands: number;
  /** Path of a failed evening, to repeat. `replayPath`: the executed commands. */
  path?: string;
  replayPath?: string;
  /** Time limit for reducing a failure, ms. Without a limit, the failure is reported unreduced. */
  shrinkMs?: number;
}

export interface Held {
  evenings: number;
  /** Sums over all evenings. */
  figures: EveningFigures;
  /** Failed evening. Null if all evenings passed. */
  failure: { line: string; commands: string; error: unknown } | null;
}

export interface EveningFigures {
  /** Number of answers by act and result. */
  answered: Map<string, number>;
  receipts: number;
  hurts: number;
  sentAgain: number;
}

/**
 * Runs simulated evenings (random assemblies) in sequence on stores of a database engine. Returns sums, and
 * the first failure with the command to repeat the evening.
 */
export async function holdEvenings(
  engine: 'sqlite' | 'postgres',
  stores: StoreMaker,
  { seed, evenings, mostCommands, path, replayPath, shrinkMs }: Draws,
): Promise<Held> {
  const ends = fc.constantFrom('SIGKILL' as const, 'SIGTERM' as const);
  const commands = fc.commands(eveningCommands, {
    maxCommands: mostCommands,
    size: 'max',
    ...defined({ replayPath }),
  });
  const figures: EveningFigures = { answered: new Map(), receipts: 0, hurts: 0, sentAgain: 0 };
  const property = fc.asyncProperty(commands, ends, (acts, end) => holdOne(stores, acts, end, figures));
  const result = await fc.check(property, {
    seed,
    numRuns: evenings,
    endOnFailure: shrinkMs === undefined || path !== undefined,
    ...defined({ path }),
    ...(shrinkMs === undefined ? {} : { interruptAfterTimeLimit: shrinkMs, markInterruptAsFailure: false }),
  });
  if (!result.failed || result.counterexample === null) {
    return { evenings: result.numRuns, figures, failure: null };
  }
  const [acts] = result.counterexample;
  const report = String(acts);
  const [, replay = ''] = /replayPath="([^"]*)"/.exec(report) ?? [];
  const line =
    `npm run faults -- evenings --engine ${engine} --seed ${result.seed} --commands ${mostCommands} ` +
    `--path ${result.counterexamplePath} --replay '${replay}'`;
  return {
    evenings: result.numRuns,
    figures,
    failure: { line, commands: report.replace(/\s*\/\*.*\*\/$/, ''), error: result.errorInstance },
  };
}

async function holdOne(
  stores: StoreMaker,
  acts: Iterable<fc.AsyncCommand<object, HeldEvening>>,
  end: 'SIGKILL' | 'SIGTERM',
  figures: EveningFigures,
): Promise<void> {
  const store = await stores.make();
  try {
    const premises = await Premises.open(store);
    try {
      const evening = await HeldEvening.begin(premises);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: evening }), acts);
        await evening.screensAreRight();
      } finally {
        evening.close();
      }
      await premises.end(end);
      await whileStored(store.address, (opened) => settleAccounts(opened, evening));
      for (const [name, times] of evening.answered) {
        figures.answered.set(name, (figures.answered.get(name) ?? 0) + times);
      }
      figures.receipts += evening.receipts.size;
      figures.hurts += premises.hurts;
      figures.sentAgain += premises.sentAgain;
    } finally {
      await premises.close();
    }
  } finally {
    await store.remove();
  }
}
