import { MAX_COEFFICIENT, type Nano, parseCoefficient } from '../../../shared/coefficient.ts';
import { cellText, hasControls, idText } from '../../platform/sheets/cell-text.ts';
import type { Cell, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientRow, ProblemCode, TableProblem } from './coefficient-table.types.ts';
import type { TableHeader } from './coefficient-table-header.ts';
import { isSectionHeading, type kindOfHeading } from './headings.ts';
import { emailsIn, phonesIn, type Read } from './owner-contacts.ts';
import { BETWEEN_OWNERS, documentIn, ownerIn } from './owner-names.ts';
import { type KindFound, kindOf, kindOfHeader } from './unit-kinds.ts';

/** A row as far as it could be read, before it is compared with the others. */
export interface RowDraft
  extends Omit<CoefficientRow, 'coefficient' | 'sectorCoefficient' | 'kind' | 'isKindSaid' | 'table'> {
  /** The texts of the unit's columns, towers among them; joined they are its id. */
  parts: string[];
  /** The tower of the heading that it stands under; '' where it stands under none. */
  tower: string;
  kindFound: KindFound;
  /** Null where it could not be read. */
  coefficient: Nano | null;
  /** It is written with the sign of a percentage. */
  isPercent: boolean;
  /** Something stands in the coefficient's cell, right or wrong. */
  hasCoefficient: boolean;
  /** Nothing stands in any of the table's columns, but perhaps an address or a phone. */
  blank: boolean;
  hasContacts: boolean;
  /** Without an owner, and no unit or the name of a tower or a kind that stands over its units. */
  isSection: boolean;
  /** The coefficient's cell goes on from the row above, as the unit's may: another owner of the same unit. */
  goesOn: boolean;
  /** How many such rows were joined with it. */
  rowsJoined: number;
  /** Unit and coefficient are there and right. */
  complete: boolean;
  problems: TableProblem[];
}

export const MAX_UNIT = 60;
const MAX_OWNER = 200;
/** Of each owner. */
const MAX_DOCUMENT = 40;
const MAX_DOCUMENTS = 120;

/** What stands over a row: headings of the kind of its units and of their tower. */
export interface Section {
  kind: ReturnType<typeof kindOfHeading>;
  tower: string;
}

/** Reads one row below the header, with its own problems. */
export function readRow(row: SheetRow, header: TableHeader, section: Section): RowDraft {
  const problems: TableProblem[] = [];
  const add = (column: number, severity: TableProblem['severity'], code: ProblemCode, message: string) =>
    problems.push({ row: row.number, column: header.name(column), severity, code, message });

  const unitColumn = header.unit.at(-1) ?? 0;
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

  if (ownerColumn !== undefined) {
    if (owner === '')
      add(ownerColumn, 'warning', 'ownerMissing', `El inmueble «${apartmentId}» no tiene propietario.`);
    else if (owner.length > MAX_OWNER) {
      add(ownerColumn, 'error', 'ownerTooLong', `El propietario tiene más de ${MAX_OWNER} caracteres.`);
    } else if (hasControls(owner)) {
      add(
        ownerColumn,
        'error',
        'ownerInvalid',
        'El propietario contiene caracteres no permitidos. Escríbalo de nuevo.',
      );
    }
  }
  const isLong =
    document.length > MAX_DOCUMENTS ||
    document.split(BETWEEN_OWNERS).some((one) => one.length > MAX_DOCUMENT);
  if (documentColumn !== undefined && (isLong || hasControls(document))) {
    const message = `El documento tiene más de ${MAX_DOCUMENT} caracteres o caracteres no permitidos.`;
    add(documentColumn, 'error', 'documentInvalid', message);
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
    isDocumentSaid: documentColumn !== undefined,
    emails,
    phones,
    parts,
    tower: section.tower,
    kindFound: kindOf({ said: kind, apartmentId, section: section.kind, header: kindOverUnits(header) }),
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

/** What the header over the column of units says that they are. */
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
