import Type, { type Static } from 'typebox';
import { endpoint, FileAnswer, Instant, Line, Nullable, staff } from '../api.ts';

const access = { profiles: staff, scope: 'paramsJoint', service: 'either' } as const;

/** Person of a joint, found in the table of owners (also former owners), among the linked users, or by name in any record. */
const PersonFound = Type.Object({
  /**
   * Record of the person: 'user:12', 'owner:3:1764000000000:101' or 'record:power.holder_name:7'; 'record:typed:' and the text for a
   * person that only free texts name.
   */
  person: Type.String(),
  name: Type.String(),
  document: Nullable(Type.String()),
  /** Name of the user; null without a user. */
  username: Nullable(Type.String()),
  /** Units owned now. */
  units: Type.Array(Type.String()),
  /** Units owned before. */
  formerUnits: Type.Array(Type.String()),
});
export type PersonFound = Static<typeof PersonFound>;

export const findPersons = endpoint('findPersons', 'POST /joints/:jointId/persons', {
  access,
  summary: 'Find persons of a joint by name, document, address, user name or unit, in any record; at most 20',
  body: Type.Object({ text: Line(100) }),
  bodyLimit: 4096,
  answer: Type.Array(PersonFound),
});

export const exportPerson = endpoint('exportPerson', 'POST /joints/:jointId/persons/export', {
  access,
  summary: 'All personal data of a person as one workbook, without data of other people',
  description:
    'The act is noted in the trail (Ley 1581 de 2012, arts. 8 and 14). 404 personNotFound, 422 personalDataTooLarge.',
  body: Type.Object({ person: Line(200) }),
  bodyLimit: 4096,
  answer: FileAnswer,
  file: true,
});

/** Data kept after an erasure, because a law requires the data or another joint is responsible. */
const KeptData = Type.Object({
  what: Type.String(),
  /** Number of records with a name, document, mail address, phone or user name of the person. */
  records: Type.Integer(),
  /** Article with the duty, or the reason. */
  law: Type.String(),
  /** Last day of the duty, YYYY-MM-DD; null without an end known here. */
  until: Nullable(Type.String()),
  /** Tables of the store with the records. */
  tables: Type.Array(Type.String()),
});
export type KeptData = Static<typeof KeptData>;

/** Number of records by kind. */
const Counted = Type.Array(Type.Object({ what: Type.String(), records: Type.Integer() }));

/** Stored data of a person, and the outcome of an erasure now. */
const StoredPerson = Type.Object({
  stored: Counted,
  /** Spanish sentence with the obstacle to an erasure; null without an obstacle. */
  refusal: Nullable(Type.String()),
  /** Data that an erasure now would erase; empty with an obstacle. */
  erased: Counted,
  /** Data that an erasure now would keep; empty with an obstacle. */
  kept: Type.Array(KeptData),
});
export type StoredPerson = Static<typeof StoredPerson>;

export const showPerson = endpoint('showPerson', 'POST /joints/:jointId/persons/records', {
  access,
  summary: 'Stored records of a person by kind, and the outcome of an erasure now; nothing is erased',
  description: '404 personNotFound, 422 personalDataTooLarge.',
  body: Type.Object({ person: Line(200) }),
  bodyLimit: 4096,
  answer: StoredPerson,
});

/** Answer of an erasure: erased data, kept data, and the end of the older copies. */
export const Erasure = Type.Object({
  erasureKey: Type.String(),
  at: Instant,
  erased: Counted,
  kept: Type.Array(KeptData),
  /** Last day of copies from before the erasure, YYYY-MM-DD. */
  copiesUntil: Type.String(),
  /** Names of stores set aside by earlier restores and upgrades; the operator removes the folders or databases. */
  setAside: Type.Array(Type.String()),
});
export type Erasure = Static<typeof Erasure>;

export const erasePerson = endpoint('erasePerson', 'POST /joints/:jointId/persons/erasure', {
  access,
  summary:
    "Erase a person's data that no law requires; the answer lists the kept data with article and last day",
  description:
    '404 personNotFound. 409 personIsOwner, details `units` and `stays`; personHasDuty. 422 erasureWaits while an assembly is open.',
  body: Type.Object({ person: Line(200) }),
  bodyLimit: 4096,
  answer: Erasure,
});

export const listErasures = endpoint('listErasures', 'GET /joints/:jointId/persons/erasures', {
  access,
  summary: 'The last 200 erasures of a joint with their answers, newest first',
  answer: Type.Array(Erasure),
});
