import { formatExact, HUNDRED, type Nano, nano, sumNano, wholeNano } from '../../../shared/coefficient.ts';
import { towerInWords } from '../../../shared/properties/tower-heading.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { SectorFound, TableProblem } from './coefficient-table.types.ts';
import { isKindWord } from './unit-kinds.ts';

/** Unit with the possible sources of a tower's name: row and sheet; '' if unknown. */
export interface TowerUnit {
  apartmentId: string;
  coefficient: Nano;
  /** Tower from a column of towers, or from a heading over the row. */
  tower: string;
  /** Name of the table, only if several are read. */
  sheet: string;
}

/** Possible sums of a complete table: 100 % as fractions of 1, as percentages, or per mille. */
const WHOLES = [HUNDRED, nano(1e9), nano(1000e9)];
/** Divisor for the allowed error: the sum of a tower may differ by a hundredth of the complete sum. */
const NEAR = 100;

/** Pattern of a tower anywhere in an id: 'APTO 101 TORRE 2'. */
const TOWER_WORD = /\b(torre|bloque|interior|manzana|etapa|edificio) (?:no |nro )?([a-z0-9]{1,3})\b/;
/** Pattern of a short tower before a sign and the unit: '1-101', 'T2-504', 'B 301'. */
const TOWER_FIRST = /^(?:t|tr|bl|bq|int|mz|ed)? ?([a-z]|\d{1,2}) \S/;

function towerOfName(apartmentId: string): string {
  const words = plainWords(apartmentId);
  const named = TOWER_WORD.exec(words)?.[2];
  const first = named ?? TOWER_FIRST.exec(words.replace(/^(t|bl|mz)(?=\d)/, '$1 '))?.[1] ?? '';
  return isKindWord(words.split(' ')[0] ?? '') && named === undefined ? '' : first.toUpperCase();
}

const NUMBERED = /^(.*?) ?(\d+) ?([a-z]?|t?r?\d{1,2})$/;

/**
 * Returns the possible towers in an id: words before the number ('TORRE NORTE APTO 101', 'A101'), letters or a
 * number after the number ('101A', '101-T2'), and the first of four digits ('2101'). The caller decides by
 * the sums.
 */
function partsOfName(apartmentId: string): string[] {
  const [, words = '', number = '', after = ''] = NUMBERED.exec(plainWords(apartmentId)) ?? [];
  const before = words.split(' ').filter((word) => !isKindWord(word));
  const first = number.length === 4 ? number.slice(0, 1) : '';
  return [before.join(' '), after.replace(/^tr?/, ''), first].map((part) => part.toUpperCase());
}

interface Towers {
  whole: Nano;
  /** Units by tower, in the order of the table; units without a tower are under ''. */
  units: Map<string, TowerUnit[]>;
}

/** Groups units by towers, or else by sheets, if each group has a sum of 100 %; null for fewer than two groups. */
function wholeTowers(units: readonly TowerUnit[]): Towers | null {
  const ways = [
    (unit: TowerUnit) => unit.tower || towerOfName(unit.apartmentId),
    ({ sheet }: TowerUnit) => sheet,
    ...[0, 1, 2].map((at) => (unit: TowerUnit) => partsOfName(unit.apartmentId)[at] ?? ''),
  ];
  for (const towerOf of ways) {
    const groups = new Map<string, TowerUnit[]>();
    for (const unit of units) {
      const tower = towerOf(unit);
      const group = groups.get(tower);
      if (group === undefined) groups.set(tower, [unit]);
      else group.push(unit);
    }
    const sums = [...groups].flatMap(([tower, group]) => (tower === '' ? [] : [sumOf(group)]));
    const whole = WHOLES.find((one) => sums.every((sum) => Math.abs(sum - one) <= one / NEAR));
    if (sums.length > 1 && groups.size < units.length && whole !== undefined) return { whole, units: groups };
  }
  return null;
}

const sumOf = (units: readonly TowerUnit[]): Nano => sumNano(units.map(({ coefficient }) => coefficient));

/**
 * Converts the coefficients of a tower (100 % in the tower) to coefficients in the whole joint: coefficient
 * × share ÷ whole, in integers of 10⁻⁹. Rounds down and gives the rest to the units with the largest
 * remainders (of equal remainders the first). The sum is the tower's sum × share ÷ whole, rounded half up.
 * @param share share of the tower in the joint; `whole`: 100 %, both in 10⁻⁹
 */
export function shareCoefficients(coefficients: readonly Nano[], share: Nano, whole: Nano): Nano[] {
  const [by, of] = [BigInt(share), BigInt(whole)];
  const products = coefficients.map((coefficient) => BigInt(coefficient) * by);
  const down = products.map((product) => product / of);
  const total = products.reduce((sum, product) => sum + product, 0n);
  let rest = (total * 2n + of) / (of * 2n) - down.reduce((sum, one) => sum + one, 0n);
  const order = products.map((product, at) => ({ at, remainder: product % of }));
  order.sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  for (const { at } of order) {
    if (rest === 0n) break;
    down[at] = (down[at] ?? 0n) + 1n;
    rest -= 1n;
  }
  return down.map((one) => nano(Number(one)));
}

/**
 * Towers with coefficients of 100 % in sum, found in a table of units. If the towers are sectors, also the
 * coefficients in the whole joint.
 */
export interface TowerShares {
  /** Towers with coefficients of 100 % in sum. */
  sectors: SectorFound[];
  /**
   * Coefficients in the whole joint, if the towers are sectors with known shares; else null. Key: id of the
   * unit. Value: 10⁻⁹ of a percent.
   */
  coefficients: Map<string, Nano> | null;
  problems: Pick<TableProblem, 'severity' | 'code' | 'message'>[];
}

/**
 * Finds towers with 100 % each in a table of units, asks the user if the towers are sectors, and applies
 * the shares of sectors.
 * @param reading answers of the user
 */
export function readTowerShares(units: readonly TowerUnit[], reading: UnitsReading): TowerShares {
  const found = wholeTowers(units);
  if (found === null) return { sectors: [], coefficients: null, problems: [] };
  const { whole } = found;
  const towers = [...found.units].filter(([tower]) => tower !== '');
  const shares = new Map(reading.towerShares?.map(({ tower, share }) => [tower, wholeNano(share)]));
  const sectors = towers.map(([tower, group]) => ({
    tower,
    sectorName: /^(\w{1,2}|\d{3})$/.test(tower) ? `Torre ${tower}` : tower,
    apartmentIds: group.map(({ apartmentId }) => apartmentId),
    sum: sumOf(group),
    share: shares.get(tower) ?? null,
  }));
  const wrong = (code: TableProblem['code'], message: string): TowerShares => ({
    sectors,
    coefficients: null,
    problems: [{ severity: 'error', code, message }],
  });
  if (reading.towerShares === undefined) {
    if (reading.isOneTable === true) return { sectors, coefficients: null, problems: [] };
    const named = sectors.map(({ sectorName, sum }) => `«${sectorName}» suma ${formatExact(sum)}`);
    const message = `Cada torre suma ${formatExact(whole)} por su cuenta: ${named.join('; ')}. Diga si es una sola tabla, o si cada torre es un sector con su parte en la copropiedad.`;
    return wrong('towersWhole', message);
  }
  const alone = found.units.get('') ?? [];
  if (alone.length > 0) {
    const named = alone.slice(0, 20).map(({ apartmentId }) => apartmentId);
    const message = `Estos inmuebles no son de ninguna torre: ${named.join(', ')}. Escriba su torre en el archivo, o cárguelo como una sola tabla.`;
    return wrong('sharesWrong', message);
  }
  const missing = sectors.filter(({ share }) => share === null || share === 0);
  if (missing.length > 0) {
    const message = `Escriba la parte de cada sector en la copropiedad: falta la de ${missing.map(({ sectorName }) => `«${sectorName}»`).join(', ')}.`;
    return wrong('sharesWrong', message);
  }
  const sum = sumNano(sectors.flatMap(({ share }) => share ?? []));
  if (sum !== HUNDRED) {
    return wrong('sharesWrong', `Las partes de los sectores suman ${formatExact(sum)}; deben sumar 100.`);
  }
  const coefficients = new Map<string, Nano>();
  for (const [tower, group] of towers) {
    const own = shareCoefficients(
      group.map(({ coefficient }) => coefficient),
      shares.get(tower) ?? HUNDRED,
      whole,
    );
    for (const [at, { apartmentId }] of group.entries()) coefficients.set(apartmentId, own[at] ?? nano(0));
  }
  return { sectors, coefficients, problems: [] };
}

/** Finds the sector with the name of a tower; undefined if there is no sector of the name. */
export function sectorOfTower<T extends { name: string }>(
  sectors: readonly T[],
  { tower, sectorName }: Pick<SectorFound, 'tower' | 'sectorName'>,
): T | undefined {
  return sectors.find(({ name }) => {
    const words = plainWords(name);
    return words === plainWords(sectorName) || towerInWords(words) === tower;
  });
}
