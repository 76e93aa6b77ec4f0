/**
 * Prints the output of a bench to the screen and to the file `BENCH_RESULTS`, from which `run.mjs` takes the
 * figures.
 */
import { appendFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { median } from './sorted.ts';

/** Goal of a measured figure, as an upper or a lower bound. `stretch` is a better goal to aim for. */
interface Mark {
  atMost?: number;
  atLeast?: number;
  stretch?: number;
}

/** Prints a line of the bench's output. */
export function say(line = ''): void {
  console.log(line);
  const file = process.env.BENCH_RESULTS;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** Prints the title of a bench, the machine and the conditions. */
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
 * Compares a measured figure of a bench with the goal and prints the result. For several rounds: the
 * median, with the range. Pass ratios, because both sides of a ratio were measured in the same state of the
 * machine.
 * @param what name of the figure
 * @param mark goal
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

/** Prints the load of the machine (running processes), because other work changes every absolute figure. */
export function sayLoad(): void {
  const load = loadavg().map((one) => one.toFixed(1));
  say(`Load of the machine (1, 5, 15 min): ${load.join(' ')}`);
}

const shown = (figure: number) => figure.toFixed(Math.abs(figure) >= 100 ? 0 : 2);
