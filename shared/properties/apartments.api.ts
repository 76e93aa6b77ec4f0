import Type, { type Static } from 'typebox';
import { BillingApartment } from '../accounts/users.api.ts';
import { CoefficientNumber, endpoint, FileAnswer, Nullable, unitKeepers } from '../api.ts';
import { Profile } from '../profiles.ts';
import { SheetAccount } from '../sheet-account.ts';
import { apartmentKinds } from './apartment-kinds.ts';
import { UnitsReading, unitColumnRoles } from './units-reading.ts';

const UnitKind = Type.Enum(apartmentKinds);

/** Contact data of an owner from the table of units: personal data, readable only by platform staff. */
const Contacts = {
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
};

/** Private unit in the table of a joint (co-owned property). */
export const Apartment = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  kind: UnitKind,
  /** Main unit of an annex (the flat of a parking space). Null without a main unit. */
  mainApartmentId: Nullable(Type.String()),
  /** Names of the owners, as written in the table. */
  owner: Type.String(),
  /** Identity documents of the owners, as written. Null if unknown. */
  ownerDocument: Nullable(Type.String()),
  ...Contacts,
  coefficient: CoefficientNumber,
});
export type Apartment = Static<typeof Apartment>;

/** Problem of a row or of a whole spreadsheet, with a Spanish message for the user. */
export const ImportProblem = Type.Object({
  /** Name of the table in the file, if several are read. */
  sheet: Type.Optional(Type.String()),
  /** Row number as in the spreadsheet program. Null for a problem of the whole file. */
  row: Nullable(Type.Integer()),
  /** Header of the column, or the letter of the column. Null for a problem without a single column. */
  column: Nullable(Type.String()),
  /** `error` blocks storing; `warning` does not. */
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  /** Stable code of the problem. */
  code: Type.String(),
  message: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** Differences between a new table of units and the current table, before storing. */
const TableChanges = Type.Object({
  /** Units of the file missing in the joint. */
  added: Type.Array(Type.String()),
  /**
   * Units with another name in the file. Names equal except for zeros, case and signs keep the joint's name. Units
   * with the same owner and coefficient keep the name if `keepNames` is set, else count as removed and added.
   */
  renamed: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: Type.String(), isKept: Type.Boolean() }),
  ),
  coefficients: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: CoefficientNumber, after: CoefficientNumber }),
  ),
  /** Units with other owners: former and new owners as name and document. '' if unknown. */
  owners: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: Type.String(), after: Type.String() }),
  ),
});

/** Result of reading a table of units, before or after storing. */
export const ImportReport = Type.Object({
  /** True if all rows were stored. */
  committed: Type.Boolean(),
  /** Name of the first table read. Null without a table. */
  sheet: Nullable(Type.String()),
  /** Tables found in the file: sheets, and tables side by side in a sheet. */
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      /** True if the table has a header with unit and coefficient. */
      hasHeader: Type.Boolean(),
      /** True if chosen for reading. */
      isRead: Type.Boolean(),
    }),
  ),
  /** Row number of the header in the first table, 1-based. Null without a header. */
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      /** Index of the column, 0-based. */
      column: Type.Integer(),
      /** Text of the header. Without a header: the letter of the column. */
      header: Type.String(),
      role: Type.Enum(unitColumnRoles),
      /** First values of the column, as text. */
      samples: Type.Array(Type.String()),
      /** Source of the role: the file, an earlier choice by hand, or a choice by hand in this request. */
      by: Type.Union([Type.Literal('sheet'), Type.Literal('before'), Type.Literal('hand')]),
    }),
  ),
  /**
   * Rows without a written tower: `filled` takes the tower from above, `left` leaves the row without a tower. Null
   * if every tower is written in the row.
   */
  towers: Nullable(Type.Union([Type.Literal('filled'), Type.Literal('left')])),
  /** Units of unknown kind with a small coefficient: possibly not dwellings. */
  doubtful: Type.Array(Type.String()),
  /** Towers (or sheets) that each sum to a whole. The user decides: a single table, or sectors with shares. */
  sectors: Type.Array(
    Type.Object({
      tower: Type.String(),
      sectorName: Type.String(),
      units: Type.Integer(),
      sum: CoefficientNumber,
      /** Share of the sector in the joint, in per cent. Null before the user's answer. */
      share: Nullable(CoefficientNumber),
    }),
  ),
  /** Count of every cell of the file: read, or skipped with a reason. */
  account: SheetAccount,
  /** Differences from the current table. Null for a joint without units. */
  changes: Nullable(TableChanges),
  rows: Type.Array(
    Type.Object({
      /** Index of the row's table in `tables`. */
      table: Type.Integer(),
      row: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      ownerDocument: Nullable(Type.String()),
      ...Contacts,
      kind: UnitKind,
      mainApartmentId: Nullable(Type.String()),
      coefficient: CoefficientNumber,
    }),
  ),
  problems: Type.Array(ImportProblem),
  /** Exact sum of the table, in the units of the table. `distance`: sum minus 100. */
  sum: CoefficientNumber,
  distance: CoefficientNumber,
  /** Units of the joint missing in the file. Storing the table removes the units. */
  missing: Type.Array(Type.String()),
});
export type ImportReport = Static<typeof ImportReport>;

export const listApartments = endpoint('listApartments', 'GET /joints/:jointId/apartments', {
  access: { profiles: unitKeepers, scope: 'paramsJoint' },
  summary: "The joint's table of units",
  answer: Type.Array(Apartment),
});

export const importApartments = endpoint('importApartments', 'POST /joints/:jointId/apartments/import', {
  access: { profiles: unitKeepers, scope: 'paramsJoint' },
  summary: "Preview or commit a joint's table of units from one xlsx or csv file",
  description:
    'Without `commit=true` nothing is stored. With `commit=true`, all rows are stored or no row: 422 importHasProblems for a file with errors, with the report in the details. The file replaces the table: missing units are retired, never destroyed. The roll of an opened assembly does not change. Without a column in the file, e-mail addresses, phones and documents of owners and kinds of units stay. The form may have a field `body` before the file: JSON with choices about the file (the schema of the body).',
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  body: UnitsReading,
  answer: ImportReport,
  upload: true,
});

export const unitsTemplate = endpoint('unitsTemplate', 'GET /joints/:jointId/unitstemplate', {
  access: { profiles: unitKeepers, scope: 'paramsJoint' },
  summary:
    "Spreadsheet of the joint's units, to fill in or to change; unchanged, the sheet imports without questions",
  answer: FileAnswer,
  file: true,
});

export const listBillingApartments = endpoint(
  'listBillingApartments',
  'GET /joints/:jointId/billingapartments',
  {
    access: {
      profiles: [Profile.full, Profile.admin, Profile.owner],
      scope: 'paramsJoint',
      service: 'billing',
    },
    summary: "The joint's units in billing (an owner: their own)",
    answer: Type.Array(BillingApartment),
  },
);
