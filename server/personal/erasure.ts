import { COPIES_KEPT_DAYS } from '../../shared/backups.api.ts';
import { dayInBogota } from '../../shared/days.ts';
import { defined } from '../../shared/defined.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Erasure } from '../../shared/personal/personal.api.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { eraseRecords } from './erase.repository.ts';
import { insertErasure, readErasures, type StoredErasure } from './erasures.repository.ts';
import { keptData } from './kept-data.ts';
import { readFamily } from './person.repository.ts';
import {
  allRecordsOf,
  erasedRecordOf,
  type JointPeople,
  type PersonRecords,
  readJointPeople,
  seedOf,
  textsOf,
} from './person.ts';
import { readAssemblyDays, scanStore } from './scan.repository.ts';

/** Tables emptied by an erasure: a contact left there is a fault. */
const EMPTIED: ReadonlySet<string> = new Set([
  'mail_message',
  'contact_channel',
  'reminder',
  'delivery',
  'session',
  'power_draft',
  'idempotency_key',
]);

/** Person to erase, with the data for the list and the trail. */
export interface PersonToErase {
  key: string;
  rootId: number;
  people: JointPeople;
  person: PersonRecords;
  at: Millis;
  actor: string;
  setAside: string[];
  /** True after a restore of an older copy. */
  isAgain: boolean;
}

/**
 * Erases the data of a person in a transaction, searches the store for the rest, and stores the erasure and the audit entry.
 * @throws Error if a contact is left in an emptied table
 */
export async function erase(
  trx: Db,
  { key, rootId, people, person, at, actor, setAside, isAgain }: PersonToErase,
): Promise<Erasure> {
  const { jointIds } = people;
  const texts = textsOf(people, person);
  const record = erasedRecordOf(person);
  const erased = await eraseRecords({ trx, key, at, rootId, jointIds, person, texts });
  const traces = await scanStore(trx, { rootId, jointIds, userIds: record.userIds, texts });
  const left = traces.find(({ table }) => EMPTIED.has(table));
  if (left !== undefined) throw new Error(`An erasure left a text of the person in ${left.table}.`);
  const answer: Erasure = {
    erasureKey: key,
    at: new Date(at).toISOString(),
    erased,
    kept: keptData(traces, await readAssemblyDays(trx, rootId)),
    copiesUntil: dayInBogota(at + COPIES_KEPT_DAYS * DAY_MS),
    setAside,
  };
  await insertErasure(trx, { key, rootId, at, actor, record, answer });
  const apartmentIds = [...new Set(record.owners.map(({ apartmentId }) => apartmentId))];
  await appendAudit(trx, { chain: jointChain(rootId), actor, at: Date.now() }, 'personErased', {
    userIds: record.userIds,
    apartmentIds,
    ...defined({ again: isAgain ? true : undefined }),
  });
  return answer;
}

/**
 * Applies erasures to a restored copy: each erasure missing in the list of the copy, by the ids of the records.
 * @returns number of applied erasures
 */
export async function eraseAgain(db: Db, erasures: readonly StoredErasure[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const done = new Set((await readErasures(trx)).map(({ key }) => key));
    const due = erasures.filter(({ key }) => !done.has(key));
    for (const { key, rootId, at, actor, record, answer } of due) {
      const jointIds = await readFamily(trx, rootId);
      const people = await readJointPeople(trx, jointIds.length === 0 ? [rootId] : jointIds);
      const seed = seedOf(people, record);
      if (jointIds.length === 0 || seed.owners.length + seed.users.length === 0) {
        await insertErasure(trx, { key, rootId, at, actor, record, answer });
      } else {
        const person = allRecordsOf(people, seed);
        const { setAside } = answer;
        await erase(trx, { key, rootId, people, person, at, actor: 'system', setAside, isAgain: true });
      }
    }
    return due.length;
  });
}
