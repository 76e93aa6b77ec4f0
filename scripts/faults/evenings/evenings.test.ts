import { expect, inject, it } from 'vitest';
import { isQuick, rounds } from '../../../shared/testing/rounds.ts';
import { holdEvenings } from './hold.ts';
import { postgresStores, sqliteStores } from './stores.ts';

/** Number of evenings per database engine. `npm run faults -- evenings` holds more and longer evenings. */
const EVENINGS = 1;
const COMMANDS = 24;

const makers = {
  sqlite: () => sqliteStores(),
  postgres: () => postgresStores(inject('postgresUrl')),
} as const;

for (const engine of isQuick ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const)) {
  it(`random evenings on ${engine}, with faults in them, are what was acknowledged`, async () => {
    const stores = await makers[engine]();
    const draws = { seed: inject('seed'), evenings: rounds(EVENINGS), mostCommands: COMMANDS };
    const { evenings, failure } = await holdEvenings(engine, stores, draws).finally(stores.remove);
    if (failure !== null) throw new Error(`Repeat with: ${failure.line}`, { cause: failure.error });
    expect(evenings).toBe(draws.evenings);
  });
}
