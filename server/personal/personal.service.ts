import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { FileAnswer } from '../../shared/api.ts';
import { bareText } from '../../shared/bare-text.ts';
import { dateTime } from '../../shared/format.ts';
import type { Erasure, PersonFound, StoredPerson } from '../../shared/personal/personal.api.ts';
import { documentKeys } from '../../shared/properties/documents.ts';
import type { Sessions } from '../accounts/index.ts';
import { isAnyAssemblyOpen } from '../assemblies/index.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import type { Context } from '../platform/context.ts';
import { type Db, lockBilling, lockJoint, scrubFreeSpace } from '../platform/db/engine.ts';
import { databaseOf } from '../platform/db/postgres-copy.ts';
import { requireJoint } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { ensureWithin } from '../platform/limits/limits.ts';
import { copiedGroupOf, copyOf, textsForCopy, tracesOf } from './copy.ts';
import { copyFile } from './copy-file.ts';
import { readStandingRoles } from './erase.repository.ts';
import { erase, eraseData } from './erasure.ts';
import { listAnswers, listDatabasesAside } from './erasures.repository.ts';
import {
  allRecordsOf,
  currentOf,
  erasedRecordOf,
  hasDuty,
  type JointPeople,
  NO_RECORDS,
  type PersonRecords,
  personRows,
  readJointPeople,
  refOf,
  seedIn,
  typedPerson,
} from './person.ts';
import { scanStore } from './scan.repository.ts';

/** Most persons of an answer. */
const MOST_FOUND = 20;

/** Returns the name of a person, else a contact or the document. */
function personTitle(person: PersonRecords): string {
  const rows = personRows(person);
  const text = rows.find(({ name }) => name !== '')?.name ?? rows.flatMap(({ contacts }) => contacts)[0];
  return text ?? rows[0]?.document ?? '';
}

/** Service for the personal data of a joint: find a person, show and export all data, and erase the data that no law requires. */
export function personalService({
  store,
  directory,
  sessions,
  log,
}: Pick<Context, 'store' | 'directory' | 'log'> & { sessions: Sessions }) {
  const { db } = store;

  async function familyOf(jointId: number) {
    const { rootId } = await requireJoint(directory, jointId);
    const { jointName } = await requireJoint(directory, rootId);
    return { jointName, rootId, jointIds: await directory.family(rootId) };
  }

  /** Finds persons by a part of the name, a document, an address, a user name or a unit. */
  async function find(jointId: number, text: string): Promise<PersonFound[]> {
    const { rootId, jointIds } = await familyOf(jointId);
    const people = await readJointPeople(db, rootId, jointIds);
    const words = bareText(text).trim();
    const documents = documentKeys(text);
    const isFound = (row: { name: string; document: string | null; contacts: string[] }, more: string[]) =>
      bareText(row.name).includes(words) ||
      documentKeys(row.document).some((key) => documents.includes(key)) ||
      [...row.contacts, ...more].some((one) => bareText(one) === words);
    const seeds: PersonRecords[] = [
      ...people.users
        .filter((row) => isFound(row, [row.username]))
        .map((row) => ({ ...NO_RECORDS, users: [row] })),
      ...people.owners
        .filter((row) => isFound(row, [row.apartmentId]))
        .map((row) => ({ ...NO_RECORDS, owners: [row] })),
      ...people.named.filter((row) => isFound(row, [])).map((row) => ({ ...NO_RECORDS, named: [row] })),
    ];
    const found: PersonRecords[] = [];
    for (const seed of seeds) {
      const [first] = personRows(seed);
      if (found.length >= MOST_FOUND || found.some((one) => personRows(one).some((row) => row === first)))
        continue;
      found.push(allRecordsOf(people, seed));
    }
    const typed = found.length === 0 ? typedPerson(text) : null;
    if (typed !== null) {
      const traces = await scanStore(db, people, typed, 'copy');
      if (traces.length > 0) found.push(typed);
    }
    return found.map((person) => ({
      person: refOf(person),
      name: personTitle(person),
      document: personRows(person).find(({ document }) => document !== null)?.document ?? null,
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
    const family = await familyOf(jointId);
    if (await isAnyAssemblyOpen(db)) throw new Problem('erasureWaits');
    const setAside = await setAsideOf(store);
    const { answer, ended } = await db.transaction().execute(async (trx) => {
      const { people, person } = await lockPerson(trx, family, ref);
      const refusal = erasureRefusal(person, await readStandingRoles(trx, family.jointIds));
      if (refusal !== null) throw refusal;
      const ids: string[] = [];
      for (const { userId } of person.users) ids.push(...(await sessions.revokeUserIn(trx, userId)));
      const key = randomBytes(16).toString('hex');
      const at = Date.now();
      const toErase = { key, people, person, at, actor, setAside, isAgain: false };
      return { answer: await erase(trx, toErase), ended: ids };
    });
    sessions.ended(ended);
    // The erasure is stored: a fault here leaves only content of free space, and the next erasure removes that content too.
    await scrubFreeSpace(store.inLane('checks')).catch((fault) =>
      log.error({ fault: String(fault) }, 'free space after an erasure'),
    );
    return answer;
  }

  /** Finds a person by the record in a request, and all records with a text or the user of the person. */
  async function readPerson(jointId: number, ref: string) {
    const { jointName, rootId, jointIds } = await familyOf(jointId);
    const people = await readJointPeople(db, rootId, jointIds);
    const person = requirePerson(people, ref);
    const traces = await scanStore(db, people, person, 'copy');
    ensureWithin('personalDataTooLarge', traces.length);
    return { jointName, people, person, traces: tracesOf(traces, people, person) };
  }

  /**
   * Counts the stored records of a person by kind, and tries the erasure in a transaction rolled back at the end.
   * @throws Problem personNotFound, personalDataTooLarge
   */
  async function show(jointId: number, ref: string): Promise<StoredPerson> {
    const { people, person, traces } = await readPerson(jointId, ref);
    const counts = new Map<string, number>();
    for (const { table } of traces) {
      const group = copiedGroupOf(table);
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    const stored = [...counts].map(([what, records]) => ({ what, records }));
    const isBusy = await isAnyAssemblyOpen(db);
    const problem = isBusy
      ? new Problem('erasureWaits')
      : erasureRefusal(person, await readStandingRoles(db, people.jointIds));
    if (problem !== null) return { stored, refusal: problem.message, erased: [], kept: [] };
    const outcome = await triedIn(db, async (trx) =>
      eraseData(trx, { key: 'ensayo', at: Date.now(), ...(await lockPerson(trx, people, ref)) }),
    );
    return { stored, refusal: null, ...outcome };
  }

  /**
   * Makes a file with all personal data of a person, and notes the act in the trail.
   * @throws Problem personNotFound, personalDataTooLarge
   */
  async function exportOne({ actor }: Principal, jointId: number, ref: string): Promise<FileAnswer> {
    const { jointName, people, person, traces } = await readPerson(jointId, ref);
    const { userIds, owners } = erasedRecordOf(person);
    const at = Date.now();
    const values = copyOf(traces, textsForCopy(people, person));
    const file = await copyFile(jointName, dateTime(new Date(at).toISOString()), person, values);
    const apartmentIds = [...new Set(owners.map(({ apartmentId }) => apartmentId))];
    await db.transaction().execute(async (trx) => {
      const { rootId } = people;
      await lockJoint(trx, rootId);
      const facts = { userIds, apartmentIds, records: traces.length };
      await appendAudit(trx, { chain: jointChain(rootId), actor, at: Date.now() }, 'personExported', facts);
    });
    return file;
  }

  return {
    find,
    show,
    exportOne,
    erase: eraseOne,
    list: async (jointId: number) => listAnswers(db, (await familyOf(jointId)).rootId),
  };
}

function requirePerson(people: JointPeople, ref: string): PersonRecords {
  const seed = seedIn(people, ref);
  if (personRows(seed).length === 0) throw new Problem('personNotFound');
  return allRecordsOf(people, seed);
}

/** Locks a joint with its sectors, and reads the person of a request. */
async function lockPerson(
  trx: Db,
  { rootId, jointIds }: Pick<JointPeople, 'rootId' | 'jointIds'>,
  ref: string,
) {
  await lockJoint(trx, rootId);
  for (const id of jointIds) await lockBilling(trx, id);
  const people = await readJointPeople(trx, rootId, jointIds);
  return { people, person: requirePerson(people, ref) };
}

/** Rolls a transaction back, with the result. */
class Undone<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The transaction was a trial.');
    this.result = result;
  }
}

/** Runs a trial in a transaction, and rolls back. */
async function triedIn<T>(db: Db, trial: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx): Promise<never> => {
      throw new Undone(await trial(trx));
    });
  } catch (fault) {
    if (fault instanceof Undone) return fault.result;
    throw fault;
  }
}

/** Returns the refusal for a person with duties: a current owner, a current role, an enabled user of the staff. */
function erasureRefusal(
  person: PersonRecords,
  roles: readonly { name: string; document: string | null }[],
): Problem | null {
  const units = currentOf(person).map(({ apartmentId }) => apartmentId);
  if (units.length > 0) {
    const stays = [
      'Nombre y documento en el registro de propietarios',
      'Última dirección registrada para citar',
    ];
    return new Problem('personIsOwner', { units, stays });
  }
  return hasDuty(person, roles) ? new Problem('personHasDuty') : null;
}

/** Returns the plain stores set aside by restores and upgrades: folders of SQLite, or databases. */
async function setAsideOf({ db, address: { dataDir, databaseUrl } }: Context['store']): Promise<string[]> {
  if (databaseUrl !== null) return listDatabasesAside(db, databaseOf(databaseUrl));
  return readdirSync(dataDir).filter((name) => /^antes-de-(restaurar|actualizar)-/.test(name));
}
