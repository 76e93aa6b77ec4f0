import Type, { type Static } from 'typebox';
import { BillingApartment } from '../accounts/users.api.ts';
import { CoefficientNumber, endpoint, FileAnswer, Nullable, staff } from '../api.ts';
import { Profile } from '../profiles.ts';
import { SheetAccount } from '../sheet-account.ts';
import { apartmentKinds } from './apartment-kinds.ts';
import { UnitsReading, unitColumnRoles } from './units-reading.ts';

const Kind = Type.Enum(apartmentKinds);

/** Contacts of an owner from the table of units: personal data, readable only by the platform. */
const Contacts = {
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
};

/** Private unit in a joint's table. */
export const Apartment = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  kind: Kind,
  /** Main unit of an annex (the flat of a parking space), if any. */
  mainApartmentId: Nullable(Type.String()),
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  ...Contacts,
  coefficient: CoefficientNumber,
});
export type Apartment = Static<typeof Apartment>;

export const ImportProblem = Type.Object({
  /** Table of the file, if several are read. */
  sheet: Type.Optional(Type.String()),
  /** Row number of the spreadsheet program; null for the whole file. */
  row: Nullable(Type.Integer()),
  /** Header of the column, or its letter; null if no single column is meant. */
  column: Nullable(Type.String()),
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  code: Type.String(),
  message: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** Changes of a new table against the current table, before storing. */
const TableChanges = Type.Object({
  /** Units missing in the joint. */
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
  /** Former and new owners, as name and document; '' if unknown. */
  owners: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: Type.String(), after: Type.String() }),
  ),
});

export const ImportReport = Type.Object({
  /** True if all rows were stored. */
  committed: Type.Boolean(),
  /** First table read; null without a table. */
  sheet: Nullable(Type.String()),
  /** Tables of the file: sheets, and tables side by side in a sheet. */
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      /** True with a header of unit and coefficient. */
      hasHeader: Type.Boolean(),
      isRead: Type.Boolean(),
      /** Rows with content. */
      rows: Type.Integer(),
    }),
  ),
  /** 1-based, in the first table. */
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      /** 0-based. */
      column: Type.Integer(),
      /** Header of the sheet; the column letter without a header. */
      header: Type.String(),
      role: Type.Enum(unitColumnRoles),
      samples: Type.Array(Type.String()),
      /** Source of the role: the sheet, an earlier manual choice, or a manual choice of this request. */
      by: Type.Union([Type.Literal('sheet'), Type.Literal('before'), Type.Literal('hand')]),
    }),
  ),
  /** Treatment of towers not written in each row: filled from above, or ignored; null if there are none. */
  towers: Nullable(Type.Union([Type.Literal('filled'), Type.Literal('left')])),
  /** Units of unknown kind with a small coefficient: possibly not dwellings. */
  doubtful: Type.Array(Type.String()),
  /** Towers (or sheets) that each sum to a whole: one table, or sectors with shares. */
  sectors: Type.Array(
    Type.Object({
      tower: Type.String(),
      sectorName: Type.String(),
      units: Type.Integer(),
      sum: CoefficientNumber,
      /** Percent of the joint; null before an answer. */
      share: Nullable(CoefficientNumber),
    }),
  ),
  account: SheetAccount,
  /** Null for a joint without units. */
  changes: Nullable(TableChanges),
  rows: Type.Array(
    Type.Object({
      /** Index of the table in `tables`. */
      table: Type.Integer(),
      row: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      ownerDocument: Nullable(Type.String()),
      ...Contacts,
      kind: Kind,
      mainApartmentId: Nullable(Type.String()),
      coefficient: CoefficientNumber,
    }),
  ),
  problems: Type.Array(ImportProblem),
  /** Exact sum of the table and signed distance from 100, in the units of the table. */
  sum: CoefficientNumber,
  distance: CoefficientNumber,
  /** Units of the joint missing in the file; a commit retires them. */
  missing: Type.Array(Type.String()),
});
export type ImportReport = Static<typeof ImportReport>;

export const listApartments = endpoint('listApartments', 'GET /joints/:jointId/apartments', {
  access: { profiles: staff, scope: 'paramsJoint' },
  summary: "The joint's table of units",
  answer: Type.Array(Apartment),
});

export const importApartments = endpoint('importApartments', 'POST /joints/:jointId/apartments/import', {
  access: { profiles: staff, scope: 'paramsJoint' },
  summary: "Preview or commit a joint's table of units from one xlsx or csv file",
  description:
    'Without `commit=true` nothing is stored. With `commit=true`, all rows are stored or no row: 422 importHasProblems for a file with errors, with the report in the details. The file replaces the table: missing units are retired, never destroyed. The roll of an opened assembly does not change. Without a column in the file, e-mail addresses, phones and documents of owners and kinds of units stay. The form may have a field `body` before the file: JSON with choices about the file (the schema of the body).',
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  body: UnitsReading,
  answer: ImportReport,
  upload: true,
});

export const unitsTemplate = endpoint('unitsTemplate', 'GET /joints/:jointId/unitstemplate', {
  access: { profiles: staff, scope: 'paramsJoint' },
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
