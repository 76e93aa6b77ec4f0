import { defined } from '../../../shared/defined.ts';
import { comparePersons } from '../../../shared/properties/person.ts';
import { erasable } from '../../platform/audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { type Db, lockName } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { UnitRef } from './links.repository.ts';
import {
  addUnits,
  completeOwnerUser,
  insertOwnerUsers,
  listOwnerUsers,
  type OwnerUser,
} from './owner-users.repository.ts';

/**
 * Owner in a joint, as known from the table of units and from linked users. Input to find the owner's user.
 */
export interface OwnerPerson {
  name: string;
  /** Identity document as capital letters and digits only; null if unknown. */
  document: string | null;
  /** E-mail addresses of the owner in the table of units. */
  emails: readonly string[];
  /** Ids of users linked to a unit of the owner in the joint. */
  linked: readonly number[];
}

/**
 * Finds the user account of each owner, in order; undefined for an owner without a user. Compares:
 * 1. the identity document
 * 2. the e-mail address; couples share addresses, so with a document the name must match too
 * 3. a linked unit of the owner, and the name
 */
export async function usersOfOwners(
  db: Db,
  owners: readonly OwnerPerson[],
): Promise<(OwnerUser | undefined)[]> {
  const sameDocumentUsers = await listOwnerUsers(db, {
    documents: owners.flatMap(({ document }) => document ?? []),
    emails: owners.flatMap(({ emails }) => emails.map((email) => email.toLowerCase())),
    userIds: owners.flatMap(({ linked }) => linked),
  });
  const byDocument = groups(sameDocumentUsers, (user) => user.document ?? undefined);
  const byEmail = groups(sameDocumentUsers, (user) => user.email?.toLowerCase());
  const byId = groups(sameDocumentUsers, (user) => user.userId);
  return owners.map((owner) => {
    const { document, emails, linked } = owner;
    const isNamesake = ({ name }: OwnerUser) =>
      comparePersons({ name, document: null }, { name: owner.name, document: null }) === 'same';
    const isFree = (user: OwnerUser) => document === null || user.document === null;
    const sameDocument = document === null ? [] : (byDocument.get(document) ?? []);
    const sameEmail = emails
      .flatMap((email) => byEmail.get(email.toLowerCase()) ?? [])
      .filter((user) => isFree(user) && (document === null || isNamesake(user)));
    const sameUnit = linked
      .flatMap((userId) => byId.get(userId) ?? [])
      .filter((user) => isFree(user) && isNamesake(user));
    const all = [...sameDocument, ...sameEmail, ...sameUnit];
    return all.find((user) => !user.disabled) ?? all[0];
  });
}

/** Owner with the units to link to the owner's user. A missing user is created. */
export interface OwnerToJoin extends OwnerPerson {
  /** Units to link to the user. */
  units: readonly UnitRef[];
  /** User of the owner; undefined if to be created. */
  user: OwnerUser | undefined;
}

/**
 * Creates the missing users of owners, links the users to the units, and adds missing identity documents
 * and addresses. Called when owners are invited.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns user id of each owner, in order
 */
export async function joinOwners(
  trx: Db,
  owners: readonly OwnerToJoin[],
  by: { actor: string; at: Millis },
): Promise<number[]> {
  if (owners.length === 0) return [];
  // A concurrent invitation in another joint would create the same user.
  await lockName(trx, 'users');
  const current = await usersOfOwners(trx, owners);
  const made = await makeUsers(
    trx,
    owners.filter((_, index) => current[index] === undefined),
    by.at,
  );
  const ids = owners.map((owner, index) => current[index]?.userId ?? made.get(owner)?.userId ?? 0);
  for (const [index, user] of current.entries()) {
    const { document, emails } = owners[index] ?? {};
    const email = emails?.[0] ?? null;
    if (
      user === undefined ||
      ((user.email ?? email) === user.email && (user.document ?? document) === user.document)
    )
      continue;
    await completeOwnerUser(trx, { userId: user.userId, email, document: document ?? null });
  }
  await addUnits(
    trx,
    owners.flatMap(({ units }, index) => units.map((unit) => ({ ...unit, userId: ids[index] ?? 0 }))),
  );
  await appendAudit(trx, { chain: ACCOUNTS_CHAIN, ...by }, 'ownersJoined', {
    users: owners.map((owner, index) => {
      const username = made.get(owner)?.username;
      return {
        userId: ids[index],
        ...defined({ username: username === undefined ? undefined : erasable(username) }),
        assemblyApartments: owner.units,
      };
    }),
  });
  return ids;
}

/** Creates a user for each owner, with the first free user name: ana.ruiz, ana.ruiz2. */
async function makeUsers(
  trx: Db,
  owners: readonly OwnerToJoin[],
  at: Millis,
): Promise<Map<OwnerToJoin, { userId: number; username: string }>> {
  const made = new Map<OwnerToJoin, { userId: number; username: string }>();
  const waiting = new Set(owners);
  for (let turn = 1; waiting.size > 0; turn++) {
    // Namesakes go one at a time: the next namesake gets the next number.
    const ownersToJoin = new Map<string, OwnerToJoin>();
    for (const owner of waiting) {
      const username = `${usernameFrom(owner.name)}${turn === 1 ? '' : turn}`;
      if (!ownersToJoin.has(username)) ownersToJoin.set(username, owner);
    }
    const rows = [...ownersToJoin].map(([username, { name, emails, document }]) => ({
      username,
      name,
      document,
      email: emails[0] ?? null,
    }));
    for (const [username, userId] of await insertOwnerUsers(trx, rows, at)) {
      const owner = ownersToJoin.get(username);
      if (owner === undefined) continue;
      made.set(owner, { userId, username });
      waiting.delete(owner);
    }
  }
  return made;
}

/**
 * Makes a user name from a given name and a surname, in the order of the text. A user name is not secret, so identity
 * document and address are not used.
 */
function usernameFrom(name: string): string {
  const words = plainWords(name).split(' ');
  const [first = '', second, third] = words;
  const picked = [first, words.length > 3 ? third : second].filter(Boolean).join('.');
  return picked === '' ? 'propietario' : picked.slice(0, 60);
}

function groups<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key | undefined): Map<Key, Row[]> {
  const found = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}
