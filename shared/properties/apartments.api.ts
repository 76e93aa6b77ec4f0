import Type, { type Static } from 'typebox';
import { BillingApartment } from '../accounts/users.api.ts';
import { CoefficientNumber, endpoint, FileAnswer, Nullable, staff } from '../api.ts';
import { Profile } from '../profiles.ts';
import { SheetAccount } from '../sheet-account.ts';
import { apartmentKinds } from './apartment-kinds.ts';
import { UnitsReading, unitColumnRoles } from './units-reading.ts';

const Kind = Type.Enum(apartmentKinds);

/** How an owner is reached, as the table of units says; personal data that only the platform reads here. */
const Contacts = {
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
};

/** A private unit of a joint's table. */
export const Apartment = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  kind: Kind,
  /** The unit this one goes with (a parking space with its flat), if any. */
  mainApartmentId: Nullable(Type.String()),
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  ...Contacts,
  coefficient: CoefficientNumber,
});
export type Apartment = Static<typeof Apartment>;

export const ImportProblem = Type.Object({
  /** Which of the file's tables it is about, where it has several that are read. */
  sheet: Type.Optional(Type.String()),
  /** Row as the spreadsheet program numbers it; null where the whole file is meant. */
  row: Nullable(Type.Integer()),
  /** The column's header, or its letter; null where no one column is meant. */
  column: Nullable(Type.String()),
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  code: Type.String(),
  message: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** What a new table changes in the joint's present one, before it is stored. */
const TableChanges = Type.Object({
  /** Units that the joint does not have. */
  added: Type.Array(Type.String()),
  /**
   * Units that have another name in the file: the same but for zeros, case and signs, which keep the joint's name; or
   * with the same owner and coefficient, which keep it where `keepNames` says so, and are else one that goes and one
   * that comes.
   */
  renamed: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: Type.String(), isKept: Type.Boolean() }),
  ),
  coefficients: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: CoefficientNumber, after: CoefficientNumber }),
  ),
  /** Owners who end and begin, as name and document; '' where nobody is known. */
  owners: Type.Array(
    Type.Object({ apartmentId: Type.String(), before: Type.String(), after: Type.String() }),
  ),
});

export const ImportReport = Type.Object({
  /** True when the rows were stored: all of them. */
  committed: Type.Boolean(),
  /** The first table that was read; null where no table was found. */
  sheet: Nullable(Type.String()),
  /** The file's tables: its sheets, and what stands side by side in them. */
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      /** It has a header of unit and coefficient. */
      hasHeader: Type.Boolean(),
      isRead: Type.Boolean(),
      /** Rows with something in them. */
      rows: Type.Integer(),
    }),
  ),
  /** 1-based, of the first table. */
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      /** 0-based. */
      column: Type.Integer(),
      /** As the sheet has it; its letter where there is none. */
      header: Type.String(),
      role: Type.Enum(unitColumnRoles),
      samples: Type.Array(Type.String()),
      /** Who says so: the sheet itself, a mapping by hand of before, or one of this request. */
      by: Type.Union([Type.Literal('sheet'), Type.Literal('before'), Type.Literal('hand')]),
    }),
  ),
  /** Towers that do not stand in each row were taken from above, or left out; null where there are none. */
  towers: Nullable(Type.Union([Type.Literal('filled'), Type.Literal('left')])),
  /** Units that may be no dwellings: nothing says what they are, and their coefficient is small. */
  doubtful: Type.Array(Type.String()),
  /** Towers (or sheets) that each sum to a whole: one table, or sectors with their shares. */
  sectors: Type.Array(
    Type.Object({
      tower: Type.String(),
      sectorName: Type.String(),
      units: Type.Integer(),
      sum: CoefficientNumber,
      /** Part of the joint in percent; null without an answer. */
      share: Nullable(CoefficientNumber),
    }),
  ),
  account: SheetAccount,
  /** Null where the joint has no units yet. */
  changes: Nullable(TableChanges),
  rows: Type.Array(
    Type.Object({
      /** Its table, as a place among `tables`. */
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
  /** Exact sum of the table and its signed distance from 100, in the table's units. */
  sum: CoefficientNumber,
  distance: CoefficientNumber,
  /** Units of the joint that the file no longer names; a commit retires them. */
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
    'Without `commit=true` nothing is stored. With it, all rows are stored or none: a file with errors answers 422 importHasProblems whose details are the report. The file replaces the table: units it no longer names are retired, never destroyed. The roll of an assembly that already opened does not change. E-mail addresses, phones and documents of owners, and kinds of units, are kept as they are where the file says nothing of them. The form may have a field `body` before the file: JSON with what somebody said of the file by hand (the schema of the body).',
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  body: UnitsReading,
  answer: ImportReport,
  upload: true,
});

export const unitsTemplate = endpoint('unitsTemplate', 'GET /joints/:jointId/unitstemplate', {
  access: { profiles: staff, scope: 'paramsJoint' },
  summary: "A spreadsheet of the joint's units, to fill in or to change; it comes back as it is",
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
