import { COPIES_KEPT_DAYS } from '../../shared/backups.api.ts';
import { dayInBogota } from '../../shared/days.ts';
import { defined } from '../../shared/defined.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Erasure } from '../../shared/personal/personal.api.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import { eraseRecords, readStandingRoles } from './erase.repository.ts';
import { insertErasure, readErasures, type StoredErasure } from './erasures.repository.ts';
import { keptData } from './kept-data.ts';
import { readFamily } from './person.repository.ts';
import {
  allRecordsOf,
  currentOf,
  erasedRecordOf,
  hasDuty,
  isRecorded,
  isTyped,
  type JointPeople,
  type PersonRecords,
  personRows,
  readJointPeople,
  seedOf,
} from './person.ts';
import { readAssemblyDays, readPlaces, readTyped, scanStore } from './scan.repository.ts';

/** Person to erase, with the data for the list and the trail. */
export interface PersonToErase {
  key: string;
  people: JointPeople;
  person: PersonRecords;
  at: Millis;
  actor: string;
  setAside: string[];
  /** True after a restore of an older copy. */
  isAgain: boolean;
}

/**
 * Erases the data of a person in a transaction, and searches the store for the rest.
 * A text left in a table without a duty is listed too.
 */
export async function eraseData(
  trx: Db,
  { key, people, person, at }: Pick<PersonToErase, 'key' | 'people' | 'person' | 'at'>,
): Promise<Pick<Erasure, 'erased' | 'kept'>> {
  const erased = await eraseRecords({ trx, key, at, people, person });
  const traces = await scanStore(trx, people, person, 'kept');
  return { erased, kept: keptData(traces, await readAssemblyDays(trx, people.rootId)) };
}

/**
 * Erases the data of a person in a transaction, and stores the erasure and the audit entry.
 */
export async function erase(
  trx: Db,
  { key, people, person, at, actor, setAside, isAgain }: PersonToErase,
): Promise<Erasure> {
  const { rootId } = people;
  const record = erasedRecordOf(person);
  if (isTyped(person)) record.named = await readPlaces(trx, people, person);
  const answer: Erasure = {
    erasureKey: key,
    at: new Date(at).toISOString(),
    ...(await eraseData(trx, { key, people, person, at })),
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

/** Erasure with columns in the list that the store no longer has: applied without these places. */
export interface SkippedPlaces {
  erasure: StoredErasure;
  columns: string[];
}

/** Erasures after a restore: number of applied erasures, and the erasures of persons with duties in the copy. */
interface ErasedAgain {
  applied: number;
  pending: StoredErasure[];
  skipped: SkippedPlaces[];
}

/** True for a current owner and a person with a duty: an erasure would be refused. */
async function standsAgain(trx: Db, people: JointPeople, records: PersonRecords): Promise<boolean> {
  const person = allRecordsOf(people, records);
  return currentOf(person).length > 0 || hasDuty(person, await readStandingRoles(trx, people.jointIds));
}

/**
 * Applies erasures to a restored copy: each erasure missing in the list of the copy, by the ids of the records, and by the places of a typed text. The erasure of a
 * person with a duty in the copy stays pending: not applied, and not in the list of the store.
 */
export async function eraseAgain(db: Db, erasures: readonly StoredErasure[]): Promise<ErasedAgain> {
  return db.transaction().execute(async (trx) => {
    const done = new Set((await readErasures(trx)).map(({ key }) => key));
    const due = erasures.filter(({ key }) => !done.has(key));
    const pending: StoredErasure[] = [];
    const skipped: SkippedPlaces[] = [];
    for (const erasure of due) {
      const { key, rootId, at, record, answer } = erasure;
      const jointIds = await readFamily(trx, rootId);
      const people = await readJointPeople(trx, rootId, jointIds.length === 0 ? [rootId] : jointIds);
      const { typed, skipped: columns } = await readTyped(trx, record);
      if (columns.length > 0) skipped.push({ erasure, columns });
      const person = typed ?? seedOf(people, record);
      if (jointIds.length === 0 || personRows(person).length === 0) {
        await insertErasure(trx, erasure);
      } else if ((typed !== null && isRecorded(people, typed)) || (await standsAgain(trx, people, person))) {
        pending.push(erasure);
      } else {
        const { setAside } = answer;
        await erase(trx, { key, people, person, at, actor: 'system', setAside, isAgain: true });
      }
    }
    return { applied: due.length - pending.length, pending, skipped };
  });
}
