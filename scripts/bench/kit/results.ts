/** What a bench tells: on the screen, and in the file that `run.mjs` makes the page of results from (`BENCH_RESULTS`). */
import { appendFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { median } from './sorted.ts';

/** What a figure has to reach; one of the two. `stretch` is the better mark that the issue hopes for. */
interface Mark {
  atMost?: number;
  atLeast?: number;
  stretch?: number;
}

/** Prints one line. */
export function say(line = ''): void {
  console.log(line);
  const file = process.env.BENCH_RESULTS;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** The first lines of a bench: what it measures, on which machine, under which conditions. */
export function sayHead(title: string, ...conditions: readonly string[]): void {
  const [cpu] = cpus();
  say(title);
  say(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}`);
  for (const condition of conditions) say(condition);
}

/** Rows of a name and figures, under their heads. */
export function sayTable(
  heads: readonly string[],
  rows: readonly (readonly [string, ...(string | number)[]])[],
): void {
  const first = Math.max(26, ...rows.map(([name]) => name.length + 1));
  const wide = heads.map((head) => Math.max(9, head.length + 2));
  const cells = (of: readonly (string | number)[]) =>
    of.map((cell, i) => String(cell).padStart(wide[i] ?? 9)).join('');
  say();
  say(`${''.padEnd(first)}${cells(heads)}`);
  for (const [name, ...figures] of rows) say(`${name.padEnd(first)}${cells(figures)}`);
}

/**
 * Holds a figure against its mark. Of several rounds it is their median, the range beside it: each round's own ratio
 * meets the same machine on both of its sides.
 */
export function judge(what: string, figures: number | readonly number[], mark: Mark, unit = ''): void {
  const all = typeof figures === 'number' ? [figures] : figures;
  const figure = median(all);
  const range = all.length < 2 ? '' : ` (${shown(Math.min(...all))} to ${shown(Math.max(...all))})`;
  const reaches = (limit: number | undefined) =>
    limit !== undefined && (mark.atLeast === undefined ? figure <= limit : figure >= limit);
  const isMet = reaches(mark.atLeast ?? mark.atMost);
  const verdict = !isMet ? 'NOT met' : reaches(mark.stretch) ? 'met, and the stretch' : 'met';
  const limit = mark.atLeast === undefined ? `at most ${mark.atMost}` : `at least ${mark.atLeast}`;
  const stretch = mark.stretch === undefined ? '' : `, stretch ${mark.stretch}`;
  const told = `${shown(figure)}${unit}${range}`;
  say(`${what}: ${told}; mark ${limit}${unit}${stretch}: ${verdict}`);
}

/** How busy the machine was: what else ran on it is in every absolute figure. */
export function sayLoad(): void {
  const load = loadavg().map((one) => one.toFixed(1));
  say(`Load of the machine (1, 5, 15 min): ${load.join(' ')}`);
}

const shown = (figure: number) => figure.toFixed(Math.abs(figure) >= 100 ? 0 : 2);
