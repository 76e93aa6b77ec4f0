/** Words that people write before a unit's number and leave out elsewhere. */
const KIND = /^(APARTAMENTO|APTO|APT|AP|CASA|UNIDAD|INMUEBLE|TORRE|BLOQUE|BL)\.?(?=\d|[A-Z]$|-)/;

/** And what says that a number follows. */
const NUMBER = /(#|N[°º]\.?|^NR?O\.)(?=\d)/;

const spelling = (id: string): string => id.replace(/\s+/g, ' ').trim().toLocaleUpperCase('es');
const folded = (id: string): string => id.replace(/\s+/g, '').toLocaleUpperCase('es');
/** Without kinds of units and without the zeros that spreadsheets drop: 'Apto 07' is '7'. */
const loose = (id: string): string =>
  folded(id)
    .split('-')
    .map((part) => part.replace(NUMBER, '').replace(KIND, ''))
    .join('-')
    .replace(/(^|\D)0+(?=\d)/g, '$1');
/** What stands before a tower's number, and before that of a unit which is no dwelling; dwellings say nothing. */
const TOWERS = /^(TORRE|TORRES|TO|T|BLOQUE|BLOQ|BLQ|BL|INTERIOR|INT|MANZANA|MZA|MZ|ETAPA|EDIFICIO)$/;
const DWELLINGS = /^(APARTAMENTO|APTO|APT|AP|CASA|CS|UNIDAD|INMUEBLE|NO|NRO)$/;
const PLACES: readonly [RegExp, string][] = [
  [/^(LOCAL|LOC|LC)$/, 'L'],
  [/^(OFICINA|OFC|OF)$/, 'O'],
  [/^(PARQUEADERO|PARQUEO|PARQ|PQ|GARAJE|GJ)$/, 'P'],
  [/^(DEPOSITO|DEP|BODEGA)$/, 'D'],
];

/**
 * Tower, kind and number of a unit as words tell them: 'T1 APTO 101', 'Apto 101 Torre 1', 'T1-101' and '1-101' are one,
 * and so are 'LOCAL 1', 'LC-1' and 'L1', '101A' and '101-A'. '' where nothing but words is there.
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

/** A unit of the joint's table as a sheet's text names it. */
export interface UnitMatch {
  apartmentId: string;
  /** Written as the table has it, case and spaces aside. */
  same: boolean;
}

/** Finds the units of a joint's table as people spell them. */
export class UnitIndex {
  readonly ids: readonly string[];
  readonly #maps: { key: (id: string) => string; found: Map<string, string | null> }[];
  readonly #bare = new Map<string, string>();

  constructor(ids: readonly string[]) {
    this.ids = ids;
    this.#maps = [spelling, folded, loose, worded].map((key) => {
      const found = new Map<string, string | null>();
      // Null where two units differ in nothing else: neither can be meant.
      for (const id of ids) found.set(key(id), found.has(key(id)) ? null : id);
      return { key, found };
    });
    for (const id of ids) this.#bare.set(bare(id), id);
  }

  /** The one unit that is meant, or null. */
  find(said: string): UnitMatch | null {
    for (const [step, { key, found }] of this.#maps.entries()) {
      const apartmentId = key(said) === '' ? undefined : found.get(key(said));
      if (apartmentId === null) return null;
      if (apartmentId !== undefined) return { apartmentId, same: step < 2 };
    }
    return null;
  }

  /** A unit that is written almost like that, for the person to look at. */
  suggest(said: string): string | null {
    const near = this.#bare.get(bare(said));
    if (near !== undefined) return near;
    const key = folded(said);
    if (key.length < 2 || key.length > 40) return null;
    return this.ids.find((id) => differByOne(key, folded(id))) ?? null;
  }
}

/** One letter too many, one too few, another one, or two that changed places. */
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
