import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { bareText } from '../../shared/bare-text.ts';
import type { Erasure, PersonFound } from '../../shared/personal/personal.api.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import type { Sessions } from '../accounts/index.ts';
import { isAnyAssemblyOpen } from '../assemblies/index.ts';
import type { Context } from '../platform/context.ts';
import { lockBilling, lockJoint, scrubFreeSpace } from '../platform/db/engine.ts';
import { databaseOf } from '../platform/db/postgres-copy.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { readStandingRoles } from './erase.repository.ts';
import { erase } from './erasure.ts';
import { listAnswers, listDatabasesAside } from './erasures.repository.ts';
import {
  allRecordsOf,
  currentOf,
  hasDuty,
  type JointPeople,
  type PersonRecords,
  readJointPeople,
  recordIn,
  refOf,
  seedOf,
} from './person.ts';

/** Most persons of an answer. */
const MOST_FOUND = 20;

const namesOf = ({ owners, users }: PersonRecords) => [...owners, ...users];

/** Service for the personal data of a joint: find a person, and erase the data that no law requires. */
export function personalService({
  store,
  directory,
  sessions,
  log,
}: Pick<Context, 'store' | 'directory' | 'log'> & { sessions: Sessions }) {
  const { db } = store;

  async function familyOf(jointId: number): Promise<{ rootId: number; jointIds: number[] }> {
    const { rootId } = await requireJoint(directory, jointId);
    return { rootId, jointIds: await directory.family(rootId) };
  }

  /** Finds persons by a part of the name, a document, an address, a user name or a unit. */
  async function find(jointId: number, text: string): Promise<PersonFound[]> {
    const people = await readJointPeople(db, (await familyOf(jointId)).jointIds);
    const words = bareText(text).trim();
    const documents = documentKeys(text);
    const isFound = (row: { name: string; document: string | null; contacts: string[] }, more: string[]) =>
      bareText(row.name).includes(words) ||
      documentKeys(row.document).some((key) => documents.includes(key)) ||
      [...row.contacts, ...more].some((one) => bareText(one) === words);
    const seeds: PersonRecords[] = [
      ...people.users
        .filter((row) => isFound(row, [row.username]))
        .map((row) => ({ owners: [], users: [row] })),
      ...people.owners
        .filter((row) => isFound(row, [row.apartmentId]))
        .map((row) => ({ owners: [row], users: [] })),
    ];
    const found: PersonRecords[] = [];
    for (const seed of seeds) {
      const [first] = namesOf(seed);
      if (found.length >= MOST_FOUND || found.some((one) => namesOf(one).some((row) => row === first)))
        continue;
      found.push(allRecordsOf(people, seed));
    }
    return found.map((person) => ({
      person: refOf(person),
      name: namesOf(person)[0]?.name ?? '',
      document: namesOf(person).find(({ document }) => document !== null)?.document ?? null,
      username: person.users[0]?.username ?? null,
      units: currentOf(person).map(({ apartmentId }) => apartmentId),
      formerUnits: person.owners.filter(({ until }) => until !== null).map(({ apartmentId }) => apartmentId),
    }));
  }

  /**
   * Erases the data of a person that no law requires, and writes the store anew without the erased content.
   * @throws Problem personNotFound, personIsOwner, personHasDuty, erasureWaits
   */
  async function eraseOne({ actor }: Principal, jointId: number, ref: string): Promise<Erasure> {
    const { rootId, jointIds } = await familyOf(jointId);
    if (await isAnyAssemblyOpen(db)) throw new Problem('erasureWaits');
    const setAside = await setAsideOf(store);
    const { answer, ended } = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      for (const id of jointIds) await lockBilling(trx, id);
      const people = await readJointPeople(trx, jointIds);
      const person = requirePerson(people, ref);
      requireFree(person, await readStandingRoles(trx, jointIds));
      const ids: string[] = [];
      for (const { userId } of person.users) ids.push(...(await sessions.revokeUserIn(trx, userId)));
      const key = randomBytes(16).toString('hex');
      const at = Date.now();
      const toErase = { key, rootId, people, person, at, actor, setAside, isAgain: false };
      return { answer: await erase(trx, toErase), ended: ids };
    });
    sessions.ended(ended);
    // The erasure is stored: a fault here leaves only content of free space, and the next erasure removes that content too.
    await scrubFreeSpace(store.inLane('checks')).catch((fault) =>
      log.error({ fault: String(fault) }, 'free space after an erasure'),
    );
    return answer;
  }

  return {
    find,
    erase: eraseOne,
    list: async (jointId: number) => listAnswers(db, (await familyOf(jointId)).rootId),
  };
}

function requirePerson(people: JointPeople, ref: string): PersonRecords {
  const record = recordIn(ref);
  const seed = record === null ? { owners: [], users: [] } : seedOf(people, record);
  if (namesOf(seed).length === 0) throw new Problem('personNotFound');
  return allRecordsOf(people, seed);
}

/** Refuses a person with duties: a current owner, a standing role, an enabled user of the staff. */
function requireFree(
  person: PersonRecords,
  roles: readonly { name: string; document: string | null }[],
): void {
  const units = currentOf(person).map(({ apartmentId }) => apartmentId);
  if (units.length > 0) {
    const stays = [
      'Nombre y documento en el registro de propietarios',
      'Última dirección registrada para citar',
    ];
    throw new Problem('personIsOwner', { units, stays });
  }
  if (hasDuty(person, roles)) throw new Problem('personHasDuty');
}

/** Returns the plain stores set aside by restores and upgrades: folders of SQLite, or databases. */
async function setAsideOf({ db, address: { dataDir, databaseUrl } }: Context['store']): Promise<string[]> {
  if (databaseUrl !== null) return listDatabasesAside(db, databaseOf(databaseUrl));
  return readdirSync(dataDir).filter((name) => /^antes-de-(restaurar|actualizar)-/.test(name));
}
