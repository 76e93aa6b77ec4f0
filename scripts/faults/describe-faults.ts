import { afterAll, describe, expect, inject, it } from 'vitest';
import { Random } from '../../server/testing/random.ts';
import { isLong } from '../../shared/testing/rounds.ts';
import { groups } from './all.ts';
import { type GroundKind, grounds, Stage } from './ground.ts';
import { playRow } from './row.ts';
import { faultsOf } from './table.ts';

/**
 * Extent of the short fault run: enough operations to have some in progress at each fault, about 100 per second,
 * below the possible maximum.
 */
const EXTENT = { times: 1, between: 25, screens: 8, feeds: 2, leisure: 5 };

const all = Object.values(groups).flat();

/**
 * Groups the faults by server options: faults with equal options share a store. Leaves out faults of the long run
 * alone.
 */
const rowsOn = (kind: GroundKind) => {
  const own = all.filter(({ on, inTests = on, inLong = [] }) => [...inTests, ...inLong].includes(kind));
  const setups = new Set(own.map(({ setup }) => setup));
  return [...setups].map((setup) => {
    const row = own.filter((fault) => fault.setup === setup);
    const usual = row.filter(({ on, inTests = on }) => inTests.includes(kind));
    return isLong ? row : usual;
  });
};

/**
 * Defines the tests of a short fault run. Each database engine has a separate test file, because both
 * mostly wait.
 * @param kinds setups for the run: engine and number of server processes
 */
export function describeFaults(kinds: readonly GroundKind[]): void {
  describe('faults under votes, registrations and payments: no loss, no double, screens right', {
    timeout: 900_000,
  }, () => {
    const stage = new Stage();
    afterAll(() => stage.close());

    for (const kind of kinds) {
      const { engine, processes } = grounds[kind];
      for (const faults of rowsOn(kind)) {
        if (faults.length === 0) continue;
        const names = faults.map(({ name }) => name).join(', ');
        it(`${engine} ×${processes}: ${names}`, async () => {
          const random = new Random(inject('seed'));
          const row = await playRow(stage, { faults, kind, random, extent: EXTENT });
          expect(faultsOf(row)).toEqual([]);
          expect(row.injected).toBe(faults.length);
          expect(row.acknowledged).toBeGreaterThan(EXTENT.between * faults.length);
        });
      }
    }
  });
}
