import type { Nano } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { reading } from '../../platform/sheets/reading.ts';

export interface CoefficientRow {
  /** As the spreadsheet program numbers it. */
  row: number;
  /** At most 60 characters; spaces at the ends removed, runs of them made one. */
  apartmentId: string;
  /** At most 200 characters; '' where the table names none. */
  owner: string;
  ownerDocument: string | null;
  /** The owner's, well formed; null where the table has no such column and so says nothing. */
  emails: string[] | null;
  phones: string[] | null;
  kind: ApartmentKind;
  /** The apartmentId, as another row spells it, of the unit that this one goes with. */
  mainApartmentId: string | null;
  coefficient: Nano;
}

export type ProblemCode =
  | 'headerMissing'
  | 'noUnits'
  | 'otherSheets'
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
  | 'sumNot100';

export interface TableProblem {
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
  /** The units without errors, in the sheet's order. */
  rows: CoefficientRow[];
  /** In the order of the rows; what concerns the whole table comes first. */
  problems: TableProblem[];
  /** Exact sum of `rows`; the largest possible where the problem `sumTooLarge` says that it is larger. */
  sum: Nano;
  /** sum − 100, with its sign. */
  distance: Nano;
}

/** A joint's table of units. */
export const unitsReading = reading<null, CoefficientTable>('units');
