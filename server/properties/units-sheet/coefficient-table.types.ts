import type { Nano } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import type { UnitColumnRole, UnitsReading } from '../../../shared/properties/units-reading.ts';

/** Row of a table of units, as read from the file. */
export interface CoefficientRow {
  /** Index of the table in the file, from 0. */
  table: number;
  /** Row number, from 1, as shown by the spreadsheet program. */
  row: number;
  /** Id of the unit: at most 60 characters, trimmed, with single spaces. */
  apartmentId: string;
  /** Name of the owner: at most 200 characters, '' if missing. Several owners are separated by ' / '. */
  owner: string;
  /** Document number of the owner, null if missing. Several are separated by ' / '. */
  ownerDocument: string | null;
  /** True if the table has a column of owners' identity documents. */
  isDocumentSaid: boolean;
  /** Valid mail addresses of the owner; null if the table has no column of addresses. */
  emails: string[] | null;
  /** Phones of the owner; null if the table has no column of phones. */
  phones: string[] | null;
  kind: ApartmentKind;
  /** True if the table or the user named the kind; false if assumed to be a dwelling. */
  isKindSaid: boolean;
  /**
   * Id of the main unit (the dwelling of a parking space), spelled as in the main unit's own row; null without a
   * main unit.
   */
  mainApartmentId: string | null;
  /** Share of the unit in the joint, in 10⁻⁹ of a percent. */
  coefficient: Nano;
  /** Coefficient inside the unit's sector (10⁻⁹), if towers are sectors. */
  sectorCoefficient?: Nano | undefined;
}

/** Tower with coefficients of 100 % in sum: possibly a sector of the joint. */
export interface SectorFound {
  /** Tower as in the table: '2'. */
  tower: string;
  /** Proposed name of the sector: 'Torre 2'. */
  sectorName: string;
  apartmentIds: string[];
  /** Sum of the tower's coefficients (10⁻⁹). */
  sum: Nano;
  /** Share of the tower in the joint, in percent, as typed by the user; null before an answer. */
  share: Nano | null;
}

/** Code of a problem in a table of units. */
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
  | 'annexesSplit'
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

/** Problem of a row or of the whole table of units. */
export interface TableProblem {
  /** Name of the table, only if the file has several tables. */
  sheet?: string;
  /** Row number of the problem; null for the whole table. */
  row: number | null;
  /** Title of the column, or the column's letter without a title; null if the problem is about no column. */
  column: string | null;
  /** An error blocks the import; a warning is for review. */
  severity: 'error' | 'warning';
  code: ProblemCode;
  /** Spanish sentence. Names the unit, if any, but not row and column: both are separate fields. */
  message: string;
}

/** Titles of the read columns as spelled in the sheet. */
export interface ColumnNames {
  /** Titles of the columns that form the id; several are joined with '-': tower and apartment. */
  unit: string[];
  /** Title of the column with coefficients. */
  coefficient: string;
  /** Title of the column with owners. Each of the following titles is missing if the table lacks the column. */
  owner?: string;
  document?: string;
  emails?: string[];
  phones?: string[];
  kind?: string;
  main?: string;
}

/** Table of units read from a file, with problems and questions. */
export interface CoefficientTable
  extends Pick<ImportReport, 'sheet' | 'headerRow' | 'tables' | 'towers' | 'doubtful' | 'account'> {
  /** Titles of the read columns; null without a header. */
  columns: ColumnNames | null;
  /** Columns of the first table, with their roles. */
  sheetColumns: ImportReport['columns'];
  /** Towers or sheets with coefficients of 100 % each in sum; empty if fewer than two. */
  sectors: SectorFound[];
  /** Rows of units without errors, in sheet order. */
  rows: CoefficientRow[];
  /** Problems in row order; problems of the whole table come first. */
  problems: TableProblem[];
  /**
   * Exact sum of the coefficients of `rows`; the largest possible value if the problem `sumTooLarge` is present.
   */
  sum: Nano;
  /** Difference of the sum from 100 %, with sign: sum − 100. */
  distance: Nano;
}

/** Column title of an earlier file of the joint, with the meaning chosen by hand. */
export interface KnownColumn {
  /** Title of the column: 'Coef.'. */
  header: string;
  /** Meaning of the column: coefficient, unit, owner …; or `ignore`. */
  role: UnitColumnRole;
}

/** Stored data of a unit in the joint, to avoid repeated questions to the user. */
export interface KnownUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
}

/** Choices of the user for an uploaded table of units, and stored data of the joint. */
export interface UnitsGiven {
  reading: UnitsReading;
  /** Meanings of columns chosen by hand in earlier files. */
  remembered: readonly KnownColumn[];
  /** Units stored in the joint. */
  knownUnits: readonly KnownUnit[];
}
