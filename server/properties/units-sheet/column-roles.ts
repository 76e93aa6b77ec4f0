import type { UnitColumnRole } from '../../../shared/properties/units-reading.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { Assigned, Titles } from '../../platform/sheets/mapping/header.ts';

/** Meaning of a title's words alone, without the neighbouring columns. */
type Meaning =
  | Exclude<UnitColumnRole, 'tower' | 'ignore'>
  /** Address, phone or name of a person other than the owner. */
  | 'otherContact'
  | 'otherPerson'
  /** Irrelevant data of the unit or the list. */
  | 'aside'
  /** Other data with a word of the table in the header. */
  | 'other'
  | 'tower';

const PLACES = '(inmueble|unidad|apartamento|apto|torre|bloque|conjunto|edificio|copropiedad|sector|etapa)';

/**
 * Patterns of titles by meaning, for words without accents, case and punctuation. The first match wins, so the order
 * matters: 'documento del propietario' is an identity document and 'tipo de inmueble' a kind.
 */
const meanings: [Meaning, RegExp][] = [
  [
    'coefficient',
    /\bcoh?ef|\bcofic|\bporcentaje\b|\bparticipacion\b|\balicuota\b|^(de )?copropiedad$|\bindice (de )?(copropiedad|propiedad horizontal)\b/,
  ],
  [
    'otherContact',
    /^(?=.*\b(e ?mails?|mails?|correos?|telefonos?|tels?|celular(es)?|cel|moviles|movil|whatsapp)\b).*\b(arrendatari|inquilin|residente|tenedor|inmobiliaria|administrador|emergencia)/,
  ],
  ['email', /\b(e ?mails?|mails?|correos?)\b/],
  ['phone', /\b(telefonos?|tels?|celular(es)?|cel|movil(es)?|whatsapp)\b/],
  ['aside', /\b(direccion|matricula|area|m2|mts2|metros|estrato|piso|dv|ciudad)\b/],
  ['other', /^tipo (de )?(documento|doc|identificacion|id|persona|propietari)/],
  ['other', /\b(fecha|firma|observaciones|saldo|cuota|valor|deuda|pago|pagos|canon|avaluo|predial|mora)\b/],
  [
    'otherPerson',
    /\b(arrendatari|inquilin|residente|tenedor|apoderad|representante|administrador|inmobiliaria|emergencia|autorizad|encargad|anterior|antigu|vendedor|conyuge|espos[oa])/,
  ],
  ['main', /\b(principal|pertenece|anexo a|va con)\b|^(?!.*\b(parq|garaj|dep)).*\basociad[oa]\b/],
  ['other', /^(codigo|cantidad|tiene|es)\b.*\bpropietari/],
  ['document', /^id\b.*\bpropietari|\b(documentos?|doc|cedulas?|cc|c c|nit|nuip|identificacion|pasaporte)\b/],
  ['kind', /\b(tipo|clase|uso|destino|destinacion)\b/],
  ['owner', /^(?=.*\bnombres?\b).*\bapellidos?\b|\brazon social\b/],
  ['surname', /\bapellidos?\b/],
  ['owner', /\b(co)?propietari[oa]s?\b|\bduen[oa]s?\b|\b(co)?titular(es)?\b/],
  ['given', new RegExp(`^(?!.*\\b${PLACES}\\b).*\\bnombres?\\b`)],
  [
    'tower',
    /^(no |numero |n )?(de )?(torres?|bloques?|bl|blq|interior|int|manzanas?|mz|mza|etapa|edificio|agrupacion|sector)\b(?!.*\b(apto|apartamento|casa)\b)/,
  ],
  [
    'unit',
    /\b(unidad|unidades|und|inmuebles?|apartamentos?|aptos?|apt|apts|apartaestudios?|casas?|predios?|lotes?|parcelas?|locales|local|oficinas?|consultorios?|parqueaderos?|garajes?|depositos?|nomenclatura|bien privado|vivienda)\b/,
  ],
  ['unit', /^(no|nro|num|numero|id|codigo)$/],
];

/** Patterns to choose among several unit columns: the first matching pattern names the unit. */
const unitRank = [
  /\b(unidad|unidades|und|inmuebles?|nomenclatura|bien privado)\b/,
  /\b(apartamentos?|aptos?|apts?|casas?|predios?|apartaestudios?|vivienda)\b/,
  /\b(lotes?|parcelas?|locales|local|oficinas?|consultorios?)\b/,
  /\b(parqueaderos?|garajes?|depositos?)\b/,
  // A 'Código' beside is a running number.
  /^(nro|num|numero)$/,
];

/** Pattern of titles for a running number, safe to ignore. */
const RUNNING = /^(no|nro|num|numero|n|id|codigo|item|orden|consecutivo)$/;

/** Meaning (role) of a read column in a table of units: coefficient, unit, owner …. */
export type UnitRole = Exclude<UnitColumnRole, 'ignore'>;

/**
 * Reason for not reading a column of a table of units. `coefficient`: another column was taken as the
 * coefficient; `contact`: contact of another person; `aside`: known title, not needed; `other`: title about
 * something else (date, debt, signature).
 */
export type Unread = 'coefficient' | 'contact' | 'aside' | 'other';

type Before = Titles<UnitRole>['before'];

/** Returns the key of a title, to recognize equal titles. */
export const headerKey = (label: string): string => plainWords(label) || label.trim();

/**
 * True if a text may be the title of a column in a table of units: the words have a known meaning.
 * @param before roles chosen by hand for titles in earlier files
 */
export const isHeaderWord = (label: string, before: Before): boolean => meaningOf(label, before) !== null;

function meaningOf(label: string, before: Before): Meaning | null {
  if (label === '' || label.length > 60) return null; // Sentences are no headers.
  const earlierRole = before(label);
  if (earlierRole !== undefined) return earlierRole === 'ignore' ? 'aside' : earlierRole;
  const words = plainWords(label);
  if (words === '' && label.trim() === '%') return 'coefficient';
  return meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/**
 * Returns the columns with a meaning (role) chosen by hand, to remember for the joint's next file. A
 * coefficient column ignored by hand is not remembered.
 */
export const columnsToRemember = (
  columns: readonly { header: string; role: UnitColumnRole; by: string }[],
): { header: string; role: UnitColumnRole }[] =>
  columns
    .filter(({ header, by }) => by === 'hand' && !/^[A-Z]{1,2}$/.test(header))
    .filter(({ header, role }) => role !== 'ignore' || meaningOf(header, () => undefined) !== 'coefficient')
    .map(({ header, role }) => ({ header, role }));

const single: readonly UnitColumnRole[] = ['unit', 'coefficient', 'kind', 'main'];

/**
 * Decides the role of each column of a header, left to right:
 * 1. the choice by hand for this file,
 * 2. the choice by hand for the same header in an earlier file,
 * 3. the words of the title and of the neighbouring columns.
 */
export function rolesOf({
  labels,
  byHand,
  before,
}: Pick<Titles<UnitRole>, 'labels' | 'byHand' | 'before'>): Required<Assigned<UnitRole>> {
  const meant = labels.map((label, column) => {
    const role = byHand.get(column);
    return role === undefined ? meaningOf(label, before) : role === 'ignore' ? 'aside' : role;
  });
  const remembered = new Set(
    labels.flatMap((label, column) => (label !== '' && before(label) !== undefined ? [column] : [])),
  );
  const isByHand = (column: number) => byHand.has(column) || remembered.has(column);
  /**
   * Chooses a column among several with the same meaning: a choice by hand, else the best rank of words, else the
   * leftmost.
   */
  const first = (meaning: Meaning, rank: (words: string) => number): number | undefined =>
    labels
      .flatMap((label, column) =>
        meant[column] === meaning
          ? [{ column, at: byHand.has(column) ? -2 : isByHand(column) ? -1 : rank(plainWords(label)) }]
          : [],
      )
      .sort((a, b) => a.at - b.at || a.column - b.column)[0]?.column;
  const taken = new Map<Meaning, number | undefined>([
    ['coefficient', first('coefficient', (words) => rankOfCoefficient(words))],
    ['unit', first('unit', rankOfUnit)],
    ['kind', first('kind', () => 0)],
    ['main', first('main', () => 0)],
  ]);
  const names = nameRoles(labels, meant);
  const roles = new Map<number, UnitColumnRole>();
  const unread = new Map<number, Unread>();
  for (const [column, label] of labels.entries()) {
    const meaning = meant[column] ?? null;
    const isRunning = RUNNING.test(plainWords(label));
    if (meaning === null) unread.set(column, isRunning ? 'aside' : 'other');
    else if (meaning === 'otherContact') unread.set(column, 'contact');
    else if (meaning === 'aside') unread.set(column, 'aside');
    else if (meaning === 'otherPerson' || meaning === 'other') unread.set(column, 'other');
    else if (single.includes(meaning) && taken.get(meaning) !== column) {
      // Either of two running numbers may be the unit's.
      const isTold = meaning === 'unit' && RUNNING.test(plainWords(labels[taken.get('unit') ?? -1] ?? ''));
      const isAside = !isTold && isRunning;
      unread.set(column, meaning === 'coefficient' ? 'coefficient' : isAside ? 'aside' : 'other');
    } else if (meaning === 'owner' || meaning === 'given' || meaning === 'surname') {
      const role = isByHand(column) ? meaning : names[column];
      if (role === undefined) unread.set(column, 'other');
      else roles.set(column, role);
    } else roles.set(column, meaning);
  }
  return { roles, unread, remembered };
}

/**
 * Returns the rank of a coefficient column, best first: of the whole joint, total of a unit with annexes, any,
 * obsolete.
 */
function rankOfCoefficient(words: string): number {
  if (/\b(provisional|anterior|inicial|antiguo|viejo|borrador)\b/.test(words)) return 4;
  if (/copropiedad|\b(definitivo|vigente|final|actual)\b/.test(words)) return 0;
  if (/\btotal\b/.test(words)) return 1;
  // Beside a named coefficient, a percentage may be anything, such as an owner's share.
  return /coh?ef|cofic|indice/.test(words) ? 2 : 3;
}

function rankOfUnit(words: string): number {
  const found = unitRank.findIndex((pattern) => pattern.test(words));
  return found === -1 ? unitRank.length : found;
}

/**
 * Decides the roles of name columns beside each other. A name beside surnames is a part of the name. Alone, a name
 * is a full name, unless another column names the owner: then the name may belong to another person.
 */
function nameRoles(
  labels: readonly string[],
  meant: readonly (Meaning | null)[],
): (UnitColumnRole | undefined)[] {
  const hasSurnames = meant.includes('surname');
  const hasGiven = meant.includes('given');
  const isCompany = (column: number) => /\brazon social\b/.test(plainWords(labels[column] ?? ''));
  const hasOwner = meant.some((meaning, column) => meaning === 'owner' && !isCompany(column));
  const columnsOfGiven = meant.flatMap((meaning, column) => (meaning === 'given' ? [column] : []));
  return meant.map((meaning, column) => {
    const words = plainWords(labels[column] ?? '');
    if (meaning === 'surname') return 'surname';
    if (meaning === 'given') {
      if (hasSurnames) return 'given';
      if (hasOwner) return undefined;
      // 'Primer nombre' and 'Segundo nombre' are parts even without surnames; of other columns the first is the name.
      if (columnsOfGiven.length > 1 && /\b(primer|segundo)\b/.test(words)) return 'given';
      return columnsOfGiven[0] === column ? 'owner' : undefined;
    }
    if (meaning !== 'owner') return undefined;
    const isPart = hasSurnames && !hasGiven && !isCompany(column) && !/\bapellidos?\b/.test(words);
    return isPart ? 'given' : 'owner';
  });
}
