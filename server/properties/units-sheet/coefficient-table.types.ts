import type { Nano } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import type { UnitColumnRole, UnitsReading } from '../../../shared/properties/units-reading.ts';

export interface CoefficientRow {
  /** Index of the table in the file. */
  table: number;
  /** Row number of the spreadsheet program. */
  row: number;
  /** At most 60 characters; trimmed, with single spaces. */
  apartmentId: string;
  /** At most 200 characters; '' if missing. Several owners are separated by ' / '. */
  owner: string;
  /** Several documents are separated by ' / '. */
  ownerDocument: string | null;
  /** True if the table has a column of documents. */
  isDocumentSaid: boolean;
  /** Valid addresses of the owner; null without the column. */
  emails: string[] | null;
  phones: string[] | null;
  kind: ApartmentKind;
  /** True if given by the table or by hand; else assumed to be a dwelling. */
  isKindSaid: boolean;
  /** Id of the main unit, with the spelling of its own row. */
  mainApartmentId: string | null;
  coefficient: Nano;
  /** Coefficient in the unit's sector, if towers are sectors. */
  sectorCoefficient?: Nano | undefined;
}

/** Tower with the sum of a whole: possibly a sector of the joint. */
export interface SectorFound {
  tower: string;
  sectorName: string;
  apartmentIds: string[];
  /** Sum of the tower's coefficients. */
  sum: Nano;
  /** Percent of the joint, as typed; null before an answer. */
  share: Nano | null;
}

export type ProblemCode =
  | 'headerMissing'
  | 'headerChanges'
  | 'noUnits'
  | 'otherTables'
  | 'tablesLeftOut'
  | 'columnsMissing'
  | 'columnUnknown'
  | 'columnsIgnored'
  | 'towersFilled'
  | 'towersMissing'
  | 'ownersJoined'
  | 'ownersSame'
  | 'ownersByDocument'
  | 'ownersApart'
  | 'ownersDocuments'
  | 'kindsByShape'
  | 'kindsDoubtful'
  | 'otherCoefficients'
  | 'ownerColumnMissing'
  | 'unitMissing'
  | 'unitTooLong'
  | 'unitInvalid'
  | 'unitIsDate'
  | 'unitRepeated'
  | 'coefficientMissing'
  | 'coefficientInvalid'
  | 'coefficientNegative'
  | 'coefficientTooLarge'
  | 'coefficientMerged'
  | 'coefficientUncalculated'
  | 'coefficientMixed'
  | 'ownerMissing'
  | 'ownerTooLong'
  | 'ownerInvalid'
  | 'documentInvalid'
  | 'emailInvalid'
  | 'phoneInvalid'
  | 'contactWithoutOwner'
  | 'otherContacts'
  | 'mainUnknown'
  | 'mainIsItself'
  | 'rowIgnored'
  | 'totalDiffers'
  | 'sumTooLarge'
  | 'sumNot100'
  | 'towersWhole'
  | 'sharesWrong';

export interface TableProblem {
  /** Name of the table, if the file has several. */
  sheet?: string;
  /** Null for the whole table. */
  row: number | null;
  /** Header text, or the column letter without a header; null without a column. */
  column: string | null;
  /** An error blocks the import; a warning is for review. */
  severity: 'error' | 'warning';
  code: ProblemCode;
  /** Spanish. Names the unit, if any, but not row and column: both are separate fields. */
  message: string;
}

/** Header texts as spelled in the sheet. */
export interface ColumnNames {
  /** Several columns are joined with '-': tower and apartment. */
  unit: string[];
  coefficient: string;
  owner?: string;
  document?: string;
  emails?: string[];
  phones?: string[];
  kind?: string;
  main?: string;
}

export interface CoefficientTable {
  /** Null if no sheet has a header; then `rows` is empty, and `problems` explains. */
  sheet: string | null;
  headerRow: number | null;
  columns: ColumnNames | null;
  /** All tables of the file, including sheets without a table. */
  tables: ImportReport['tables'];
  /** Columns of the first read table, with their roles. */
  sheetColumns: ImportReport['columns'];
  /** Treatment of towers written once; null if there are none. */
  towers: ImportReport['towers'];
  /** Units with a small coefficient and unknown kind: possibly not dwellings. */
  doubtful: string[];
  /** Towers or sheets that each sum to a whole; empty below two. */
  sectors: SectorFound[];
  account: ImportReport['account'];
  /** Units without errors, in sheet order. */
  rows: CoefficientRow[];
  /** In row order; problems of the whole table come first. */
  problems: TableProblem[];
  /** Exact sum of `rows`; the largest possible value if the problem `sumTooLarge` is present. */
  sum: Nano;
  /** Signed difference: sum − 100. */
  distance: Nano;
}

/** Header mapped by hand before. */
export interface KnownColumn {
  header: string;
  role: UnitColumnRole;
}

/** Stored facts of a unit in the joint, to avoid repeated questions. */
export interface KnownUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
}

/** Manual choices and stored facts for reading a file. */
export interface UnitsGiven {
  reading: UnitsReading;
  remembered: readonly KnownColumn[];
  knownUnits: readonly KnownUnit[];
}
