/** Pattern for words before a unit's number, written in some places and omitted in others. */
const KIND = /^(APARTAMENTO|APTO|APT|AP|CASA|UNIDAD|INMUEBLE|TORRE|BLOQUE|BL)\.?(?=\d|[A-Z]$|-)/;

/** Pattern for signs before a number: '#', 'N°', 'NRO.'. */
const NUMBER = /(#|N[°º]\.?|^NR?O\.)(?=\d)/;

const spelling = (id: string): string => id.replace(/\s+/g, ' ').trim().toLocaleUpperCase('es');
const folded = (id: string): string => id.replace(/\s+/g, '').toLocaleUpperCase('es');
/**
 * Unit text in a form to compare, without words for units and leading zeros (spreadsheets drop zeros): 'Apto 07'
 * gives '7'.
 */
const loose = (id: string): string =>
  folded(id)
    .split('-')
    .map((part) => part.replace(NUMBER, '').replace(KIND, ''))
    .join('-')
    .replace(/(^|\D)0+(?=\d)/g, '$1');
/**
 * Patterns for words before a tower's number (`TOWERS`), a dwelling's number (ignored), and the number of another
 * kind of unit.
 */
const TOWERS = /^(TORRE|TORRES|TO|T|BLOQUE|BLOQ|BLQ|BL|INTERIOR|INT|MANZANA|MZA|MZ|ETAPA|EDIFICIO)$/;
const DWELLINGS = /^(APARTAMENTO|APTO|APT|AP|CASA|CS|UNIDAD|INMUEBLE|NO|NRO)$/;
const PLACES: readonly [RegExp, string][] = [
  [/^(LOCAL|LOC|LC)$/, 'L'],
  [/^(OFICINA|OFC|OF)$/, 'O'],
  [/^(PARQUEADERO|PARQUEO|PARQ|PQ|GARAJE|GJ)$/, 'P'],
  [/^(DEPOSITO|DEP|BODEGA)$/, 'D'],
];

/**
 * Unit text in a form to compare, from tower, kind and number: 'T1 APTO 101', 'Apto 101 Torre 1', 'T1-101' and
 * '1-101' are equal; so are 'LOCAL 1', 'LC-1' and 'L1', and '101A' and '101-A'. Returns '' for a text without a
 * number.
 */
const worded = (id: string): string => {
  const tokens = id
    .toLocaleUpperCase('es')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .slice(0, 60)
    .match(/\p{L}+|\d+/gu);
  const towers: string[] = [];
  const rest: string[] = [];
  for (let at = 0; tokens !== null && at < tokens.length; at += 1) {
    const [token = '', next = ''] = [tokens[at], tokens[at + 1]];
    const place = PLACES.find(([words]) => words.test(token))?.[1];
    if (TOWERS.test(token) && /^(\d+|\p{L})$/u.test(next) && tokens.length > 2) {
      towers.push(next.replace(/^0+(?=\d)/, ''));
      at += 1;
    } else if (place !== undefined) rest.push(place);
    else if (!DWELLINGS.test(token)) rest.push(token.replace(/^0+(?=\d)/, ''));
  }
  return /\d/.test(rest.join('')) ? [...towers, ...rest].join('-') : '';
};
const bare = (id: string): string =>
  folded(id)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Unit of a joint found for a text in a spreadsheet by `UnitIndex`. */
export interface UnitMatch {
  apartmentId: string;
  /** True if the unit is spelled as in the joint's table, except for case and spaces. */
  same: boolean;
}

/**
 * Index to find the units of a joint (co-owned property) by text, in different spellings: 'Apto. 101' and
 * 'APT-101' give '101'.
 */
export class UnitIndex {
  readonly ids: readonly string[];
  readonly #maps: { key: (id: string) => string; found: Map<string, string | null> }[];
  readonly #bare = new Map<string, string>();

  constructor(ids: readonly string[]) {
    this.ids = ids;
    this.#maps = [spelling, folded, loose, worded].map((key) => {
      const found = new Map<string, string | null>();
      // Null if two units have the same key: ambiguous.
      for (const id of ids) found.set(key(id), found.has(key(id)) ? null : id);
      return { key, found };
    });
    for (const id of ids) this.#bare.set(bare(id), id);
  }

  /** Returns the unit meant by a text; null if unknown or ambiguous. */
  find(unitText: string): UnitMatch | null {
    for (const [step, { key, found }] of this.#maps.entries()) {
      const apartmentId = key(unitText) === '' ? undefined : found.get(key(unitText));
      if (apartmentId === null) return null;
      if (apartmentId !== undefined) return { apartmentId, same: step < 2 };
    }
    return null;
  }

  /** Returns a unit with a similar spelling, as a suggestion; null without any. */
  suggest(unitText: string): string | null {
    const near = this.#bare.get(bare(unitText));
    if (near !== undefined) return near;
    const key = folded(unitText);
    if (key.length < 2 || key.length > 40) return null;
    return this.ids.find((id) => differByOne(key, folded(id))) ?? null;
  }
}

/** True if two texts differ by an added, missing or different letter, or by two swapped letters. */
function differByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let back = 0;
  const most = Math.min(a.length, b.length) - from;
  while (back < most && a.at(-1 - back) === b.at(-1 - back)) back++;
  const restA = a.slice(from, a.length - back);
  const restB = b.slice(from, b.length - back);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restA === [...restB].reverse().join('');
}
