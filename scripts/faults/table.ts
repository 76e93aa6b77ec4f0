import { grounds } from './ground.ts';
import type { RowResult } from './row.ts';

/** Maximum time in ms between the end of a fault and right screens. */
const MARK_MS = 3_000;
/** Minimum number of acknowledged operations per database engine in a full run. */
const ENOUGH = 10_000;
/** Maximum number of remarks printed per run. */
const MOST_REMARKS = 4;

const COLUMNS = [
  ['fault', 34],
  ['engine', 14],
  ['injected', 9],
  ['acknowledged', 13],
  ['lost', 5],
  ['doubled', 8],
  ['found', 6],
  ['sent again', 11],
  ['lasted s', 9],
  ['right s', 8],
  ['worst', 7],
] as const;

export function printHead(): void {
  console.log(
    'found: never acknowledged, but done. lasted: an injection, median. right: from the fault’s end until every screen is right, median and worst.',
  );
  console.log(line(COLUMNS.map(([name]) => name)));
}

export function printRow(row: RowResult): void {
  const { engine, processes } = grounds[row.kind];
  const cells = [
    ...[row.fault, `${engine} ×${processes}`, row.injected, row.acknowledged],
    ...[row.lost.length, row.doubled.length, row.found, row.sentAgain],
    ...[seconds(median(row.lastedMs)), seconds(median(row.rightMs)), seconds(worstOf(row))],
  ];
  const remarks = row.remarks.slice(0, MOST_REMARKS).join(', ');
  console.log(`${line(cells)}  ${remarks}`);
  for (const what of faultsOf(row)) console.log(`    WRONG ${what}`);
}

/**
 * Prints the sums of all fault runs, a line for each database engine.
 * @param isTimed true to check the time until screens are right
 * @param isWhole true if every fault was run: then checks for enough operations
 * @returns true if all checks passed
 */
export function printSums(
  rows: readonly RowResult[],
  { isTimed, isWhole }: { isTimed: boolean; isWhole: boolean },
): boolean {
  let isGood = true;
  for (const engine of new Set(rows.map(({ kind }) => grounds[kind].engine))) {
    const own = rows.filter(({ kind }) => grounds[kind].engine === engine);
    const sum = (count: (row: RowResult) => number) => own.reduce((total, row) => total + count(row), 0);
    const acknowledged = sum((row) => row.acknowledged);
    const worst = Math.max(...own.map(worstOf));
    const wrong = sum((row) => row.problems.length + row.findings.length);
    console.log(
      `${engine}: ${sum((row) => row.injected)} faults, ${acknowledged} acknowledged, ${sum((row) => row.lost.length)} lost, ` +
        `${sum((row) => row.doubled.length)} doubled, ${sum((row) => row.sentAgain)} sent again, ` +
        `${wrong} other findings, screens right within ${seconds(worst)} s.`,
    );
    if (isWhole && acknowledged < ENOUGH) {
      console.log(`  mark: ${ENOUGH} acknowledged operations: NOT met`);
      isGood = false;
    }
    isGood &&= wrong === 0 && own.every((row) => row.lost.length + row.doubled.length === 0);
    if (worst > MARK_MS) {
      console.log(`  mark: screens right within ${MARK_MS / 1000} s: NOT met`);
      isGood &&= !isTimed;
    }
  }
  return isGood;
}

/** Returns the problems of a fault run, as sentences. */
export function faultsOf(row: RowResult): string[] {
  return [
    ...row.lost.map((what) => `lost: ${what}`),
    ...row.doubled.map((what) => `doubled: ${what}`),
    ...row.findings.map((what) => `audit: ${what}`),
    ...row.problems,
  ];
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, i) => {
      const width = COLUMNS[i]?.[1] ?? 0;
      return i < 2 ? String(cell).padEnd(width) : String(cell).padStart(width);
    })
    .join('');
}

/** Returns the time until the slowest screen was right, in ms. */
const worstOf = ({ rightMs, heardMs }: RowResult): number => Math.max(...rightMs, ...heardMs);

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
