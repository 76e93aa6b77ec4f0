import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnBothEngines } from '../../testing/app.ts';
import { jsonTable } from './engine.ts';
import { readyQuery } from './queries.ts';

interface Sums {
  names: string;
  least: number;
  most: number | null;
}

/** Numbers of the names, between `least` and `most`. `least` stands twice in the text, the first name is constant. */
const numbered = readyQuery<Sums, { name: string; number: number; shown: number; fixed: string }>(
  (db, { names, least, most }) =>
    db
      .selectFrom(
        jsonTable<{ name: string; number: number }>(db, names, { name: 'text', number: 'integer' }).as('r'),
      )
      .select((eb) => [
        'r.name',
        'r.number',
        eb.cast<number>(least, 'integer').as('shown'),
        eb.cast<string>(eb.val('fijo'), 'text').as('fixed'),
      ])
      .where('r.number', '>=', least)
      .where((eb) => eb.or([eb('r.number', '<=', most), eb(eb.cast(most, 'integer'), 'is', null)]))
      .orderBy('r.number')
      .orderBy('r.name'),
);

const rows = fc.array(
  fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\0', '')),
    number: fc.integer({ min: 0, max: 20 }),
  }),
  { maxLength: 12 },
);

describeOnBothEngines('ready queries', (make) => {
  const app = appForSuite(make);

  it('each run of a ready query uses its own values, whatever ran before', async () => {
    const { db } = app.store;
    const limit = fc.integer({ min: 0, max: 20 });
    await fc.assert(
      fc.asyncProperty(rows, limit, fc.option(limit), async (all, least, most) => {
        const answer = await numbered(db, { names: JSON.stringify(all), least, most });
        const expected = all
          .filter(({ number }) => number >= least && (most === null || number <= most))
          .map(({ number }) => number)
          .sort((a, b) => a - b);
        expect(answer.rows.map(({ number }) => number)).toEqual(expected);
        expect(answer.rows.every(({ shown, fixed }) => shown === least && fixed === 'fijo')).toBe(true);
        const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort();
        const named = all.filter(({ number }) => expected.includes(number));
        expect(names(answer.rows)).toEqual(names(named));
      }),
      { numRuns: rounds(40) },
    );
  });

  it('two runs at once in a transaction keep their values apart', async () => {
    const { db } = app.store;
    const names = JSON.stringify([
      { name: 'a', number: 1 },
      { name: 'b', number: 2 },
    ]);
    const numbersOf = (least: number, most: number | null) =>
      numbered(db, { names, least, most }).then(({ rows: found }) => found.map(({ number }) => number));
    expect(await Promise.all([numbersOf(1, 1), numbersOf(2, null), numbersOf(0, null)])).toEqual([
      [1],
      [2],
      [1, 2],
    ]);
  });
});
