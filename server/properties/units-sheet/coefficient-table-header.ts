import { plainWords } from '../../platform/sheets/cell-text.ts';
import { type Cell, columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';

/** Where each thing stands, as 0-based columns, and what its header says. */
export interface TableHeader {
  /** 1-based row of the header; of its last row where it has two. */
  row: number;
  /** Left to right; several are parts of one id (tower, apartment). */
  unit: number[];
  /** The one of them that no unit can do without, where the others are towers and the like. */
  named?: number;
  coefficient: number;
  owner?: number;
  document?: number;
  /** Of the owner; a sheet may have several of each. */
  emails: number[];
  phones: number[];
  kind?: number;
  main?: number;
  /** Columns that could also be the coefficient, left out. */
  otherCoefficients: number[];
  /** Addresses and phones of people who are not the owner, left out. */
  otherContacts: number[];
  /** Header text of a column, or its letter. */
  name(column: number): string;
}

type Role =
  | 'main'
  | 'coefficient'
  | 'otherContact'
  | 'email'
  | 'phone'
  | 'ignore'
  | 'document'
  | 'kind'
  | 'owner'
  | 'group'
  | 'unit';

/**
 * What header words mean, the first that fits; words have lost accents, case and punctuation by then. The order
 * matters: 'documento del propietario' is a document and 'tipo de inmueble' a kind.
 */
const roles: [Role, RegExp][] = [
  ['coefficient', /\bcoh?ef|\bcofic|\bporcentaje\b|\bparticipacion\b|\balicuota\b|^(de )?copropiedad$/],
  [
    'otherContact',
    /^(?=.*\b(e ?mails?|mails?|correos?|telefonos?|tels?|celular(es)?|cel|moviles|movil|whatsapp)\b).*\b(arrendatari|inquilin|residente|tenedor|inmobiliaria|administrador|emergencia)/,
  ],
  ['email', /\b(e ?mails?|mails?|correos?)\b/],
  ['phone', /\b(telefonos?|tels?|celular(es)?|cel|movil(es)?|whatsapp)\b/],
  ['ignore', /\b(direccion|matricula|area|m2|mts2|metros)\b/],
  ['main', /\b(principal|asociad[oa]|pertenece|anexo a|va con)\b/],
  ['document', /\b(documento|doc|cedula|cedulas|cc|c c|nit|identificacion)\b/],
  ['kind', /\b(tipo|clase|uso|destino|destinacion)\b/],
  [
    'owner',
    /\b(co)?propietari[oa]s?\b|\bduen[oa]s?\b|\btitular(es)?\b|^nombres?\b(?!.*(inmueble|unidad|apartamento|apto))/,
  ],
  [
    'group',
    /^(no |numero |n )?(de )?(torre|torres|bloque|bl|blq|interior|int|manzana|mz|mza|etapa|edificio|agrupacion)\b(?!.*\b(apto|apartamento|casa)\b)/,
  ],
  [
    'unit',
    /\b(unidad|unidades|und|inmuebles?|apartamentos?|aptos?|apt|apts|apartaestudios?|casas?|predios?|lotes?|parcelas?|locales|local|oficinas?|consultorios?|parqueaderos?|garajes?|depositos?|nomenclatura|bien privado|vivienda)\b/,
  ],
  ['unit', /^(no|nro|num|numero|id|codigo)$/],
];

/** Which of several unit columns names the unit: the first kind that there is. */
const unitRank = [
  /\b(unidad|unidades|und|inmuebles?|nomenclatura|bien privado)\b/,
  /\b(apartamentos?|aptos?|apts?|casas?|predios?|apartaestudios?|vivienda)\b/,
  /\b(lotes?|parcelas?|locales|local|oficinas?|consultorios?)\b/,
  /\b(parqueaderos?|garajes?|depositos?)\b/,
];

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
const SEARCHED_ROWS = 1_000;

/**
 * Finds the header of a table of coefficients wherever it is: the first row that names both a coefficient and a
 * unit in different columns, taken together with the row below when that goes on with the header (UNIDAD over
 * TORRE and APTO). Returns null when the sheet has none.
 */
export function findCoefficientHeader(sheet: Sheet): TableHeader | null {
  for (const [index, row] of sheet.rows.slice(0, SEARCHED_ROWS).entries()) {
    const labels = row.cells.map(label);
    const found = headerOf(row.number, labels);
    const next = sheet.rows[index + 1];
    const below = next && continuesHeader(next) ? next.cells.map(label) : null;
    // Not where the row below is a header by itself: then this one is a title, and its words would be mixed in.
    if (next && below && (found || (labels.filter(Boolean).length > 1 && !headerOf(next.number, below)))) {
      const width = Math.max(labels.length, below.length);
      const both = Array.from({ length: width }, (_, column) => below[column] || labels[column] || '');
      const joined = headerOf(next.number, both);
      if (joined) return joined;
    }
    if (found) return found;
  }
  return null;
}

function label(cell: Cell | undefined): string {
  return cell?.text.replace(/\s+/g, ' ').trim() ?? '';
}

/** All of its cells are header words, so it is not the first unit. */
function continuesHeader(row: SheetRow): boolean {
  const filled = row.cells.filter((cell) => label(cell) !== '');
  return filled.every(
    (cell) => cell.number === undefined && roleOf(label(cell)) !== null && !/\d/.test(cell.text),
  );
}

function headerOf(row: number, labels: string[]): TableHeader | null {
  const columns = new Map<Role, number[]>();
  for (const [column, text] of labels.entries()) {
    const role = roleOf(text);
    if (role) columns.set(role, [...(columns.get(role) ?? []), column]);
  }
  const [coefficient, ...otherCoefficients] = byPreference(
    columns.get('coefficient') ?? [],
    labels,
    /copropiedad/,
  );
  const named = byRank(columns.get('unit') ?? [], labels);
  const unit = [...(columns.get('group') ?? []), ...(named === undefined ? [] : [named])].sort(
    (a, b) => a - b,
  );
  if (coefficient === undefined || unit.length === 0) return null;
  return {
    row,
    unit,
    named,
    coefficient,
    otherCoefficients,
    owner: byPreference(columns.get('owner') ?? [], labels, /propietari/i)[0],
    document: columns.get('document')?.[0],
    emails: columns.get('email') ?? [],
    phones: columns.get('phone') ?? [],
    otherContacts: columns.get('otherContact') ?? [],
    kind: columns.get('kind')?.[0],
    main: columns.get('main')?.[0],
    name: (column) => labels[column] || columnLetter(column),
  };
}

function roleOf(text: string): Role | null {
  if (text.length > 60) return null; // a sentence
  const words = plainWords(text);
  if (words === '' && text.trim() === '%') return 'coefficient';
  return roles.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

function byRank(columns: number[], labels: string[]): number | undefined {
  const rank = (column: number) => {
    const found = unitRank.findIndex((pattern) => pattern.test(plainWords(labels[column] ?? '')));
    return found === -1 ? unitRank.length : found;
  };
  return [...columns].sort((a, b) => rank(a) - rank(b) || a - b)[0];
}

function byPreference(columns: number[], labels: string[], preferred: RegExp): number[] {
  const rank = (column: number) => (preferred.test(plainWords(labels[column] ?? '')) ? 0 : 1);
  return [...columns].sort((a, b) => rank(a) - rank(b) || a - b);
}
