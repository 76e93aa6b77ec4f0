import type { Nano } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import type { UnitColumnRole, UnitsReading } from '../../../shared/properties/units-reading.ts';

export interface CoefficientRow {
  /** The place of its table among those of the file. */
  table: number;
  /** As the spreadsheet program numbers it. */
  row: number;
  /** At most 60 characters; spaces at the ends removed, runs of them made one. */
  apartmentId: string;
  /** At most 200 characters; '' where the table names none. Several owners stand apart by ' / '. */
  owner: string;
  /** Of each owner where there are several, apart by ' / '. */
  ownerDocument: string | null;
  /** The table has a column of documents. */
  isDocumentSaid: boolean;
  /** The owner's, well formed; null where the table has no such column and so says nothing. */
  emails: string[] | null;
  phones: string[] | null;
  kind: ApartmentKind;
  /** The table says it, or somebody did; else it is taken for a dwelling. */
  isKindSaid: boolean;
  /** The apartmentId, as another row spells it, of the unit that this one goes with. */
  mainApartmentId: string | null;
  coefficient: Nano;
  /** Coefficient in the unit's own sector, if towers are read as sectors. */
  sectorCoefficient?: Nano | undefined;
}

/** A tower that sums to a whole by itself and may be a sector of the joint. */
export interface SectorFound {
  tower: string;
  sectorName: string;
  apartmentIds: string[];
  /** Of its own coefficients. */
  sum: Nano;
  /** Part of the joint in percent, as somebody typed it; null without an answer. */
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
  /** Where the file has several tables: the name of this one. */
  sheet?: string;
  /** Null where the whole table is meant. */
  row: number | null;
  /** The header's text as found, or the column's letter where it has none; null where no column is meant. */
  column: string | null;
  /** With an error nothing may be imported; a warning is for a person to look at. */
  severity: 'error' | 'warning';
  code: ProblemCode;
  /** Spanish. It names the unit where there is one, but not row and column, which stand beside it. */
  message: string;
}

/** The header texts found, as spelt in the sheet. */
export interface ColumnNames {
  /** One, or several that are joined with '-': tower and apartment. */
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
  /** Null when no sheet has a header; then there are no rows, and `problems` says what is needed. */
  sheet: string | null;
  headerRow: number | null;
  columns: ColumnNames | null;
  /** The file's tables, its sheets without one too. */
  tables: ImportReport['tables'];
  /** The columns of the first table that is read, with what each one is taken for. */
  sheetColumns: ImportReport['columns'];
  /** What was done about towers that are written once; null where there are none. */
  towers: ImportReport['towers'];
  /** Units that nobody can tell from dwellings but by their small coefficient. */
  doubtful: string[];
  /** Towers or sheets that each sum to a whole; empty if there are not several. */
  sectors: SectorFound[];
  account: ImportReport['account'];
  /** The units without errors, in the sheet's order. */
  rows: CoefficientRow[];
  /** In the order of the rows; what concerns the whole table comes first. */
  problems: TableProblem[];
  /** Exact sum of `rows`; the largest possible where the problem `sumTooLarge` says that it is larger. */
  sum: Nano;
  /** sum − 100, with its sign. */
  distance: Nano;
}

/** A header that was mapped by hand before. */
export interface KnownColumn {
  header: string;
  role: UnitColumnRole;
}

/** What a unit is known as in the joint already: nothing is asked twice. */
export interface KnownUnit {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
}

/** What is said and known beside the file. */
export interface UnitsGiven {
  reading: UnitsReading;
  remembered: readonly KnownColumn[];
  known: readonly KnownUnit[];
}
