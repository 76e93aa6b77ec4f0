import Type, { type Static } from 'typebox';
import { CoefficientNumber, endpoint, Instant, Line, Nullable, reporters } from '../api.ts';
import { apartmentKinds } from './apartment-kinds.ts';

/** Maximum number of findings in an answer. */
export const MOST_FINDINGS = 20;
/** Maximum number of characters of a searched text. */
export const MOST_SEARCHED = 80;

/** Kind of the fact that a search found. */
export const findingKinds = [
  'unit',
  'owner',
  'document',
  'mail',
  'phone',
  'proxy',
  'bill',
  'receipt',
  'question',
] as const;
/** Kind of a found fact: a value of `findingKinds`. */
export type FindingKind = (typeof findingKinds)[number];

/** Fact found by a search, with the unit of the fact. */
export const Finding = Type.Object({
  kind: Type.Enum(findingKinds),
  /** Joint, or sector, with the table of the unit. */
  jointId: Type.Integer(),
  jointName: Type.String(),
  /** Null for a question. */
  apartmentId: Nullable(Type.String()),
  /** Name of the current owner. '' if unknown, and for a question. */
  owner: Type.String(),
  /** Found text: a phone, the name of a proxy, the number of a bill, the text of a question. */
  text: Type.String(),
});
export type Finding = Static<typeof Finding>;

export const searchFacts = endpoint('searchFacts', 'POST /search', {
  access: { profiles: reporters, scope: 'session' },
  summary: "Find units, people, bills, receipts and questions in the caller's joints by any of their words",
  description:
    'Ignores accents, case and punctuation. Every word of the text must occur in the facts of the unit; a word may also name the joint. Mail addresses and phones only for staff, and with the right `assemblies`; bills and receipts only in joints that the caller bills. The text is in the body: addresses are logged.',
  body: Type.Object({ text: Line(MOST_SEARCHED) }),
  bodyLimit: 4096,
  answer: Type.Object({
    findings: Type.Array(Finding),
    /** True if more facts match than the answer lists. */
    hasMore: Type.Boolean(),
  }),
});

/** Page of a unit: facts of the table of units, and the parts of the page open to the caller. */
export const UnitPage = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  apartmentId: Type.String(),
  kind: Type.Enum(apartmentKinds),
  mainApartmentId: Nullable(Type.String()),
  /** Units with the unit as main unit: parking spaces, storage rooms. */
  annexes: Type.Array(Type.String()),
  coefficient: CoefficientNumber,
  /** True if the unit is no longer in the joint's table. */
  retired: Type.Boolean(),
  /** Owners of the unit, the current owner first; `until` is null for the current owner. At most 20. */
  owners: Type.Array(
    Type.Object({
      name: Type.String(),
      document: Nullable(Type.String()),
      since: Instant,
      until: Nullable(Instant),
    }),
  ),
  /** Mail addresses and phones of the current owner. Null if hidden from the caller. */
  contacts: Nullable(Type.Object({ emails: Type.Array(Type.String()), phones: Type.Array(Type.String()) })),
  /** Id of the joint with the books of the unit. Null without billing, or if the caller does not bill the joint. */
  booksOf: Nullable(Type.Integer()),
  /** True if the caller may see attendance, votes and powers of the unit. */
  hasAssemblies: Type.Boolean(),
  /** True if the caller may read the audit trail of the joint. */
  hasTrail: Type.Boolean(),
});
export type UnitPage = Static<typeof UnitPage>;

export const getUnitPage = endpoint('getUnitPage', 'GET /joints/:jointId/units/:apartmentId', {
  access: { profiles: reporters, scope: 'paramsJoint', service: 'either' },
  summary: 'A unit with owners and contacts, and the parts of its page that the caller may open',
  description: '404 apartmentNotFound for a unit that is not in the table of the joint.',
  answer: UnitPage,
});
