import { bareText } from '../../shared/bare-text.ts';
import { Profile } from '../../shared/profiles.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import { mayBeOwner, type NamedPerson } from '../../shared/properties/person.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { type OwnershipRow, readOwnerships, readUsers, type UserRow } from './person.repository.ts';

/** Records of a person in a joint with its sectors: rows of the table of owners, and users. */
export interface PersonRecords {
  owners: OwnershipRow[];
  users: UserRow[];
}

/** Ids of the records of a person, without personal data. */
export interface ErasedRecord {
  owners: { jointId: number; apartmentId: string; since: number }[];
  userIds: number[];
  /** Instant of creation of each user, in the order of the ids: after a restore an id may be of another user. Missing in requests. */
  usersSince?: Millis[];
}

/** All owners and users of a joint with its sectors. */
export interface JointPeople extends PersonRecords {
  jointIds: readonly number[];
}

/** Reads all owners, also former owners, and all linked users of a joint with its sectors. */
export const readJointPeople = async (db: Db, jointIds: readonly number[]): Promise<JointPeople> => {
  const owners = await readOwnerships(db, jointIds);
  return { jointIds, owners, users: await readUsers(db, jointIds) };
};

export const unitText = ({ jointId, apartmentId }: { jointId: number; apartmentId: string }) =>
  `${jointId} ${apartmentId}`;

/** True for the same person: a common document; without documents on both sides, the same name at a common unit. */
function isOfPerson(
  one: NamedPerson & { units: string[] },
  other: NamedPerson & { units: string[] },
): boolean {
  const documents = documentKeys(one.document);
  const others = documentKeys(other.document);
  if (documents.length > 0 && others.length > 0) return documents.some((key) => others.includes(key));
  const name = bareText(one.name).trim();
  return (
    name !== '' &&
    name === bareText(other.name).trim() &&
    one.units.some((unit) => other.units.includes(unit))
  );
}

const ofOwner = (owner: OwnershipRow) => ({ ...owner, units: [unitText(owner)] });
const ofUser = (user: UserRow) => ({ ...user, units: user.units.map(unitText) });

/** Returns the person of first records: the records, and all records of the same person. */
export function allRecordsOf({ owners, users }: JointPeople, seed: PersonRecords): PersonRecords {
  const person = { owners: [...seed.owners], users: [...seed.users] };
  for (;;) {
    const found = [...person.owners.map(ofOwner), ...person.users.map(ofUser)];
    const moreOwners = owners.filter(
      (row) => !person.owners.includes(row) && found.some((one) => isOfPerson(one, ofOwner(row))),
    );
    const moreUsers = users.filter(
      (row) => !person.users.includes(row) && found.some((one) => isOfPerson(one, ofUser(row))),
    );
    if (moreOwners.length + moreUsers.length === 0) return person;
    person.owners.push(...moreOwners);
    person.users.push(...moreUsers);
  }
}

/** Returns the first records by ids. */
export const seedOf = ({ owners, users }: JointPeople, record: ErasedRecord): PersonRecords => ({
  owners: owners.filter((row) =>
    record.owners.some((one) => unitText(one) === unitText(row) && one.since === row.since),
  ),
  users: users.filter(({ userId, createdAt }) => {
    const at = record.userIds.indexOf(userId);
    return at >= 0 && (record.usersSince === undefined || record.usersSince[at] === createdAt);
  }),
});

/** Returns the ids of the records of a person. */
export const erasedRecordOf = ({ owners, users }: PersonRecords): ErasedRecord => ({
  owners: owners.map(({ jointId, apartmentId, since }) => ({ jointId, apartmentId, since })),
  userIds: users.map(({ userId }) => userId),
  usersSince: users.map(({ createdAt }) => createdAt),
});

/** Reads the ids of the record in a request: 'user:12' or 'owner:3:1764000000000:101'. Null for another text. */
export function recordIn(text: string): ErasedRecord | null {
  const [, userId] = /^user:(\d{1,9})$/.exec(text) ?? [];
  if (userId !== undefined) return { owners: [], userIds: [Number(userId)] };
  const [, jointId, since, apartmentId] = /^owner:(\d{1,9}):(\d{1,15}):(.+)$/.exec(text) ?? [];
  if (apartmentId === undefined) return null;
  return { owners: [{ jointId: Number(jointId), apartmentId, since: Number(since) }], userIds: [] };
}

/** Writes the first record of a person for a request. */
export function refOf({ owners: [owner], users: [user] }: PersonRecords): string {
  if (user !== undefined) return `user:${user.userId}`;
  return owner === undefined ? '' : `owner:${owner.jointId}:${owner.since}:${owner.apartmentId}`;
}

/** Rows of the table with the person as current owner. */
export const currentOf = ({ owners }: PersonRecords): OwnershipRow[] =>
  owners.filter(({ isCurrent }) => isCurrent);

/** Users of the person without a link to another joint or an event: the whole user can be erased. */
export const erasableUsers = ({ users }: PersonRecords): UserRow[] =>
  users.filter(({ isElsewhere }) => !isElsewhere);

/** True for a record about a unit of the person: a common document; without documents on both sides, an equal name at a common unit. */
export const isUnitRecordOf = (
  { owners, users }: PersonRecords,
  record: NamedPerson & { units: string[] },
): boolean => [...owners.map(ofOwner), ...users.map(ofUser)].some((one) => isOfPerson(one, record));

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
export function isRoleOf({ owners, users }: PersonRecords, role: NamedPerson): boolean {
  const records = [...owners, ...users];
  const documents = records.flatMap(({ document }) => documentKeys(document));
  const keys = documentKeys(role.document);
  if (keys.length > 0 && documents.length > 0) return keys.some((key) => documents.includes(key));
  const name = bareText(role.name).trim();
  return records.some((record) => bareText(record.name).trim() === name);
}

/** True for a record about the person alone: a common document, or an equal name that no other person of the joint may have. */
export function isSingleRecordOf(people: JointPeople, person: PersonRecords, record: NamedPerson): boolean {
  if (!isRoleOf(person, record)) return false;
  const keys = documentKeys(record.document);
  const documents = [...person.owners, ...person.users].flatMap(({ document }) => documentKeys(document));
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
  const all = [...person.owners, ...person.users];
  const others = [
    ...people.owners.filter((row) => row.isCurrent && !person.owners.includes(row)),
    ...people.users.filter((row) => row.isEnabled && !person.users.includes(row)),
  ];
  const bare = new Set(all.map(({ name }) => bareText(name).trim()));
  const isShared = [...people.owners, ...people.users].some(
    (row) =>
      ![...person.owners, ...person.users].includes(row as never) && bare.has(bareText(row.name).trim()),
  );
  const foreign = new Set(others.flatMap(({ contacts }) => contacts.map((one) => one.toLowerCase())));
  const names = all
    .flatMap(({ name }) => [name.trim(), bareText(name).trim()])
    .filter((name) => name.length > 2);
  const documents = all.flatMap(({ document }) =>
    document === null ? [] : [document, plainDigits(document), ...documentKeys(document)],
  );
  const addresses = all.flatMap(({ contacts }) => contacts.map((one) => one.toLowerCase()));
  return {
    names: isShared ? [] : [...new Set(names)],
    documents: [...new Set(documents)].filter((text) => text.length > 3),
    addresses: [...new Set(addresses)].filter((one) => one.length > 4 && !foreign.has(one)),
    usernames: erasableUsers(person).map(({ username }) => username),
  };
}
