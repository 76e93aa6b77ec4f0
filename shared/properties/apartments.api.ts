import Type, { type Static } from 'typebox';
import { BillingApartment } from '../accounts/users.api.ts';
import { CoefficientNumber, endpoint, Nullable, staff } from '../api.ts';
import { JointId } from '../joint-id.ts';
import { Profile } from '../profiles.ts';
import { apartmentKinds } from './apartment-kinds.ts';

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
  /** Row as the spreadsheet program numbers it; null where the whole file is meant. */
  row: Nullable(Type.Integer()),
  /** The column's header, or its letter; null where no one column is meant. */
  column: Nullable(Type.String()),
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  code: Type.String(),
  message: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

export const ImportReport = Type.Object({
  /** True when the rows were stored: all of them. */
  committed: Type.Boolean(),
  sheet: Nullable(Type.String()),
  rows: Type.Array(
    Type.Object({
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
  tag: 'properties',
  params: JointId,
  answer: Type.Array(Apartment),
});

export const importApartments = endpoint('importApartments', 'POST /joints/:jointId/apartments/import', {
  access: { profiles: staff, scope: 'paramsJoint' },
  summary: "Preview or commit a joint's table of units from one xlsx or csv file",
  description:
    'Without `commit=true` nothing is stored. With it, all rows are stored or none: a file with errors answers 422 importHasProblems whose details are the report. The file replaces the table: units it no longer names are retired, never destroyed. The roll of an assembly that already opened does not change. E-mail addresses and phones of owners are kept as they are where the file has no such column.',
  tag: 'properties',
  params: JointId,
  query: Type.Object({ commit: Type.Optional(Type.Boolean()) }),
  answer: ImportReport,
  upload: true,
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
    tag: 'properties',
    params: JointId,
    answer: Type.Array(BillingApartment),
  },
);
