import { afterAll, describe, expect, inject, it } from 'vitest';
import { groups } from './all.ts';
import { type GroundKind, grounds, Stage } from './ground.ts';
import { Random } from './random.ts';
import { playRow } from './row.ts';
import { faultsOf } from './table.ts';

/** Enough operations that each fault meets some under way: a hundred a second rather than as many as there can be. */
const EXTENT = { times: 1, between: 25, screens: 8, feeds: 2, leisure: 5 };

const all = Object.values(groups).flat();

/** Faults share a store where their servers are started alike. */
const rowsOn = (kind: GroundKind) => {
  const isLong = inject('timesRounds') > 1;
  const own = all.filter(
    ({ on, inTests = on, inLong = [] }) => inTests.includes(kind) || (isLong && inLong.includes(kind)),
  );
  const setups = new Set(own.map(({ setup }) => setup));
  return [...setups].map((setup) => own.filter((fault) => fault.setup === setup));
};

/** The short form of `npm run faults` on these grounds. A file for each engine, since both wait more than they work. */
export function describeFaults(kinds: readonly GroundKind[]): void {
  describe('faults under votes, registrations and payments: nothing lost or doubled, every screen right', {
    timeout: 900_000,
  }, () => {
    const stage = new Stage();
    afterAll(() => stage.close());

    for (const kind of kinds) {
      const { engine, processes } = grounds[kind];
      for (const faults of rowsOn(kind)) {
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
