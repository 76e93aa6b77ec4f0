import {
  formatExact,
  HUNDRED,
  MAX_SUM,
  type Nano,
  nano,
  sumNano,
  ZERO,
} from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { aboutTables, type MappedTable, tablesTold } from '../../platform/sheets/mapping/define-sheet.ts';
import { cutText, fileProblem } from '../../platform/sheets/mapping/problems.ts';
import { repeated } from '../../platform/sheets/mapping/rows.ts';
import { columnLetter, type SheetFile } from '../../platform/sheets/sheet.types.ts';
import { withAnnexRows } from './annexes.ts';
import type {
  CoefficientRow,
  CoefficientTable,
  ColumnNames,
  ProblemCode,
  TableProblem,
  UnitsGiven,
} from './coefficient-table.types.ts';
import { TableHeader, unitsSheet } from './coefficient-table-header.ts';
import { MAX_UNIT, type RowDraft } from './coefficient-table-row.ts';
import type { UnitRole } from './column-roles.ts';
import { towerOfHeading } from './headings.ts';
import { aboutSameOwners } from './same-owners.ts';
import { readTowerShares } from './tower-shares.ts';
import { fillTowers } from './towers.ts';
import { settleDoubts, shopsByShape } from './unit-kinds.ts';
import { readTableRows, type TableRows } from './unit-rows.ts';
import { sheetColumnsOf, unreadColumns } from './units-account.ts';

export type * from './coefficient-table.types.ts';

const NO_GROUNDS: UnitsGiven = { reading: {}, remembered: [], knownUnits: [] };

/** Table of units with the rows read so far. */
type ReadTable = Omit<MappedTable<UnitRole>, 'header'> & TableRows & { header: TableHeader };

/**
 * Reads a joint's table of units and coefficients from a spreadsheet: finds tables and headers, joins split
 * ids, omits totals, and reports every problem by row and column. Never throws; a table with errors must
 * not be imported. Parking spaces and store rooms with their own coefficients in the row of a dwelling become units,
 * if the sum is then 100 %.
 * @param grounds choices of the user, and stored data of the joint
 */
export function readCoefficientTable(
  { sheets }: SheetFile,
  grounds: UnitsGiven = NO_GROUNDS,
): CoefficientTable {
  const table = readTables({ sheets }, grounds);
  const split = table.distance === 0 ? null : withAnnexRows(sheets, grounds.remembered);
  const whole = split && readTables({ sheets: split }, grounds);
  if (whole === null || whole.distance !== 0) return table;
  return { ...whole, problems: [fileProblem('warning', 'annexesSplit', ANNEXES), ...whole.problems] };
}

const ANNEXES =
  'La fila de un inmueble trae también su parqueadero o depósito con otro coeficiente: cada uno se leyó como un inmueble, y así suman 100 %.';

function readTables({ sheets }: SheetFile, grounds: UnitsGiven): CoefficientTable {
  const { reading, knownUnits, remembered } = grounds;
  const chosen = unitsSheet.choose(unitsSheet.tablesIn(sheets, remembered), remembered, reading);
  const { first } = chosen;
  const shown = shownTables(chosen, reading);
  const whole = chosen.read.flatMap((table): ReadTable[] => {
    const { row, labels } = table.header;
    const header = new TableHeader(row, labels, table.header);
    return unitsSheet.isWhole(header) ? [{ ...table, header, ...readTableRows(table.sheet, header) }] : [];
  });
  const account = unitsSheet.account(chosen.all, whole);
  const width = first.header.labels.length;
  const columnsByHand = new Set(reading.columns?.map(({ column }) => column));
  const ofTables: TableProblem[] = [
    ...aboutTables(chosen, 'tablas de inmuebles'),
    ...[...columnsByHand].filter((column) => column >= width).map(columnUnknown),
  ];
  const [main] = whole;
  if (main === undefined || whole.length < chosen.read.length) {
    const isMissing = !chosen.isByHand;
    const problems = isMissing ? [headerMissing()] : [...ofTables, columnsMissing()];
    return { ...NO_ROWS, ...shown, headerRow: isMissing ? null : shown.headerRow, account, problems };
  }
  const ofTable = (table: ReadTable, found: TableProblem): TableProblem =>
    whole.length > 1 ? { ...found, sheet: table.name } : found;
  const general = [...ofTables, ...whole.flatMap((table) => aboutColumns(table, whole.length > 1))];
  const towers = placeTowers(whole, reading.fillTowers, general);
  const drafts = whole.flatMap((table) => table.drafts.map((draft) => ({ table, draft })));
  const all = drafts.map(({ draft }) => draft);
  general.push(...aboutJoinedOwners(all));
  const doubtful = settleKinds(all, grounds, general);
  const problems = problemsOfRows(whole, drafts);
  const bad = new Set(problems.flatMap(({ found, draft }) => (found.severity === 'error' ? [draft] : [])));
  const good = drafts.filter(({ draft }) => draft.complete && !bad.has(draft));
  const { sectors, coefficients, problems: ofTowers } = readTowerShares(good.map(towerUnit), reading);
  general.push(...ofTowers.map(({ severity, code, message }) => fileProblem(severity, code, message)));
  const rows = good.map(({ table, draft }) =>
    toRow(table.index, draft, coefficients?.get(draft.apartmentId)),
  );
  for (const { code, message } of aboutSameOwners(rows, knownUnits))
    general.push(fileProblem('warning', code, message));
  const sum = boundedSum(rows);
  general.push(...aboutSum(rows, sum, bad.size > 0));
  problems.sort((a, b) => a.table.index - b.table.index || (a.found.row ?? 0) - (b.found.row ?? 0));
  return {
    ...shown,
    sheet: main.name,
    columns: columnNames(main.header),
    towers,
    doubtful,
    sectors,
    account,
    rows,
    problems: [...general, ...problems.map(({ table, found }) => ofTable(table, found))],
    sum: sum ?? nano(MAX_SUM * 1e9),
    distance: nano((sum ?? MAX_SUM * 1e9) - HUNDRED),
  };
}

/** Returns the parts of the preview for the person to check: tables, header row and columns of the sheet. */
function shownTables(
  chosen: ReturnType<typeof unitsSheet.choose>,
  reading: UnitsGiven['reading'],
): Pick<CoefficientTable, 'tables' | 'headerRow' | 'sheetColumns'> {
  const { first } = chosen;
  return {
    tables: tablesTold(chosen),
    headerRow: first.header.row,
    sheetColumns: sheetColumnsOf(first, reading),
  };
}

const NO_ROWS = {
  sheet: null,
  columns: null,
  towers: null,
  doubtful: [],
  sectors: [],
  rows: [],
  sum: ZERO,
  distance: nano(-HUNDRED),
};

/** Most units named in a sentence: a wrong file could name all. */
const NAMED_UNITS = 60;

function unitsText(drafts: readonly Pick<RowDraft, 'apartmentId'>[]): string {
  const rest = drafts.length - NAMED_UNITS;
  const named = drafts.slice(0, NAMED_UNITS).map(({ apartmentId }) => cutText(apartmentId));
  return named.join(', ') + (rest > 0 ? ` y ${rest} más` : '');
}

/** Returns the indexes of towers among the texts of a unit's id. */
const towerParts = ({ header }: ReadTable): number[] =>
  header.unit.flatMap((column, at) =>
    header.towers.includes(column) && (header.named !== undefined || at < header.unit.length - 1) ? [at] : [],
  );

const towerUnit = ({ table, draft }: Drafts[number], _at: number, all: Drafts) => ({
  apartmentId: draft.apartmentId,
  coefficient: draft.coefficient ?? ZERO,
  tower: draft.parts[towerParts(table)[0] ?? -1] || draft.tower,
  sheet: all[0]?.table === all.at(-1)?.table ? '' : table.name,
});

/** Fills in towers written only once for many rows, and reports the change. */
function placeTowers(
  tables: readonly ReadTable[],
  fillsTowers: boolean | undefined,
  general: TableProblem[],
): CoefficientTable['towers'] {
  const without = tables.filter((table) => towerParts(table).length === 0);
  for (const { name, drafts } of without.length > 1 ? without : []) {
    const tower = towerOfHeading(name);
    for (const draft of drafts) if (draft.tower === '' && tower !== null) draft.tower = tower;
  }
  const found = [
    fillTowers(
      without.flatMap(({ drafts }) => drafts),
      [],
      fillsTowers,
    ),
    ...tables
      .filter((table) => towerParts(table).length > 0)
      .map((table) => fillTowers(table.drafts, towerParts(table), fillsTowers)),
  ];
  const filled = found.flatMap((one) => one.filled);
  const left = found.flatMap((one) => one.left);
  if (filled.length > 0) {
    const message = `La torre está escrita una sola vez y se repitió hacia abajo en: ${unitsText(filled)}. Revise que sea la de cada inmueble.`;
    general.push(fileProblem('warning', 'towersFilled', message));
  }
  if (left.length > 0) {
    const message = `Estos inmuebles no tienen torre y otros sí: ${unitsText(left)}. Si son de la torre escrita arriba, pida repetirla hacia abajo o escríbala en su fila.`;
    general.push(fileProblem('warning', 'towersMissing', message));
  }
  return filled.length > 0 ? 'filled' : left.length > 0 ? 'left' : null;
}

/**
 * Decides the kind of units without words or header: by hand, by number beside the others, or as dwellings. Stored
 * units of the joint keep their kind.
 * @returns ids of units to ask the user about
 */
function settleKinds(
  drafts: readonly RowDraft[],
  { reading, knownUnits }: UnitsGiven,
  general: TableProblem[],
): string[] {
  const byHand = new Map(reading.kinds?.map(({ apartmentId, kind }) => [unitKey(apartmentId), kind]));
  const before = new Set(knownUnits.map(({ apartmentId }) => unitKey(apartmentId)));
  for (const draft of drafts) {
    const kind = byHand.get(unitKey(draft.apartmentId));
    if (kind !== undefined) draft.kindFound = { kind, by: 'hand' };
  }
  const unitOf = ({ apartmentId, kindFound, coefficient }: RowDraft) => ({
    apartmentId,
    ...kindFound,
    coefficient: coefficient ?? 0,
  });
  const shops = shopsByShape(drafts.map(unitOf));
  const byShape = drafts.filter(
    ({ apartmentId, kindFound }) => kindFound.by === 'none' && shops.has(apartmentId),
  );
  for (const draft of byShape) draft.kindFound = { kind: 'local', by: 'shape' };
  const news = (units: readonly { apartmentId: string }[]) =>
    units.filter(({ apartmentId }) => !before.has(unitKey(apartmentId)));
  const shopsToTell = news(byShape);
  if (shopsToTell.length > 0) {
    const message = `Se tomaron como locales, por su número: ${unitsText(shopsToTell)}. Si son otra cosa, dígalo en la columna «Tipo».`;
    general.push(fileProblem('warning', 'kindsByShape', message));
  }
  const settled = settleDoubts(drafts.filter(({ complete }) => complete).map(unitOf));
  const doubtful: RowDraft[] = [];
  for (const draft of drafts) {
    const found = settled.get(draft.apartmentId);
    if (found === undefined) continue;
    const { isAsked, ...kindFound } = found;
    draft.kindFound = kindFound;
    if (isAsked && !before.has(unitKey(draft.apartmentId))) doubtful.push(draft);
  }
  const unsaid = doubtful.filter(({ kindFound }) => kindFound.by === 'none');
  const unclear = doubtful.filter(({ kindFound }) => kindFound.by !== 'none');
  if (unsaid.length > 0) {
    const message = `¿Son viviendas? Nada dice qué son y su coeficiente es mucho menor que el de las demás: ${unitsText(unsaid)}. Diga qué son antes de importar.`;
    general.push(fileProblem('warning', 'kindsDoubtful', message));
  }
  if (unclear.length > 0) {
    const message = `¿Son viviendas? Su nombre o su tipo no lo dice con claridad: ${unitsText(unclear)}. Diga qué son antes de importar.`;
    general.push(fileProblem('warning', 'kindsDoubtful', message));
  }
  return doubtful.map(({ apartmentId }) => apartmentId);
}

/** Returns the notice about owners of a unit in separate rows. */
function aboutJoinedOwners(drafts: readonly RowDraft[]): TableProblem[] {
  const joinedUnits = drafts.filter(({ rowsJoined }) => rowsJoined > 0);
  if (joinedUnits.length === 0) return [];
  const message = `Tienen varias filas, una por propietario, y se unieron: ${unitsText(joinedUnits)}.`;
  return [fileProblem('warning', 'ownersJoined', message)];
}

/**
 * Returns the key of a unit's id. Ids equal except for letter case are the same unit, because the scanner of a
 * badge ignores case.
 */
const unitKey = (id: string) => id.toUpperCase();

/**
 * Numbers for finding percentages among fractions of 1: a percentage is 100 times a fraction; other coefficients
 * may differ by some factor.
 */
const FRACTION = { scale: 100, least: 10, nearest: 5 };

/**
 * Finds coefficients written as fractions of 1 among percentages, or the reverse: '0.008333' beside '0,8333 %'.
 * @returns the rows of the smaller group, each with the problem
 */
function mixedCoefficients({ header, drafts }: ReadTable): { draft: RowDraft; found: TableProblem }[] {
  const positive = drafts.filter(({ coefficient }) => coefficient !== null && coefficient > 0);
  const [percents, bare] = [
    positive.filter(({ isPercent }) => isPercent),
    positive.filter((one) => !one.isPercent),
  ];
  const isOfBare = bare.length <= percents.length;
  const [few, many] = isOfBare ? [bare, percents] : [percents, bare];
  const values = many.map(({ coefficient }) => coefficient ?? 0).sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)];
  if (median === undefined) return [];
  const { scale, least, nearest } = FRACTION;
  return few.flatMap((draft) => {
    const value = draft.coefficient ?? 0;
    const other = isOfBare ? value * scale : value / scale;
    const isFar = isOfBare ? value * least < median : value > median * least;
    if (!isFar || other > median * nearest || other * nearest < median) return [];
    const written = isOfBare ? 'sin «%», y los demás con él' : 'con «%», y los demás sin él';
    const message = `El coeficiente del inmueble «${cutText(draft.apartmentId)}» está escrito ${written}: ${formatExact(nano(value))}. ¿Es ${formatExact(nano(Math.round(other)))}? Escríbalos todos de la misma forma.`;
    const column = header.name(header.coefficient);
    return { draft, found: { row: draft.row, column, severity: 'error', code: 'coefficientMixed', message } };
  });
}

/** Finds dwellings with a hundredth of the usual coefficient: 0,004167 among 0,4167. Possibly fractions of 1. */
function hundredTimesLess(
  { header, drafts }: ReadTable,
  isRefused: ReadonlySet<RowDraft>,
): { draft: RowDraft; found: TableProblem }[] {
  const dwellings = drafts.filter(
    ({ kindFound, coefficient }) => kindFound.kind === 'vivienda' && coefficient,
  );
  const values = dwellings.map(({ coefficient }) => coefficient ?? 0).sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)] ?? 0;
  return dwellings.flatMap((draft) => {
    const value = draft.coefficient ?? 0;
    if (isRefused.has(draft) || Math.abs(value * FRACTION.scale - median) > median / 10) return [];
    const message = `El coeficiente del inmueble «${cutText(draft.apartmentId)}» es cien veces menor que el de los demás: ${formatExact(nano(value))}. ¿Es ${formatExact(nano(value * FRACTION.scale))}?`;
    const column = header.name(header.coefficient);
    return {
      draft,
      found: { row: draft.row, column, severity: 'warning', code: 'coefficientMixed', message },
    };
  });
}

/** Returns the problems of mixed coefficients; units with an error get no further warning. */
function doubtfulCoefficients(table: ReadTable): { draft: RowDraft; found: TableProblem }[] {
  const mixed = mixedCoefficients(table);
  return [...mixed, ...hundredTimesLess(table, new Set(mixed.map(({ draft }) => draft)))];
}

interface AboutUnit {
  table: ReadTable;
  draft: RowDraft;
  found: TableProblem;
}

type Drafts = readonly { table: ReadTable; draft: RowDraft }[];

/** Returns the problems of all rows; without a draft for skipped rows. Spells the ids of main units. */
function problemsOfRows(
  tables: readonly ReadTable[],
  drafts: Drafts,
): (Omit<AboutUnit, 'draft'> & { draft: RowDraft | null })[] {
  return [
    ...drafts.flatMap(({ table, draft }) => draft.problems.map((found) => ({ table, draft, found }))),
    ...tables.flatMap((table) => table.problems.map((found) => ({ table, draft: null, found }))),
    ...repeatedUnits(drafts),
    ...resolveMainUnits(drafts),
    ...unitsTooLong(drafts),
    ...tables.flatMap((table) => doubtfulCoefficients(table).map((about) => ({ table, ...about }))),
  ];
}

function repeatedUnits(drafts: Drafts): AboutUnit[] {
  return repeated(drafts, ({ draft }) => unitKey(draft.apartmentId)).map(({ one, first: seen }) => {
    const { table, draft } = one;
    const places =
      seen.table === table
        ? `aparece en las filas ${seen.draft.row} y ${draft.row}`
        : `aparece en la fila ${seen.draft.row} de «${seen.table.name}» y en la ${draft.row} de «${table.name}»`;
    // A row for each owner, both with the coefficient.
    const isCoOwned =
      seen.table === table &&
      draft.row === seen.draft.row + 1 &&
      draft.owner !== seen.draft.owner &&
      draft.coefficient === seen.draft.coefficient;
    const isPlace = draft.kindFound.kind !== seen.draft.kindFound.kind;
    const hint = isCoOwned
      ? ' Si son sus dos propietarios, deje el coeficiente solo en la primera fila.'
      : isPlace
        ? ' Si son inmuebles distintos, escriba su nombre completo: «Parqueadero 1», «Depósito 1».'
        : '';
    const message = `El inmueble «${cutText(draft.apartmentId)}» está repetido: ${places}.${hint}`;
    const column = table.header.unit.map((at) => table.header.name(at)).join(' + ');
    return { ...one, found: { row: draft.row, column, severity: 'error', code: 'unitRepeated', message } };
  });
}

function unitsTooLong(drafts: Drafts): AboutUnit[] {
  return drafts.flatMap(({ table, draft }): AboutUnit[] => {
    const isReported = draft.problems.some(({ code }) => code === 'unitTooLong');
    if (draft.apartmentId.length <= MAX_UNIT || isReported) return [];
    const message = `El inmueble tiene más de ${MAX_UNIT} caracteres.`;
    const column = table.header.name(table.header.unit.at(-1) ?? 0);
    const found: TableProblem = {
      row: draft.row,
      column,
      severity: 'error',
      code: 'unitTooLong',
      message,
    };
    return [{ table, draft, found }];
  });
}

/** Spells the id of each main unit as in the main unit's own row. A main unit missing in the file is an error. */
function resolveMainUnits(drafts: Drafts): AboutUnit[] {
  const ids = new Map(drafts.map(({ draft }) => [unitKey(draft.apartmentId), draft.apartmentId]));
  return drafts.flatMap(({ table, draft }): AboutUnit[] => {
    if (draft.mainApartmentId === null || table.header.main === undefined) return [];
    const column = table.header.name(table.header.main);
    const id = ids.get(unitKey(draft.mainApartmentId));
    const mainName = `«${cutText(draft.mainApartmentId)}»`;
    const wrong = (code: ProblemCode, message: string): AboutUnit[] => [
      { table, draft, found: { row: draft.row, column, severity: 'error', code, message } },
    ];
    if (id === undefined)
      return wrong('mainUnknown', `El inmueble principal ${mainName} no está en la tabla.`);
    if (id === draft.apartmentId) {
      return wrong(
        'mainIsItself',
        `El inmueble ${mainName} no puede ser su propio inmueble principal. Deje la celda vacía.`,
      );
    }
    draft.mainApartmentId = id;
    return [];
  });
}

/**
 * Converts a read row to the result.
 * @param shared coefficient in the joint, if the row's coefficient belongs to a sector
 */
function toRow(table: number, draft: RowDraft, shared?: Nano): CoefficientRow {
  const { row, apartmentId, owner, ownerDocument, isDocumentSaid, emails, phones, mainApartmentId } = draft;
  return {
    table,
    row,
    apartmentId,
    owner,
    ownerDocument,
    isDocumentSaid,
    emails,
    phones,
    mainApartmentId,
    kind: draft.kindFound.kind,
    isKindSaid: draft.kindFound.by !== 'none' && draft.kindFound.doubt === undefined,
    coefficient: shared ?? draft.coefficient ?? ZERO,
    sectorCoefficient: shared === undefined ? undefined : (draft.coefficient ?? ZERO),
  };
}

/**
 * Returns the exact sum of coefficients, or null beyond the largest storable value. Adds as floating numbers first
 * to detect an overflow.
 */
function boundedSum(rows: CoefficientRow[]): Nano | null {
  let roughly = 0;
  for (const row of rows) roughly += row.coefficient;
  return roughly > MAX_SUM * 1e9 ? null : sumNano(rows.map((row) => row.coefficient));
}

function aboutSum(rows: CoefficientRow[], sum: Nano | null, incomplete: boolean): TableProblem[] {
  if (sum === null) {
    const message = `La suma de los coeficientes pasa de ${MAX_SUM.toLocaleString('es-CO')}. Revise la columna del coeficiente.`;
    return [fileProblem('error', 'sumTooLarge', message)];
  }
  if (rows.length === 0) {
    // If every row has an error, those errors say more.
    return incomplete ? [] : [fileProblem('error', 'noUnits', 'No hay inmuebles debajo del encabezado.')];
  }
  if (sum === HUNDRED) return [];
  const gap = nano(Math.abs(sum - HUNDRED));
  const word = `${sum < HUNDRED ? 'falta' : 'sobra'}${formatExact(gap) === '1' ? '' : 'n'}`;
  const to = sum < HUNDRED ? 'para' : 'sobre';
  const sentence = `Los coeficientes suman ${formatExact(sum)}: ${word} ${formatExact(gap)} ${to} 100.`;
  const isNear = (whole: number) => sum > whole * 0.9e9 && sum < whole * 1.1e9;
  const scale = isNear(1)
    ? ' Parecen fracciones de 1 y no porcentajes; revise la tabla.'
    : isNear(1000)
      ? ' Parecen tantos por mil y no porcentajes; revise la tabla.'
      : '';
  return [fileProblem('warning', 'sumNot100', sentence + scale)];
}

/**
 * Returns problems about missing and skipped columns of a table: owners, coefficients and phones are never ignored
 * silently.
 */
function aboutColumns(table: ReadTable, isOneOfMany: boolean): TableProblem[] {
  const { header, name } = table;
  const problems: TableProblem[] = [];
  const add = (code: ProblemCode, message: string, column: string | null = null) =>
    problems.push({
      ...fileProblem('warning', code, message),
      column,
      ...defined({ sheet: isOneOfMany ? name : undefined }),
    });
  if (header.persons.length === 0) {
    add(
      'ownerColumnMissing',
      'La tabla no tiene columna de propietario; los inmuebles quedarán sin propietario.',
    );
  }
  const unread = unreadColumns(table);
  const names = (why: string) =>
    unread.filter((column) => column.unread === why).map(({ column }) => `«${header.name(column)}»`);
  const [coefficients, contacts, others] = [names('coefficient'), names('contact'), names('other')];
  if (coefficients.length > 0) {
    const used = header.name(header.coefficient);
    add('otherCoefficients', `Se usó la columna «${used}». No se leyeron: ${coefficients.join(', ')}.`, used);
  }
  if (contacts.length > 0) {
    add('otherContacts', `No se leyeron, porque no son del propietario: ${contacts.join(', ')}.`);
  }
  if (others.length > 0) {
    const message = `No se leyeron estas columnas: ${others.join(', ')}. Si alguna hace falta, diga qué contiene.`;
    add('columnsIgnored', message);
  }
  return problems;
}

function columnNames(header: TableHeader): ColumnNames {
  const optional = (column: number | undefined) => (column === undefined ? undefined : header.name(column));
  const several = (columns: readonly number[]) =>
    columns.length === 0 ? undefined : columns.map((column) => header.name(column));
  const personName = (columns: readonly number[]) => columns.map((column) => header.name(column)).join(' + ');
  return {
    unit: header.unit.map((column) => header.name(column)),
    coefficient: header.name(header.coefficient),
    owner: header.persons.length === 0 ? undefined : header.persons.map(personName).join(' / '),
    document: several(header.documents)?.join(' / '),
    emails: several(header.emails),
    phones: several(header.phones),
    kind: optional(header.kind),
    main: optional(header.main),
  };
}

function headerMissing(): TableProblem {
  const message =
    'No se encontró el encabezado de la tabla. Se necesita una fila con una columna «Inmueble» (o «Torre» y «Apto») y otra «Coeficiente»; «Propietario», «Documento», «Correo», «Celular», «Tipo» e «Inmueble principal» son opcionales. También puede decir qué contiene cada columna.';
  return fileProblem('error', 'headerMissing', message);
}

function columnUnknown(column: number): TableProblem {
  const message = 'La hoja no tiene esa columna.';
  return { ...fileProblem('error', 'columnUnknown', message), column: columnLetter(column) };
}

function columnsMissing(): TableProblem {
  const message = 'Diga cuál columna es el inmueble y cuál el coeficiente.';
  return fileProblem('error', 'columnsMissing', message);
}
