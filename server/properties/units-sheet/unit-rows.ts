import { formatExact, HUNDRED, nano, ZERO } from '../../../shared/coefficient.ts';
import { readDocument } from '../../../shared/properties/documents.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { fileProblem } from '../../platform/sheets/mapping/problems.ts';
import { headerTest, onlyText, saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { TableProblem } from './coefficient-table.types.ts';
import type { TableHeader } from './coefficient-table-header.ts';
import { type RowDraft, readRow, type Section } from './coefficient-table-row.ts';
import { rolesOf } from './column-roles.ts';
import { isSectionHeading, kindOfHeading, towerOfHeading } from './headings.ts';
import { joined } from './owner-names.ts';

/** Rows below the header of a table of units: units, and reasons for skipped rows. */
export interface TableRows {
  /** Rows of units. */
  drafts: RowDraft[];
  /** Problems to report to the user about skipped rows. */
  problems: TableProblem[];
  /** Key: number of the row. Value: Spanish reason for skipping the row. */
  left: Map<number, string>;
}

/**
 * Reads the rows below the header of a table of units. Skips headings, totals and notes, each with a
 * reason.
 */
export function readTableRows(sheet: Sheet, header: TableHeader): TableRows {
  const drafts: RowDraft[] = [];
  const problems: TableProblem[] = [];
  const left = new Map<number, string>();
  const leaveOut = (row: number, reason: string) => {
    left.set(row, reason);
    problems.push(ignored(row, `${reason.replace(/\.$/, '')}; no se importa.`));
  };
  /** Rows after a total, not yet decided: notes and signatures, or units if a coefficient follows. */
  let pending: RowDraft[] = [];
  let running = 0;
  /** Sum of the coefficients since the last total. */
  let since = 0;
  let afterTotal = false;
  let section = sectionOver(sheet, header);
  const isHeaderAgain = headerTest(sheet, header.row);
  for (const row of sheet.rows) {
    if (row.number <= header.row) continue;
    const draft = readRow(row, header, section);
    const heading = headingIn(row);
    if (heading !== null) {
      section = sectionAfter(section, heading);
      leaveOut(row.number, 'Es un subtítulo, sin coeficiente.');
      continue;
    }
    if (draft.blank) {
      left.set(row.number, 'No tiene inmueble, propietario ni coeficiente.');
      if (draft.hasContacts) problems.push(ignored(row.number, CONTACTS_ALONE));
      continue;
    }
    const isWritten = isHeaderAgain(row);
    if (isWritten || repeatsHeader(row, header)) {
      const changed = isWritten ? null : changedHeader(row, header);
      if (changed === null) {
        leaveOut(row.number, 'Repite el encabezado.');
        continue;
      }
      problems.push(changed);
      for (const { number } of sheet.rows) {
        if (number >= row.number) left.set(number, 'Está debajo de otro encabezado.');
      }
      break;
    }
    if (isTotal(row, draft, running, drafts.length)) {
      left.set(row.number, 'Es una fila de total.');
      problems.push(...aboutTotal(draft, running, since));
      since = 0;
      afterTotal = true;
      continue;
    }
    const remark = remarkIn(row, draft, drafts.length);
    if (remark !== null) {
      leaveOut(row.number, remark);
      continue;
    }
    if (afterTotal && !draft.hasCoefficient) {
      pending.push(draft);
      continue;
    }
    const unit = drafts.at(-1);
    if (unit !== undefined && pending.length === 0 && draft.goesOn && isSameUnit(unit, draft)) {
      joinOwners(unit, draft);
      continue;
    }
    drafts.push(...pending, draft);
    pending = [];
    running += draft.coefficient ?? 0;
    since += draft.coefficient ?? 0;
  }
  for (const draft of pending) leaveOut(draft.row, 'Está después del total y no tiene coeficiente.');
  return { drafts, problems, left };
}

const CONTACTS_ALONE = 'Solo tiene correo o teléfono, sin inmueble; no se importa.';

/**
 * Returns the reason to skip a row with words instead of a unit; null for a unit.
 * @param units number of units above
 */
function remarkIn(row: SheetRow, draft: RowDraft, units: number): string | null {
  const { hasCoefficient } = draft;
  if (!hasCoefficient && draft.isSection) return 'Parece un subtítulo, sin coeficiente.';
  return isSignature(draft, units) || (!hasCoefficient && isNote(row)) ? 'Parece una nota.' : null;
}

/** Returns the only text of a row; null for several texts. */
const onlyTextIn = (row: SheetRow): string | null =>
  row.cells.some((cell) => cell.uncalculated) ? null : onlyText(row);

/** Returns the heading of a row without other content; null otherwise. */
function headingIn(row: SheetRow): string | null {
  const text = onlyTextIn(row);
  return text !== null && isSectionHeading(text) ? text : null;
}

/** True for a signature like 'Elaboró: Pepe Ruiz' below the units, with any figure beside. */
const isSignature = ({ apartmentId, owner }: RowDraft, units: number): boolean =>
  units > 0 && owner === '' && !/\d/.test(apartmentId) && /^[\p{L} .]{4,}:/u.test(apartmentId);

/**
 * True for a row with only a note, for example an author or a remark: a single sentence, unlike the name of a unit.
 */
function isNote(row: SheetRow): boolean {
  const text = onlyTextIn(row);
  if (text === null) return false;
  const words = plainWords(text).split(' ');
  return text.startsWith('*') || (words.length > 3 && (text.includes(':') || !/\d/.test(text)));
}

/** Number of rows above a header searched for a tower or kind. */
const OVER_HEADER = 3;

/** Returns kind and tower of a heading ('TORRE 1') above the header. */
function sectionOver(sheet: Sheet, header: TableHeader): Section {
  const above = sheet.rows.filter(({ number }) => number < header.row && number >= header.row - OVER_HEADER);
  const headings = above.flatMap((row) => headingIn(row) ?? []);
  return headings.reduce<Section>(sectionAfter, { kind: null, tower: '' });
}

/**
 * Returns kind and tower after a heading. A heading of a kind keeps the tower; a heading of a tower starts with
 * dwellings again.
 */
function sectionAfter(section: Section, heading: string): Section {
  const kind = kindOfHeading(heading);
  const tower = towerOfHeading(heading);
  return kind === null ? { kind: null, tower: tower ?? '' } : { kind, tower: section.tower };
}

/** True if a row below a unit belongs to the same unit: same id (tower repeated or empty), or no id. */
const isSameUnit = (unit: RowDraft, draft: RowDraft): boolean =>
  draft.parts.every((part) => part === '') ||
  unit.parts.every(
    (part, at) => part === draft.parts[at] || (draft.parts[at] === '' && at < unit.parts.length - 1),
  );

/** Adds the owner in a further row of the same unit to the unit, with identity document and contacts. */
function joinOwners(unit: RowDraft, draft: RowDraft): void {
  const both = (a: string[] | null, b: string[] | null) =>
    a === null ? b : [...new Set([...a, ...(b ?? [])])];
  unit.owner = joined([unit.owner, draft.owner], plainWords);
  const documents = [unit.ownerDocument ?? '', draft.ownerDocument ?? ''];
  unit.ownerDocument = joined(documents, (text) => readDocument(text)?.key ?? '') || null;
  unit.emails = both(unit.emails, draft.emails);
  unit.phones = both(unit.phones, draft.phones);
  unit.rowsJoined += 1;
  unit.problems.push(...draft.problems.filter(({ code }) => !/^(coefficient|unitMissing)/.test(code)));
}

/** Returns the problem of a repeated header with other words: the columns below differ. Null for equal words. */
function changedHeader(row: SheetRow, header: TableHeader): TableProblem | null {
  const { labels } = header;
  const written = labels.map((_, at) => cellText(row, at));
  const now = rolesOf({ labels: written, byHand: new Map(), before: () => undefined }).roles;
  const column = written.findIndex(
    (text, at) =>
      text !== '' &&
      plainWords(text) !== plainWords(labels[at] ?? '') &&
      (now.get(at) ?? 'ignore') !== header.role(at),
  );
  const label = labels[column];
  if (label === undefined) return null;
  const headerText = (written[column] ?? '').slice(0, 60);
  const message = `En la fila ${row.number} comienza otra tabla, con «${headerText}» donde la primera tiene «${label.slice(0, 60)}». Póngala en otra hoja, o sus datos debajo de los mismos títulos, y cargue el archivo de nuevo.`;
  return { row: row.number, column: label, severity: 'error', code: 'headerChanges', message };
}

function repeatsHeader(row: SheetRow, header: TableHeader): boolean {
  return plainWords(cellText(row, header.coefficient)) === plainWords(header.name(header.coefficient));
}

/**
 * True for a row with a total: named in the unit column, or anywhere in a row without a unit; or without unit and
 * owner, with the sum so far.
 */
function isTotal(row: SheetRow, draft: RowDraft, running: number, units: number): boolean {
  if (saysTotal(draft.apartmentId)) return true;
  if (draft.apartmentId !== '') return false;
  if (row.cells.some(({ text }) => saysTotal(text))) return true;
  const { coefficient } = draft;
  if (draft.owner !== '' || units < 3 || coefficient === null) return false;
  // Rounded, or exactly 100. A row with a forgotten unit id hardly has the sum of all rows before.
  const rounded = Math.abs(coefficient - running) <= running / 1000;
  return rounded || (coefficient === HUNDRED && Math.abs(running - HUNDRED) <= 1e9);
}

/**
 * Returns the problems of a row with a total: a note, and a warning if the sum differs.
 * @param since sum of the units after the former total: a tower's total covers the tower
 */
function aboutTotal(draft: RowDraft, running: number, since: number): TableProblem[] {
  const note = ignored(draft.row, 'Es una fila de total; no se importa.');
  const differs = draft.coefficient !== null && draft.coefficient !== running && draft.coefficient !== since;
  // A subtotal may differ from the sum so far; only the total of the table is compared.
  if (!differs || !/^(gran )?total\b|^suma/.test(plainWords(draft.apartmentId || 'total'))) return [note];
  const message = `El total de la tabla dice ${formatExact(draft.coefficient ?? ZERO)} y los inmuebles leídos hasta allí suman ${formatExact(nano(running))}.`;
  return [note, { ...fileProblem('warning', 'totalDiffers', message), row: draft.row }];
}

function ignored(row: number, message: string): TableProblem {
  return { ...fileProblem('warning', 'rowIgnored', message), row };
}
