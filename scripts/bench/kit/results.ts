/**
 * Output of a bench: on the screen, and in the file (`BENCH_RESULTS`) from which `run.mjs` makes the page of results.
 */
import { appendFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { median } from './sorted.ts';

/** Goal of a figure; exactly one bound. `stretch` is the better goal of the issue. */
interface Mark {
  atMost?: number;
  atLeast?: number;
  stretch?: number;
}

/** Prints a line. */
export function say(line = ''): void {
  console.log(line);
  const file = process.env.BENCH_RESULTS;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** Prints the head of a bench: title, machine, conditions. */
export function sayHead(title: string, ...conditions: readonly string[]): void {
  const [cpu] = cpus();
  say(title);
  say(`${cpus().length} × ${cpu?.model.trim()}, Node.js ${process.version}`);
  for (const condition of conditions) say(condition);
}

/** Prints a table of names and figures. */
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
 * Compares a figure with its mark. Several rounds: their median, with the range. The ratio of a round meets the same
 * machine state on both sides.
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
  const figureText = `${shown(figure)}${unit}${range}`;
  say(`${what}: ${figureText}; mark ${limit}${unit}${stretch}: ${verdict}`);
}

/** Prints the load of the machine: part of every absolute figure. */
export function sayLoad(): void {
  const load = loadavg().map((one) => one.toFixed(1));
  say(`Load of the machine (1, 5, 15 min): ${load.join(' ')}`);
}

const shown = (figure: number) => figure.toFixed(Math.abs(figure) >= 100 ? 0 : 2);
