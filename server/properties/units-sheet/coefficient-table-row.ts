import { MAX_COEFFICIENT, type Nano, parseCoefficient } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { cellText, hasControls, idText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Cell, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientRow, ProblemCode, TableProblem } from './coefficient-table.types.ts';
import type { TableHeader } from './coefficient-table-header.ts';
import { emailsIn, phonesIn, type Read } from './owner-contacts.ts';

/** A row as far as it could be read, before it is compared with the others. */
export interface RowDraft extends Omit<CoefficientRow, 'coefficient'> {
  /** Null where it could not be read. */
  coefficient: Nano | null;
  /** Something stands in the coefficient's cell, right or wrong. */
  hasCoefficient: boolean;
  /** Nothing stands in any of the table's columns, but perhaps an address or a phone. */
  blank: boolean;
  hasContacts: boolean;
  /** Without an owner, and no unit or the name of a tower or a kind that stands over its units. */
  isSection: boolean;
  /** Unit and coefficient are there and right. */
  complete: boolean;
  problems: TableProblem[];
}

const MAX_UNIT = 60;
const MAX_OWNER = 200;
const MAX_DOCUMENT = 40;

/** Reads one row below the header, with its own problems. */
export function readRow(row: SheetRow, header: TableHeader): RowDraft {
  const problems: TableProblem[] = [];
  const add = (column: number, severity: TableProblem['severity'], code: ProblemCode, message: string) =>
    problems.push({ row: row.number, column: header.name(column), severity, code, message });

  const unitColumn = header.unit.at(-1) ?? 0;
  const parts = header.unit.map((column) => idText(row, column));
  const apartmentId = parts.filter((part) => part !== '').join('-');
  const owner = header.owner === undefined ? '' : cellText(row, header.owner);
  const document = header.document === undefined ? '' : cellText(row, header.document);
  const main = header.main === undefined ? '' : idText(row, header.main);
  const kind = header.kind === undefined ? '' : cellText(row, header.kind);
  const cell = row.cells[header.coefficient];
  const hasCoefficient = cellText(row, header.coefficient) !== '';
  const named = unitNamed(parts, header);

  if (!named) add(unitColumn, 'error', 'unitMissing', 'Falta el inmueble.');
  else if (apartmentId.length > MAX_UNIT) {
    add(unitColumn, 'error', 'unitTooLong', `El inmueble tiene más de ${MAX_UNIT} caracteres.`);
  } else if (hasControls(apartmentId)) {
    add(
      unitColumn,
      'error',
      'unitInvalid',
      'El inmueble contiene caracteres no permitidos. Escríbalo de nuevo.',
    );
  }
  for (const column of header.unit) {
    if (!row.cells[column]?.date) continue;
    const message = `La hoja de cálculo convirtió el inmueble en la fecha ${cellText(row, column)}. Dé formato de texto a la celda y escríbalo de nuevo.`;
    add(column, 'error', 'unitIsDate', message);
  }

  const { value: coefficient, problem } = readCoefficient(cell, apartmentId);
  if (problem) add(header.coefficient, 'error', problem.code, problem.message);

  if (header.owner !== undefined) {
    if (owner === '')
      add(header.owner, 'warning', 'ownerMissing', `El inmueble «${apartmentId}» no tiene propietario.`);
    else if (owner.length > MAX_OWNER) {
      add(header.owner, 'error', 'ownerTooLong', `El propietario tiene más de ${MAX_OWNER} caracteres.`);
    } else if (hasControls(owner)) {
      add(
        header.owner,
        'error',
        'ownerInvalid',
        'El propietario contiene caracteres no permitidos. Escríbalo de nuevo.',
      );
    }
  }
  if (header.document !== undefined && (document.length > MAX_DOCUMENT || hasControls(document))) {
    const message = `El documento tiene más de ${MAX_DOCUMENT} caracteres o caracteres no permitidos.`;
    add(header.document, 'error', 'documentInvalid', message);
  }
  const contacts = (
    columns: readonly number[],
    read: (cell: Cell | undefined) => Read,
    code: ProblemCode,
  ) => {
    const all = columns.map((column) => ({ column, ...read(row.cells[column]) }));
    for (const { column, wrong } of all) {
      if (wrong !== null) add(column, 'warning', code, `No se guarda «${wrong}»: ${contactFaults[code]}.`);
    }
    const found = [...new Set(all.flatMap((one) => one.found))];
    const [first] = all.filter((one) => one.found.length > 0);
    if (first !== undefined && owner === '') {
      const message = `No se guarda «${found.join(', ')}»: el inmueble no tiene propietario.`;
      add(first.column, 'warning', 'contactWithoutOwner', message);
    }
    return columns.length === 0 ? null : owner === '' ? [] : found;
  };
  const emails = contacts(header.emails, emailsIn, 'emailInvalid');
  const phones = contacts(header.phones, phonesIn, 'phoneInvalid');

  return {
    row: row.number,
    apartmentId: named ? apartmentId : '',
    owner,
    ownerDocument: document === '' ? null : document,
    emails,
    phones,
    kind: kindOf(kind, apartmentId),
    mainApartmentId: main === '' ? null : main,
    coefficient,
    hasCoefficient: hasCoefficient || cell?.uncalculated === true,
    blank: [apartmentId, owner, document, main].every((text) => text === '') && !hasCoefficient,
    hasContacts: [...header.emails, ...header.phones].some((column) => cellText(row, column) !== ''),
    isSection: (!named || isHeading(apartmentId)) && owner === '' && document === '',
    complete: named && coefficient !== null,
    problems,
  };
}

/** Why what stands in a cell of contacts is left out. */
const contactFaults: Partial<Record<ProblemCode, string>> = {
  emailInvalid: 'no es un correo electrónico',
  phoneInvalid: 'no es un teléfono',
};

/**
 * A tower alone is no unit while others have tower and apartment; an apartment alone is one (the parking spaces
 * and shops that belong to no tower).
 */
function unitNamed(parts: string[], header: TableHeader): boolean {
  if (header.unit.length === 1) return parts[0] !== '';
  return header.named === undefined ? parts.at(-1) !== '' : parts[header.unit.indexOf(header.named)] !== '';
}

/** A line that stands above the units of a tower or of a kind. */
function isHeading(text: string): boolean {
  const words = plainWords(text);
  if (/^(apartamentos|casas|viviendas|parqueaderos|garajes|depositos|locales|oficinas)$/.test(words))
    return true;
  return /^(torre|bloque|interior|manzana|etapa)( \w{1,3})?$/.test(words);
}

function readCoefficient(
  cell: Cell | undefined,
  apartmentId: string,
): { value: Nano | null; problem?: { code: ProblemCode; message: string } } {
  const refuse = (code: ProblemCode, message: string) => ({ value: null, problem: { code, message } });
  const unit = apartmentId === '' ? '' : ` del inmueble «${apartmentId.slice(0, MAX_UNIT)}»`;
  if (cell?.uncalculated) {
    const message = `El coeficiente${unit} es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.`;
    return refuse('coefficientUncalculated', message);
  }
  const text = cell?.text.trim() ?? '';
  if (!cell || text === '') return refuse('coefficientMissing', `Falta el coeficiente${unit}.`);
  if (cell.merged) {
    const message = `El coeficiente${unit} está en una celda combinada con la de arriba. Sepárelas y escriba el de cada inmueble.`;
    return refuse('coefficientMerged', message);
  }
  const value = parseCoefficient(cell.number ?? text);
  if (value !== null) return { value };
  if ((cell.number ?? 0) < 0 || /^-\s*[\d.,]/.test(text)) {
    return refuse('coefficientNegative', `El coeficiente${unit} es negativo: ${text.slice(0, 40)}.`);
  }
  if ((cell.number ?? 0) > MAX_COEFFICIENT) {
    return refuse(
      'coefficientTooLarge',
      `El coeficiente${unit} pasa de ${MAX_COEFFICIENT.toLocaleString('es-CO')}.`,
    );
  }
  return refuse('coefficientInvalid', `El coeficiente${unit} no es un número: «${text.slice(0, 40)}».`);
}

/** From the table's own column of kinds; what it says and nobody foresaw is 'otro'. */
const kindsByName: [ApartmentKind, RegExp][] = [
  ['parqueadero', /parq|garaj|estacion|celda|moto/],
  ['deposito', /dep[o ]|^dep|util\b|bodega/],
  ['local', /local|comerc|oficina|consult/],
  ['vivienda', /apart|apto|casa|vivien|residen|habita/],
];

/** From how units are numbered: PARQ 18 - 19, PQ37, Depósito 1, DEPO 1, Local 3, OFICINA, PARCELA 35. */
const kindsById: [ApartmentKind, RegExp][] = [
  ['parqueadero', /(^| )(parq|parqueaderos?|pq|garajes?|gj|estacionamientos?|celdas?|motos?)( |\d|$)/],
  ['deposito', /(^| )(dep|depo|depositos?|dp|cuarto util|utiles|util|bodegas?)( |\d|$)/],
  ['local', /(^| )(local|locales|lc|oficinas?|of|consultorios?)( |\d|$)/],
  ['otro', /(^| )(parcelas?|lotes?)( |\d|$)/],
];

/** The kind that the table's column says, or else what the id gives away, or else a dwelling. */
function kindOf(said: string, apartmentId: string): ApartmentKind {
  const name = plainWords(said);
  if (name !== '') return kindsByName.find(([, pattern]) => pattern.test(name))?.[0] ?? 'otro';
  const id = plainWords(apartmentId);
  return kindsById.find(([, pattern]) => pattern.test(id))?.[0] ?? 'vivienda';
}
