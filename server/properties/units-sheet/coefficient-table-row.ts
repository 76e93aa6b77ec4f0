import { MAX_COEFFICIENT, type Nano, parseCoefficient } from '../../../shared/coefficient.ts';
import { cellText, hasControls, idText } from '../../platform/sheets/cell-text.ts';
import type { Cell, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientRow, ProblemCode, TableProblem } from './coefficient-table.types.ts';
import type { TableHeader } from './coefficient-table-header.ts';
import { isSectionHeading, type kindOfHeading } from './headings.ts';
import { emailsIn, phonesIn, type Read } from './owner-contacts.ts';
import { BETWEEN_OWNERS, documentIn, ownerIn } from './owner-names.ts';
import { type KindFound, kindOf, kindOfHeader } from './unit-kinds.ts';

/**
 * Row of a table of units as read, before the comparison with other rows, for example to join rows of
 * co-owners.
 */
export interface RowDraft
  extends Omit<CoefficientRow, 'coefficient' | 'sectorCoefficient' | 'kind' | 'isKindSaid' | 'table'> {
  /** Texts of the id's columns, including towers. Joined, the texts form the id. */
  parts: string[];
  /** Tower named by a heading above the row; '' without a heading. */
  tower: string;
  /** Kind of the unit, with the source of the decision. */
  kindFound: KindFound;
  /** Coefficient of the unit (10⁻⁹); null if the cell cannot be read. */
  coefficient: Nano | null;
  /** True if the coefficient has a percent sign. */
  isPercent: boolean;
  /** True if the coefficient cell of the row has content, right or wrong. */
  hasCoefficient: boolean;
  /** True if the row is empty in the table's columns, except perhaps addresses and phones. */
  blank: boolean;
  hasContacts: boolean;
  /** True for a heading between units: no owner, and no unit or the name of a tower or kind. */
  isSection: boolean;
  /**
   * True if the coefficient cell (and perhaps the unit) is merged with the row above: the row names another owner
   * of the unit above.
   */
  goesOn: boolean;
  /** Number of rows of co-owners joined into this row. */
  rowsJoined: number;
  /** True if the row has a valid unit and a valid coefficient. */
  complete: boolean;
  problems: TableProblem[];
}

/** Maximum number of characters of a unit's name. */
export const MAX_UNIT = 60;
const MAX_OWNER = 200;
/** Most characters of an owner's identity document; `MAX_DOCUMENTS` for all owners of a unit together. */
const MAX_DOCUMENT = 40;
const MAX_DOCUMENTS = 120;

/**
 * Last headings above a row in a table of units ('TORRE 2', 'PARQUEADEROS'): kind of the units, and tower.
 */
export interface Section {
  kind: ReturnType<typeof kindOfHeading>;
  /** Tower named by the heading: '2'; '' without a tower. */
  tower: string;
}

/**
 * Reads a row below the header of a table of units. Problems are in the result.
 * @param section last headings above the row
 */
export function readRow(row: SheetRow, header: TableHeader, section: Section): RowDraft {
  const problems: TableProblem[] = [];
  const add: AddProblem = (column, severity, code, message) =>
    problems.push({ row: row.number, column: header.name(column), severity, code, message });

  const parts = header.unit.map((column) => idText(row, column));
  const apartmentId = parts.filter((part) => part !== '').join('-');
  const owner = ownerIn(row, header.persons);
  const document = documentIn(row, header.documents);
  const [ownerColumn] = header.persons[0] ?? [];
  const [documentColumn] = header.documents;
  const main = header.main === undefined ? '' : idText(row, header.main);
  const kind = header.kind === undefined ? '' : cellText(row, header.kind);
  const cell = row.cells[header.coefficient];
  const hasCoefficient = cellText(row, header.coefficient) !== '';
  const named = unitNamed(parts, header);

  checkUnit(row, header, named ? apartmentId : null, add);
  const { value: coefficient, problem } = readCoefficient(cell, apartmentId);
  if (problem) add(header.coefficient, 'error', problem.code, problem.message);
  if (ownerColumn !== undefined) {
    const problem = ownerProblem(owner, cellText(row, ownerColumn), apartmentId);
    if (problem !== null) add(ownerColumn, ...problem);
  }
  if (documentColumn !== undefined && isDocumentWrong(document)) {
    const message = `El documento tiene más de ${MAX_DOCUMENT} caracteres o caracteres no permitidos.`;
    add(documentColumn, 'error', 'documentInvalid', message);
  }
  const contacts = (columns: readonly number[], read: (cell?: Cell) => Read, code: ProblemCode) => {
    const all = columns.map((column) => ({ column, ...read(row.cells[column]) }));
    return contactsOf(all, owner, code, add);
  };
  const emails = contacts(header.emails, emailsIn, 'emailInvalid');
  const phones = contacts(header.phones, phonesIn, 'phoneInvalid');

  return {
    row: row.number,
    apartmentId: named ? apartmentId : '',
    owner,
    ownerDocument: document === '' ? null : document,
    isDocumentSaid: documentColumn !== undefined,
    emails,
    phones,
    parts,
    tower: section.tower,
    kindFound: kindOf({ kindText: kind, apartmentId, section: section.kind, header: kindOverUnits(header) }),
    mainApartmentId: main === '' ? null : main,
    coefficient,
    isPercent: cellText(row, header.coefficient).endsWith('%'),
    hasCoefficient: hasCoefficient || cell?.uncalculated === true,
    blank: [apartmentId, owner, document, main].every((text) => text === '') && !hasCoefficient,
    hasContacts: [...header.emails, ...header.phones].some((column) => cellText(row, column) !== ''),
    isSection: (!named || isSectionHeading(apartmentId)) && owner === '' && document === '',
    goesOn: owner !== '' && (cell?.merged === true || !hasCoefficient),
    rowsJoined: 0,
    complete: named && coefficient !== null,
    problems,
  };
}

/** Spanish reasons for ignoring the content of a contact cell, by problem. */
const contactFaults: Partial<Record<ProblemCode, string>> = {
  emailInvalid: 'no es un correo electrónico',
  phoneInvalid: 'no es un teléfono',
};

/** Adds a problem of a cell to the problems of the row. */
type AddProblem = (
  column: number,
  severity: TableProblem['severity'],
  code: ProblemCode,
  message: string,
) => void;

/**
 * Reports a missing or invalid id of a unit, and ids changed to dates by the spreadsheet program.
 * @param apartmentId id of the unit; null if the row has no complete id
 */
function checkUnit(row: SheetRow, header: TableHeader, apartmentId: string | null, add: AddProblem): void {
  const unitColumn = header.unit.at(-1) ?? 0;
  if (apartmentId === null) add(unitColumn, 'error', 'unitMissing', 'Falta el inmueble.');
  else if (apartmentId.length > MAX_UNIT) {
    add(unitColumn, 'error', 'unitTooLong', `El inmueble tiene más de ${MAX_UNIT} caracteres.`);
  } else if (hasControls(apartmentId)) {
    const message = 'El inmueble contiene caracteres no permitidos. Escríbalo de nuevo.';
    add(unitColumn, 'error', 'unitInvalid', message);
  }
  for (const column of header.unit) {
    if (!row.cells[column]?.date) continue;
    const message = `La hoja de cálculo convirtió el inmueble en la fecha ${cellText(row, column)}. Dé formato de texto a la celda y escríbalo de nuevo.`;
    add(column, 'error', 'unitIsDate', message);
  }
}

const isDocumentWrong = (document: string): boolean =>
  document.length > MAX_DOCUMENTS ||
  document.split(BETWEEN_OWNERS).some((one) => one.length > MAX_DOCUMENT) ||
  hasControls(document);

/**
 * Returns the different contacts in the cells of a row, and reports ignored contacts. Null without a column; empty
 * without an owner.
 */
function contactsOf(
  all: readonly (Read & { column: number })[],
  owner: string,
  code: ProblemCode,
  add: AddProblem,
): string[] | null {
  for (const { column, wrong } of all) {
    if (wrong !== null) add(column, 'warning', code, `No se guarda «${wrong}»: ${contactFaults[code]}.`);
  }
  const found = [...new Set(all.flatMap((one) => one.found))];
  const [first] = all.filter((one) => one.found.length > 0);
  if (first !== undefined && owner === '') {
    const message = `No se guarda «${found.join(', ')}»: el inmueble no tiene propietario.`;
    add(first.column, 'warning', 'contactWithoutOwner', message);
  }
  return all.length === 0 ? null : owner === '' ? [] : found;
}

/** Returns the problem of the owner of a unit, with severity and code; null without a problem. */
function ownerProblem(
  owner: string,
  written: string,
  apartmentId: string,
): [TableProblem['severity'], ProblemCode, string] | null {
  if (owner === '') {
    const unused = written === '' ? '' : `: «${written}» no es un nombre`;
    return ['warning', 'ownerMissing', `El inmueble «${apartmentId}» no tiene propietario${unused}.`];
  }
  if (owner.length > MAX_OWNER) {
    return ['error', 'ownerTooLong', `El propietario tiene más de ${MAX_OWNER} caracteres.`];
  }
  if (!hasControls(owner)) return null;
  return ['error', 'ownerInvalid', 'El propietario contiene caracteres no permitidos. Escríbalo de nuevo.'];
}

/**
 * True if the texts of a row form a complete id. A tower alone is no unit if others have tower and apartment; an
 * apartment alone is a unit (parking spaces and shops without a tower).
 */
function unitNamed(parts: string[], header: TableHeader): boolean {
  if (header.unit.length === 1) return parts[0] !== '';
  return header.named === undefined ? parts.at(-1) !== '' : parts[header.unit.indexOf(header.named)] !== '';
}

/** Returns the kind of units named by the title of the unit column; null without a kind. */
const kindOverUnits = ({ labels, named }: TableHeader) =>
  named === undefined ? null : kindOfHeader(labels[named] ?? '');

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
