import { createHash } from 'node:crypto';
import { bareText } from '../../shared/bare-text.ts';
import { Profile } from '../../shared/profiles.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import { mayBeOwner, type NamedPerson } from '../../shared/properties/person.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { groupEntries } from '../platform/lib/group-by.ts';
import { ERASED_NAME } from './columns.ts';
import { type NamedRow, readNamedRows } from './named.repository.ts';
import { type OwnershipRow, readOwnerships, readUsers, type UserRow } from './person.repository.ts';

/** Records of a person in a joint with its sectors: rows of the table of owners, users, and other records with the person. */
export interface PersonRecords {
  owners: OwnershipRow[];
  users: UserRow[];
  named: NamedRow[];
}
/** Records of a person without any record. */
export const NO_RECORDS: PersonRecords = { owners: [], users: [], named: [] };
type PersonRow = OwnershipRow | UserRow | NamedRow;

/** Ids of the records of a person, without personal data. */
export interface ErasedRecord {
  owners: { jointId: number; apartmentId: string; since: number }[];
  userIds: number[];
  /**
   * All other records with the person. Missing in lists from before December 2026. `part`: start and length of the text in the column,
   * of a person known by a typed text alone.
   */
  named?: { column: string; key: readonly string[]; check?: string; part?: readonly [number, number] }[];
  /** Instant of creation of each user, in the order of the ids: after a restore an id may be of another user. Missing in requests. */
  usersSince?: Millis[];
}

/** All people of a joint with its sectors, and the rows of the same person for each row. */
export interface JointPeople extends PersonRecords {
  rootId: number;
  jointIds: readonly number[];
  groups: ReadonlyMap<PersonRow, readonly PersonRow[]>;
}

/** Reads the owners, also former owners, the linked users, and the persons in other records, of a joint with its sectors. */
export const readJointPeople = async (
  db: Db,
  rootId: number,
  jointIds: readonly number[],
): Promise<JointPeople> => {
  const owners = await readOwnerships(db, jointIds);
  const users = await readUsers(db, jointIds);
  const userIds = users.map(({ userId }) => userId);
  const named = await readNamedRows(db, { rootId, jointIds, userIds });
  return { rootId, jointIds, owners, users, named, groups: groupsOf([...owners, ...users, ...named]) };
};

const unitText = ({ jointId, apartmentId }: { jointId: number; apartmentId: string }) =>
  `${jointId} ${apartmentId}`;

/** Returns all rows of a person. */
export const personRows = ({ owners, users, named }: PersonRecords): PersonRow[] => [
  ...owners,
  ...users,
  ...named,
];

/** Units of a row, as `unitText`. */
function unitTextsOf(row: PersonRow): string[] {
  if ('apartmentId' in row) return [unitText(row)];
  return row.units.map((unit) => (typeof unit === 'string' ? unit : unitText(unit)));
}

/** Name to compare; '' for a missing or an erased name. */
const bareNameOf = ({ name }: { name: string }): string =>
  name === ERASED_NAME ? '' : bareText(name).trim();

/** Rows of the same person, joined step by step. */
class Groups {
  readonly of = new Map<PersonRow, PersonRow[]>();

  constructor(rows: readonly PersonRow[]) {
    for (const row of rows) this.of.set(row, [row]);
  }

  join(one: PersonRow, other: PersonRow): void {
    const [first = [], second = []] = [this.of.get(one), this.of.get(other)];
    if (first === second) return;
    const [large, small] = first.length < second.length ? [second, first] : [first, second];
    for (const row of small) {
      large.push(row);
      this.of.set(row, large);
    }
  }

  /** Returns the different groups of rows. */
  among(rows: readonly PersonRow[]): PersonRow[][] {
    return [...new Set(rows.map((row) => this.of.get(row) ?? [row]))];
  }
}

const byText = (
  rows: readonly PersonRow[],
  textsOfRow: (row: PersonRow) => readonly string[],
): PersonRow[][] => {
  const texts = rows.flatMap((row) => [...new Set(textsOfRow(row))].map((text) => [text, row] as const));
  return [...groupEntries(texts).values()];
};

/**
 * Groups rows by person: by document, user, and name at a common unit; a record about no unit also by the name alone, if a single
 * person of the joint has the name; a record with an address alone by the address, if a single person has the address.
 */
function groupsOf(rows: readonly PersonRow[]): ReadonlyMap<PersonRow, readonly PersonRow[]> {
  const groups = new Groups(rows);
  const keys = new Map(rows.map((row) => [row, documentKeys(row.document)]));
  const names = new Map(rows.map((row) => [row, bareNameOf(row)]));
  const keysOf = (row: PersonRow) => keys.get(row) ?? [];
  const named = (row: PersonRow) => names.get(row) ?? '';
  const joinAll = (same: readonly PersonRow[]) => {
    for (const row of same) groups.join(same[0] ?? row, row);
  };
  for (const same of byText(rows, keysOf)) joinAll(same);
  for (const same of byText(rows, (row) => ('userId' in row && row.userId !== null ? [`${row.userId}`] : [])))
    joinAll(same);
  const atUnits = byText(rows, (row) =>
    named(row) === '' ? [] : unitTextsOf(row).map((unit) => `${named(row)} ${unit}`),
  );
  for (const same of atUnits) {
    if (same.some((row) => keysOf(row).length === 0)) joinAll(same);
  }
  const isPlaced = (row: PersonRow) => !('column' in row) || row.units.length > 0;
  for (const same of byText(rows, (row) => (named(row) === '' ? [] : [named(row)]))) {
    const all = groups.among(same);
    const placed = all.filter((group) => group.some((row) => isPlaced(row) && named(row) !== ''));
    const documented = all.filter((group) => group.some((row) => keysOf(row).length > 0));
    if (placed.length <= 1 && documented.length <= 1) joinAll(same);
  }
  const isAddressAlone = (row: PersonRow) => named(row) === '' && keysOf(row).length === 0;
  for (const same of byText(rows, ({ contacts }) => contacts.map((one) => one.toLowerCase()))) {
    const alone = same.filter(isAddressAlone);
    const others = groups.among(same.filter((row) => !isAddressAlone(row)));
    if (others.length <= 1) joinAll([...alone, ...(others[0] ?? [])]);
  }
  return groups.of;
}

/** Returns the person of first records: the records, and all records of the same person. */
export function allRecordsOf({ groups }: JointPeople, seed: PersonRecords): PersonRecords {
  const rows = [...new Set(personRows(seed).flatMap((row) => groups.get(row) ?? [row]))];
  return {
    owners: rows.filter((row) => 'isCurrent' in row),
    users: rows.filter((row) => 'username' in row),
    named: rows.filter((row) => 'column' in row),
  };
}

/** Returns the first records by ids. */
export const seedOf = ({ owners, users, named }: JointPeople, record: ErasedRecord): PersonRecords => ({
  owners: owners.filter((row) =>
    record.owners.some((one) => unitText(one) === unitText(row) && one.since === row.since),
  ),
  users: users.filter(({ userId, createdAt }) => {
    const at = record.userIds.indexOf(userId);
    return at >= 0 && (record.usersSince === undefined || record.usersSince[at] === createdAt);
  }),
  named: named.filter((row) =>
    record.named?.some(
      ({ column, key, check, part }) =>
        part === undefined &&
        column === row.column &&
        key.join(' ') === row.key.join(' ') &&
        (check === undefined || check === checkOf(row)),
    ),
  ),
});

/**
 * Two bytes of a hash of the name, else of the document or address: after a restore a number may belong to a record of another person.
 * Two bytes fit thousands of names, and tell none: the hash is of the text alone, so more records of a name tell no more.
 */
export const checkOf = (row: NamedRow): string =>
  createHash('sha256')
    .update(bareNameOf(row) || (documentKeys(row.document)[0] ?? row.contacts[0] ?? ''))
    .digest('hex')
    .slice(0, 4);

/** Column of a person known by the typed text alone, without a record of its own. */
const TYPED = 'typed';

/** Returns the ids of the records of a person. */
export const erasedRecordOf = ({ owners, users, named }: PersonRecords): Required<ErasedRecord> => ({
  owners: owners.map(({ jointId, apartmentId, since }) => ({ jointId, apartmentId, since })),
  userIds: users.map(({ userId }) => userId),
  usersSince: users.map(({ createdAt }) => createdAt),
  named: named
    .filter(({ column }) => column !== TYPED)
    .map((row) => ({ column: row.column, key: row.key, check: checkOf(row) })),
});

/** True for a person known by a typed text alone. */
export const isTyped = ({ named }: PersonRecords): boolean => named.some(({ column }) => column === TYPED);

/** True if a record of the joint may be of a typed person. The search finds the record, and a record has duties perhaps. */
export const isRecorded = (people: JointPeople, typed: PersonRecords): boolean =>
  personRows(people).some((row) => isRoleOf(typed, row));

/** Makes the person of a typed text: an address, a document, or a whole name. Null for a text of another kind. */
export function typedPerson(text: string): PersonRecords | null {
  const isAddress = text.includes('@') || /^\+?[\d ()-]{7,}$/.test(text);
  const isDocument = documentKeys(text).some((key) => key.length > 4);
  if (!isAddress && !isDocument && !/\p{L}{2,}\s+\p{L}{2,}/u.test(text)) return null;
  const row = {
    column: TYPED,
    key: [],
    name: isAddress || isDocument ? '' : text.trim(),
    document: isDocument ? text.trim() : null,
    contacts: isAddress ? [text.trim()] : [],
    units: [],
    userId: null,
  };
  return { ...NO_RECORDS, named: [row] };
}

/** Reads the first records of the person in a request, written by `refOf`. */
export function seedIn(people: JointPeople, text: string): PersonRecords {
  const none = { owners: [], userIds: [] };
  const [, userId] = /^user:(\d{1,9})$/.exec(text) ?? [];
  if (userId !== undefined) return seedOf(people, { ...none, userIds: [Number(userId)] });
  const [, jointId, since, apartmentId] = /^owner:(\d{1,9}):(\d{1,15}):(.+)$/.exec(text) ?? [];
  if (apartmentId !== undefined)
    return seedOf(people, {
      ...none,
      owners: [{ jointId: Number(jointId), apartmentId, since: Number(since) }],
    });
  const [, column = '', key = ''] = /^record:([a-z_.]+):(.+)$/.exec(text) ?? [];
  const typed = column === TYPED ? typedPerson(key) : null;
  return typed !== null && !isRecorded(people, typed)
    ? typed
    : seedOf(people, { ...none, named: [{ column, key: key.split(' ') }] });
}

/** Writes the first record of a person for a request: 'user:12', 'owner:3:1764000000000:101' or 'record:power.holder_name:7'. */
export function refOf({ owners: [owner], users: [user], named: [named] }: PersonRecords): string {
  if (user !== undefined) return `user:${user.userId}`;
  if (owner !== undefined) return `owner:${owner.jointId}:${owner.since}:${owner.apartmentId}`;
  const { column, key, name, document, contacts } = named ?? {
    column: '',
    key: [],
    name: '',
    document: null,
    contacts: [],
  };
  const text = column === TYPED ? (document ?? contacts[0] ?? name) : key.join(' ');
  return `record:${column}:${text}`;
}

/** Rows of the table with the person as current owner. */
export const currentOf = ({ owners }: PersonRecords): OwnershipRow[] =>
  owners.filter(({ isCurrent }) => isCurrent);

/** Users of the person without a link to another joint or an event: the whole user can be erased. */
export const erasableUsers = ({ users }: PersonRecords): UserRow[] =>
  users.filter(({ isElsewhere }) => !isElsewhere);

/** True if a name with a document is, or may be, among the owners of a row, or the other way round. */
const mayShare = (one: NamedPerson, other: NamedPerson): boolean =>
  mayBeOwner(one, other) || mayBeOwner(other, one);

/** True for a record of another current owner of the joint, or perhaps of another current owner. */
export const isOfOtherOwner = (
  { owners }: JointPeople,
  person: PersonRecords,
  record: NamedPerson,
): boolean => owners.some((row) => row.isCurrent && !person.owners.includes(row) && mayShare(row, record));

/** True for a role (council, administrator) of the person: a common document; without documents on both sides, an equal name. */
function isRoleOf(person: PersonRecords, role: NamedPerson): boolean {
  const records = personRows(person);
  const documents = records.flatMap(({ document }) => documentKeys(document));
  const keys = documentKeys(role.document);
  if (keys.length > 0 && documents.length > 0) return keys.some((key) => documents.includes(key));
  const name = bareText(role.name).trim();
  return name !== '' && records.some((record) => bareText(record.name).trim() === name);
}

/** True for a record about the person alone: a common document, or an equal name that no other person of the joint may have. */
export function isSingleRecordOf(people: JointPeople, person: PersonRecords, record: NamedPerson): boolean {
  if (!isRoleOf(person, record)) return false;
  const keys = documentKeys(record.document);
  const documents = personRows(person).flatMap(({ document }) => documentKeys(document));
  if (keys.some((key) => documents.includes(key))) return true;
  const others = [
    ...people.owners.filter((row) => !person.owners.includes(row)),
    ...people.users.filter((row) => !person.users.includes(row)),
  ];
  return !others.some((row) => mayShare(row, record));
}

/** True with a current role, or an enabled user of another profile than owner. */
export const hasDuty = (person: PersonRecords, roles: readonly NamedPerson[]): boolean =>
  roles.some((role) => isRoleOf(person, role)) ||
  person.users.some(({ profileId, isEnabled }) => isEnabled && profileId !== Profile.owner);

/** Texts of a person, as written in the records. */
export interface PersonTexts {
  /** Empty if another person of the joint has an equal name. */
  names: string[];
  documents: string[];
  /** Mail addresses in lower case, and phones, without those of other people. */
  addresses: string[];
  usernames: string[];
}

const plainDigits = (text: string): string => text.replace(/\D/g, '');

/** Collects the texts of a person. */
export function textsOf(people: JointPeople, person: PersonRecords): PersonTexts {
  const all = personRows(person);
  const own = new Set(all);
  const others = [
    ...people.owners.filter((row) => row.isCurrent && !own.has(row)),
    ...people.users.filter((row) => row.isEnabled && !own.has(row)),
  ];
  const bare = new Set(all.map(bareNameOf).filter((name) => name !== ''));
  const isShared = personRows(people).some((row) => !own.has(row) && bare.has(bareNameOf(row)));
  const contactsOf = (rows: readonly PersonRow[]) =>
    rows.flatMap(({ contacts }) => contacts.map((one) => one.toLowerCase()));
  const foreign = new Set(contactsOf(others));
  // An address of a mail or a record is perhaps also of another person.
  const ofOthers = new Set(contactsOf(personRows(people).filter((row) => !own.has(row))));
  const names = all
    .filter((row) => bareNameOf(row) !== '')
    .flatMap(({ name }) => [name.trim(), bareText(name).trim()])
    .filter((name) => name.length > 2);
  const documents = all.flatMap(({ document }) =>
    document === null ? [] : [document, plainDigits(document), ...documentKeys(document)],
  );
  const addresses = [
    ...contactsOf([...person.owners, ...person.users]).filter((one) => !foreign.has(one)),
    ...contactsOf(person.named).filter((one) => !ofOthers.has(one)),
  ];
  return {
    names: isShared ? [] : [...new Set(names)],
    documents: [...new Set(documents)].filter((text) => text.length > 3),
    addresses: [...new Set(addresses)].filter((one) => one.length > 4),
    usernames: erasableUsers(person).map(({ username }) => username),
  };
}
