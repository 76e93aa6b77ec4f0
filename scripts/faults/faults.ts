/**
 * Script of `npm run faults`: runs every fault on every setup and prints a table of the results. Arguments: names
 * of groups or words of fault names limit the run; `--short` injects each fault once; `--seed=<n>` repeats the
 * random choices.
 */
import { parseArgs } from 'node:util';
import { Random } from '../../server/testing/random.ts';
import { groups } from './all.ts';
import { type GroundKind, grounds, Stage } from './ground.ts';
import { type Extent, playRow, type RowResult } from './row.ts';
import { printHead, printRow, printSums } from './table.ts';

const FULL: Extent = { times: null, between: 120, screens: 60, feeds: 4, leisure: 1 };
const SHORT: Extent = { times: 1, between: 40, screens: 12, feeds: 2, leisure: 1 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, seed: { type: 'string' }, on: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const chosen = Object.entries(groups).flatMap(([group, faults]) =>
  faults.filter(
    ({ name }) =>
      positionals.length === 0 || positionals.some((word) => word === group || name.includes(word)),
  ),
);
const isKind = (kind: string): kind is GroundKind => kind in grounds;
const rows = chosen.flatMap((fault) =>
  fault.on.filter((kind) => values.on === undefined || values.on === kind).map((kind) => ({ fault, kind })),
);
if (values.on !== undefined && !isKind(values.on)) throw new Error(`No such ground: ${values.on}.`);
if (rows.length === 0) throw new Error(`No such fault: ${positionals.join(' ')}.`);

console.log(`Drawn from seed ${seed}; npm run faults -- ${[...positionals, `--seed=${seed}`].join(' ')}`);
printHead();
const stage = new Stage();
const results: RowResult[] = [];
try {
  for (const { fault, kind } of rows) {
    // Own generator: a row draws the same numbers alone and among other rows.
    const random = new Random(seed);
    const extent = values.short ? SHORT : FULL;
    try {
      const result = await playRow(stage, { faults: [fault], kind, random, extent });
      printRow(result);
      results.push(result);
    } catch (error) {
      const why = error instanceof Error ? error.stack : error;
      console.log(`COULD NOT BE PLAYED: ${fault.name} on ${kind}: ${why}`);
    }
  }
} finally {
  await stage.close();
}
const isWhole = positionals.length === 0 && values.on === undefined && !values.short;
const isGood = printSums(results, { isTimed: !values.short, isWhole });
process.exitCode = isGood && results.length === rows.length ? 0 : 1;
