import { formatExact, HUNDRED, MAX_SUM, type Nano, nano, sumNano, ZERO } from '../../../shared/coefficient.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetFile, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type {
  CoefficientRow,
  CoefficientTable,
  ColumnNames,
  TableProblem,
} from './coefficient-table.types.ts';
import { findCoefficientHeader, type TableHeader } from './coefficient-table-header.ts';
import { type RowDraft, readRow } from './coefficient-table-row.ts';

export type * from './coefficient-table.types.ts';

/**
 * Reads a joint's table of units and coefficients out of a spreadsheet that somebody made for other eyes: finds
 * the sheet and its header, joins the unit's id where it is split, leaves out totals and names every problem by
 * row and column. Pure, and never throws: with an error among the problems nothing may be imported.
 */
export function readCoefficientTable({ sheets }: SheetFile): CoefficientTable {
  const usable = sheets.flatMap((sheet) => {
    const header = findCoefficientHeader(sheet);
    return header ? [{ sheet, header }] : [];
  });
  const [chosen, ...others] = usable;
  if (!chosen) return withoutHeader();
  const { sheet, header } = chosen;
  const general = aboutColumns(header);
  if (others.length > 0) {
    const names = others.map((other) => `«${other.sheet.name}»`).join(', ');
    general.push(
      problem(
        'warning',
        'otherSheets',
        `Se usó la hoja «${sheet.name}». También tienen tabla y no se leyeron: ${names}.`,
      ),
    );
  }
  const { drafts, problems } = readRows(sheet, header);
  problems.push(...repeatedUnits(drafts, header), ...resolveMainUnits(drafts, header));
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));

  const bad = new Set(problems.flatMap((found) => (found.severity === 'error' ? [found.row] : [])));
  const rows = drafts.filter((draft) => draft.complete && !bad.has(draft.row)).map(toRow);
  const sum = boundedSum(rows);
  general.push(...aboutSum(rows, sum, bad.size > 0));
  return {
    sheet: sheet.name,
    headerRow: header.row,
    columns: columnNames(header),
    rows,
    problems: [...general, ...problems],
    sum: sum ?? nano(MAX_SUM * 1e9),
    distance: nano((sum ?? MAX_SUM * 1e9) - HUNDRED),
  };
}

/** Reads the rows below the header: the units, and the rows that are none. */
function readRows(sheet: Sheet, header: TableHeader): { drafts: RowDraft[]; problems: TableProblem[] } {
  const drafts: RowDraft[] = [];
  const problems: TableProblem[] = [];
  /** Rows after a total that may be notes and signatures; units after all when a coefficient still follows. */
  let pending: RowDraft[] = [];
  let running = 0;
  let afterTotal = false;
  for (const row of sheet.rows) {
    if (row.number <= header.row) continue;
    const draft = readRow(row, header);
    if (draft.blank) {
      if (draft.hasContacts) {
        problems.push(ignored(row.number, 'Solo tiene correo o teléfono, sin inmueble; no se importa.'));
      }
      continue;
    }
    if (repeatsHeader(row, header)) {
      problems.push(ignored(row.number, 'Repite el encabezado; no se importa.'));
      continue;
    }
    if (isTotal(row, draft, running, drafts.length)) {
      problems.push(...aboutTotal(draft, running));
      afterTotal = true;
      continue;
    }
    if (!draft.hasCoefficient && draft.isSection) {
      problems.push(ignored(row.number, 'Parece un subtítulo, sin coeficiente; no se importa.'));
      continue;
    }
    if (afterTotal && !draft.hasCoefficient) {
      pending.push(draft);
      continue;
    }
    drafts.push(...pending, draft);
    pending = [];
    running += draft.coefficient ?? 0;
  }
  for (const draft of pending) {
    problems.push(ignored(draft.row, 'Está después del total y no tiene coeficiente; no se importa.'));
  }
  for (const draft of drafts) problems.push(...draft.problems);
  return { drafts, problems };
}

function repeatsHeader(row: SheetRow, header: TableHeader): boolean {
  return plainWords(cellText(row, header.coefficient)) === plainWords(header.name(header.coefficient));
}

/** Says so in its unit, or anywhere when it has no unit; or has no unit and no owner and is the sum so far. */
function isTotal(row: SheetRow, draft: RowDraft, running: number, units: number): boolean {
  const total = /^(gran |sub ?)?(total|totales|suma|sumas|sumatoria)\b/;
  if (total.test(plainWords(draft.apartmentId))) return true;
  if (draft.apartmentId !== '') return false;
  if (row.cells.some((cell) => total.test(plainWords(cell.text)))) return true;
  const { coefficient } = draft;
  if (draft.owner !== '' || units < 3 || coefficient === null) return false;
  // Written rounded, or as the 100 that it should be. A forgotten unit id is hardly ever as much as all before.
  const rounded = Math.abs(coefficient - running) <= running / 1000;
  return rounded || (coefficient === HUNDRED && Math.abs(running - HUNDRED) <= 1e9);
}

function aboutTotal(draft: RowDraft, running: number): TableProblem[] {
  const note = ignored(draft.row, 'Es una fila de total; no se importa.');
  const differs = draft.coefficient !== null && draft.coefficient !== running;
  // A subtotal differs from the sum so far, and is right nevertheless; only a table's total can be compared.
  if (!differs || !/^(gran )?total\b|^suma/.test(plainWords(draft.apartmentId || 'total'))) return [note];
  const message = `El total de la tabla dice ${formatExact(draft.coefficient ?? ZERO)} y los inmuebles leídos hasta allí suman ${formatExact(nano(running))}.`;
  return [note, { ...problem('warning', 'totalDiffers', message), row: draft.row }];
}

/** Ids that differ in case alone are one unit for whoever reads a badge. */
const unitKey = (id: string) => id.toLocaleUpperCase('es');

function repeatedUnits(drafts: RowDraft[], header: TableHeader): TableProblem[] {
  const first = new Map<string, number>();
  const problems: TableProblem[] = [];
  for (const draft of drafts) {
    if (draft.apartmentId === '') continue;
    const seen = first.get(unitKey(draft.apartmentId));
    if (seen === undefined) first.set(unitKey(draft.apartmentId), draft.row);
    else {
      const message = `El inmueble «${shorten(draft.apartmentId)}» está repetido: aparece en las filas ${seen} y ${draft.row}.`;
      const column = header.unit.map((at) => header.name(at)).join(' + ');
      problems.push({ row: draft.row, column, severity: 'error', code: 'unitRepeated', message });
    }
  }
  return problems;
}

/** Spells main units as their own rows do; one that is not in the table is an error. */
function resolveMainUnits(drafts: RowDraft[], header: TableHeader): TableProblem[] {
  if (header.main === undefined) return [];
  const column = header.name(header.main);
  const ids = new Map(drafts.map((draft) => [unitKey(draft.apartmentId), draft.apartmentId]));
  const problems: TableProblem[] = [];
  for (const draft of drafts) {
    if (draft.mainApartmentId === null) continue;
    const id = ids.get(unitKey(draft.mainApartmentId));
    const said = `«${shorten(draft.mainApartmentId)}»`;
    if (id === undefined) {
      const message = `El inmueble principal ${said} no está en la tabla.`;
      problems.push({ row: draft.row, column, severity: 'error', code: 'mainUnknown', message });
    } else if (id === draft.apartmentId) {
      const message = `El inmueble ${said} no puede ser su propio inmueble principal. Deje la celda vacía.`;
      problems.push({ row: draft.row, column, severity: 'error', code: 'mainIsItself', message });
    } else draft.mainApartmentId = id;
  }
  return problems;
}

function toRow(draft: RowDraft): CoefficientRow {
  const { row, apartmentId, owner, ownerDocument, emails, phones, kind, mainApartmentId } = draft;
  return {
    row,
    apartmentId,
    owner,
    ownerDocument,
    emails,
    phones,
    kind,
    mainApartmentId,
    coefficient: draft.coefficient ?? ZERO,
  };
}

/** Null when the sum is larger than can be kept. Added up as doubles first, which cannot overflow unseen. */
function boundedSum(rows: CoefficientRow[]): Nano | null {
  let roughly = 0;
  for (const row of rows) roughly += row.coefficient;
  return roughly > MAX_SUM * 1e9 ? null : sumNano(rows.map((row) => row.coefficient));
}

function aboutSum(rows: CoefficientRow[], sum: Nano | null, incomplete: boolean): TableProblem[] {
  if (sum === null) {
    const message = `La suma de los coeficientes pasa de ${MAX_SUM.toLocaleString('es-CO')}. Revise la columna del coeficiente.`;
    return [problem('error', 'sumTooLarge', message)];
  }
  if (rows.length === 0) {
    // Where every row has an error of its own, those say more.
    return incomplete ? [] : [problem('error', 'noUnits', 'No hay inmuebles debajo del encabezado.')];
  }
  if (sum === HUNDRED) return [];
  const gap = nano(Math.abs(sum - HUNDRED));
  const told = `Los coeficientes suman ${formatExact(sum)}: ${sum < HUNDRED ? 'faltan' : 'sobran'} ${formatExact(gap)} para 100.`;
  const fraction =
    sum > 0.9e9 && sum < 1.1e9 ? ' Parecen fracciones de 1 y no porcentajes; revise la tabla.' : '';
  return [problem('warning', 'sumNot100', told + fraction)];
}

function aboutColumns(header: TableHeader): TableProblem[] {
  const problems: TableProblem[] = [];
  if (header.owner === undefined) {
    problems.push(
      problem(
        'warning',
        'ownerColumnMissing',
        'La tabla no tiene columna de propietario; los inmuebles quedarán sin propietario.',
      ),
    );
  }
  if (header.otherCoefficients.length > 0) {
    const others = header.otherCoefficients.map((column) => `«${header.name(column)}»`).join(', ');
    const used = header.name(header.coefficient);
    problems.push({
      ...problem('warning', 'otherCoefficients', `Se usó la columna «${used}». No se leyeron: ${others}.`),
      column: used,
    });
  }
  if (header.otherContacts.length > 0) {
    const names = header.otherContacts.map((column) => `«${header.name(column)}»`).join(', ');
    const message = `No se leyeron, porque no son del propietario: ${names}.`;
    problems.push(problem('warning', 'otherContacts', message));
  }
  return problems;
}

function columnNames(header: TableHeader): ColumnNames {
  const optional = (column: number | undefined) => (column === undefined ? undefined : header.name(column));
  const several = (columns: readonly number[]) =>
    columns.length === 0 ? undefined : columns.map((column) => header.name(column));
  return {
    unit: header.unit.map((column) => header.name(column)),
    coefficient: header.name(header.coefficient),
    owner: optional(header.owner),
    document: optional(header.document),
    emails: several(header.emails),
    phones: several(header.phones),
    kind: optional(header.kind),
    main: optional(header.main),
  };
}

function withoutHeader(): CoefficientTable {
  const message =
    'No se encontró el encabezado de la tabla. Se necesita una fila con una columna «Inmueble» (o «Torre» y «Apto») y otra «Coeficiente»; «Propietario», «Documento», «Correo», «Celular», «Tipo» e «Inmueble principal» son opcionales.';
  const problems = [problem('error', 'headerMissing', message)];
  return {
    sheet: null,
    headerRow: null,
    columns: null,
    rows: [],
    problems,
    sum: ZERO,
    distance: nano(-HUNDRED),
  };
}

function problem(
  severity: TableProblem['severity'],
  code: TableProblem['code'],
  message: string,
): TableProblem {
  return { row: null, column: null, severity, code, message };
}

function ignored(row: number, message: string): TableProblem {
  return { ...problem('warning', 'rowIgnored', message), row };
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
