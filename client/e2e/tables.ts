/** Tables of units and their sums, computed from the CSV text in BigInt, without code of the application. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Unit {
  readonly apartmentId: string;
  readonly owner: string;
  /** Coefficient as written in the table, with decimal point or comma. */
  readonly coefficient: string;
}

export interface UnitTable {
  /** Name of the CSV file for the upload. */
  readonly fileName: string;
  readonly csv: string;
  readonly units: readonly Unit[];
}

const REAL = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  '..',
  'shared',
  'data',
  'coeficientes',
  'edificio-hito.csv',
);
/** Number of units of the largest owner in the tables of the browser tests. */
export const MANY = 27;
export const HITO_UNITS = 66;

/**
 * Returns the table of a real building: 66 units, coefficients with nine decimals, an owner of 27 units.
 * Without the file returns an invented table of the same size.
 */
export function hitoTable(): UnitTable {
  if (existsSync(REAL)) return tableOf('edificio-hito.csv', readFileSync(REAL, 'utf8'));
  console.warn(`${REAL} is not here: the assembly is held on a made-up table of the same kind.`);
  return madeUpTable('edificio-inventado.csv', HITO_UNITS, MANY);
}

/**
 * Returns an invented table of `size` units with nine decimals. The coefficients sum to 10⁻⁹ below 100 %.
 * @param many number of units of the first owner
 * @param each number of units of each other owner
 */
export function madeUpTable(fileName: string, size: number, many: number, each = 2): UnitTable {
  const target = 99_999_999_999n;
  const share = target / BigInt(size);
  const coefficients = Array.from({ length: size }, (_, at) => share + BigInt((at % 7) - 3) * 1_234_567n);
  const rest = target - coefficients.slice(1).reduce((sum, one) => sum + one, 0n);
  const rows = coefficients.map((coefficient, at) => {
    const owner = at < many ? 1 : 2 + Math.floor((at - many) / each);
    const name = `PROPIETARIO ${String(owner).padStart(4, '0')}`;
    return `${1001 + at},${name},${decimal(at === 0 ? rest : coefficient)}`;
  });
  return tableOf(fileName, ['unidad,propietario,coeficiente', ...rows, ''].join('\n'));
}

/** Parses a CSV table of units: a row of titles, then unit, owner and coefficient. */
export function tableOf(fileName: string, csv: string): UnitTable {
  const [, ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const units = lines.map((line) => {
    const [apartmentId = '', owner = '', coefficient = ''] = cellsOf(line);
    return { apartmentId, owner, coefficient };
  });
  return { fileName, csv, units };
}

/** Cells of a csv line. A unit such as "1002, 1003" is quoted. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map((cell) => (cell[1] ?? cell[2] ?? '').trim());
}

/** Groups units by owner, the owner with most units first. */
export function byOwner(units: readonly Unit[]): Unit[][] {
  const owners = new Map<string, Unit[]>();
  for (const unit of units) owners.set(unit.owner, [...(owners.get(unit.owner) ?? []), unit]);
  return [...owners.values()].sort((a, b) => b.length - a.length);
}

/** Exact sum of the units' coefficients, in 10⁻⁹. */
export function sumOf(units: readonly Unit[]): bigint {
  return units.reduce((sum, unit) => sum + nanoOf(unit.coefficient), 0n);
}

/** Parses '2.070475727' or '2,07' into an integer of 10⁻⁹. */
export function nanoOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace(',', '.').split('.');
  if (!/^\d+$/.test(whole) || !/^\d{0,9}$/.test(fraction)) throw new Error(`Not a plain decimal: ${text}`);
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Formats a coefficient in 10⁻⁹ as on screens: four decimals, rounded half up, with a decimal comma. */
export function four(nano: bigint): string {
  const steps = (nano + 50_000n) / 100_000n;
  return `${steps / 10_000n},${String(steps % 10_000n).padStart(4, '0')}`;
}

/** Formats a coefficient (10⁻⁹) as in the table of units: all decimals. */
export function exact(nano: bigint): string {
  return decimal(nano)
    .replace(/\.?0+$/, '')
    .replace('.', ',');
}

function decimal(nano: bigint): string {
  const size = nano < 0n ? -nano : nano;
  const sign = nano < 0n ? '-' : '';
  return `${sign}${size / 1_000_000_000n}.${String(size % 1_000_000_000n).padStart(9, '0')}`;
}

/**
 * Pattern of the message about an uploaded month sheet without problems. From 2027 on the tests also get
 * the notice about an old first month of a joint.
 */
export const NO_PROBLEM = /^El archivo no tiene problemas\.$|comenzó hace más de un año/;
