import { sql } from 'kysely';
import type { AuthorisationPurpose } from '../../../shared/personal/claims.ts';
import {
  type Authorisation,
  type DataClaim,
  type DataContract,
  type DataPolicy,
  MOST_RECORDS,
} from '../../../shared/personal/register.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Returns a version of the policy of a root joint, by default the last; null if missing. */
export async function readPolicy(db: Db, jointId: number, version?: number): Promise<DataPolicy | null> {
  const row = await db
    .selectFrom('data_policy')
    .select(['version', 'responsible', 'contact', 'text', 'published_at as publishedAt'])
    .where('joint_id', '=', jointId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, publishedAt: new Date(row.publishedAt).toISOString() };
}

/** Lists the versions of the policy of a root joint without the texts, the last first. */
export async function listPolicyVersions(
  db: Db,
  jointId: number,
): Promise<Pick<DataPolicy, 'version' | 'publishedAt'>[]> {
  const rows = await db
    .selectFrom('data_policy')
    .select(['version', 'published_at as publishedAt'])
    .where('joint_id', '=', jointId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt).toISOString() }));
}

export const insertPolicy = (trx: Db, row: Tables['data_policy']) =>
  trx.insertInto('data_policy').values(row).execute();

/** Returns the last acceptance of the transmission contract by a root joint; null if missing. */
export async function readContract(db: Db, jointId: number): Promise<DataContract | null> {
  const row = await db
    .selectFrom('data_contract')
    .select(['version', 'person', 'accepted_at as acceptedAt'])
    .where('joint_id', '=', jointId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, acceptedAt: new Date(row.acceptedAt).toISOString() };
}

export const insertContract = (trx: Db, row: Tables['data_contract']) =>
  trx.insertInto('data_contract').values(row).execute();

/** Returns the next number within the joint. The caller holds the joint's lock. */
export async function nextNumber(
  trx: Db,
  table: 'data_authorisation' | 'data_claim',
  jointId: number,
): Promise<number> {
  const column = sql.ref<number>(table === 'data_claim' ? 'claim_id' : 'authorisation_id');
  const row = await trx
    .selectFrom(table)
    .select(sql<number | null>`max(${column})`.as('last'))
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Selects the records of a joint, of an owner, or a single record. */
export interface RecordsOf {
  jointId: number;
  userId?: number;
  /** Number of the record within the joint. */
  number?: number;
  /** Purpose of the authorisations to withdraw; absent for all. */
  purpose?: AuthorisationPurpose;
  /** Numbers of the records within the joint. */
  numbers?: readonly number[];
}

/** Returns the number and the person of each record of a root joint, for a search. */
export async function readNamed(
  db: Db,
  table: 'data_authorisation' | 'data_claim',
  jointId: number,
): Promise<{ number: number; person: string; document: string | null }[]> {
  const column = table === 'data_claim' ? 'claim_id' : 'authorisation_id';
  return db
    .selectFrom(table)
    .select(['person', 'document', sql.ref<number>(column).as('number')])
    .where('joint_id', '=', jointId)
    .orderBy(sql.ref(column), 'desc')
    .execute();
}

/** Lists authorisations, the last first. */
export async function listAuthorisations(
  db: Db,
  { jointId, userId, number, numbers }: RecordsOf,
): Promise<Authorisation[]> {
  const rows = await db
    .selectFrom('data_authorisation')
    .selectAll()
    .where('joint_id', '=', jointId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(number !== undefined, (query) => query.where('authorisation_id', '=', number ?? 0))
    .$if(numbers !== undefined, (query) => query.where('authorisation_id', 'in', [0, ...(numbers ?? [])]))
    .orderBy('authorisation_id', 'desc')
    .limit(MOST_RECORDS + 1)
    .execute();
  return rows.map(({ authorisation_id, person, document, version, channel, proof, ...row }) => ({
    authorisationId: authorisation_id,
    person,
    document,
    version,
    purpose: row.purpose ?? 'policy',
    channel,
    proof,
    givenAt: new Date(row.given_at).toISOString(),
    withdrawn: noted(row.withdrawn_at, (at) => ({ at, reason: row.withdrawal ?? '' })),
  }));
}

export const insertAuthorisation = (trx: Db, row: Tables['data_authorisation']) =>
  trx.insertInto('data_authorisation').values(row).execute();

/** Notes the withdrawal of current authorisations. @returns withdrawn authorisations */
export async function withdrawAuthorisations(
  trx: Db,
  { jointId, userId, number, purpose }: RecordsOf,
  { at, actor, reason }: { at: number; actor: string; reason: string },
): Promise<{ number: number; purpose: AuthorisationPurpose | null }[]> {
  const rows = await trx
    .updateTable('data_authorisation')
    .set({ withdrawn_at: at, withdrawn_by: actor, withdrawal: reason })
    .where('joint_id', '=', jointId)
    .where('withdrawn_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(number !== undefined, (query) => query.where('authorisation_id', '=', number ?? 0))
    .$if(purpose === 'policy', (query) => query.where('purpose', 'is', null))
    .$if(purpose === 'recording', (query) => query.where('purpose', '=', 'recording'))
    .returning(['authorisation_id as number', 'purpose'])
    .execute();
  return rows.sort((a, b) => a.number - b.number);
}

/** Lists claims: open ones by the last day, then the last answered. */
export async function listClaims(
  db: Db,
  { jointId, userId, number, numbers }: RecordsOf,
): Promise<DataClaim[]> {
  const rows = await db
    .selectFrom('data_claim')
    .selectAll()
    .where('joint_id', '=', jointId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(number !== undefined, (query) => query.where('claim_id', '=', number ?? 0))
    .$if(numbers !== undefined, (query) => query.where('claim_id', 'in', [0, ...(numbers ?? [])]))
    .orderBy(sql`case when answered_at is null then 0 else 1 end`)
    .orderBy(sql`case when answered_at is null then due_on end`)
    .orderBy('answered_at', 'desc')
    .orderBy('claim_id')
    .limit(MOST_RECORDS + 1)
    .execute();
  return rows.map(({ claim_id, kind, person, document, reach, channel, text, ...row }) => ({
    claimId: claim_id,
    kind,
    person,
    document,
    reach,
    channel,
    text,
    receivedOn: row.received_on,
    dueOn: row.due_on,
    extension: noted(row.extended_at, (at) => ({ at, reason: row.extension ?? '' })),
    answer: noted(row.answered_at, (at) => ({ at, text: row.answer ?? '' })),
  }));
}

export const insertClaim = (trx: Db, row: Tables['data_claim']) =>
  trx.insertInto('data_claim').values(row).execute();

export const updateClaim = (
  trx: Db,
  { jointId, claimId }: { jointId: number; claimId: number },
  change: Partial<Tables['data_claim']>,
) =>
  trx
    .updateTable('data_claim')
    .set(change)
    .where('joint_id', '=', jointId)
    .where('claim_id', '=', claimId)
    .execute();

/** Returns the name, document and mail address of a user. */
export const readPersonOfUser = (db: Db, userId: number) =>
  db
    .selectFrom('user_account')
    .select(['name', 'document', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** Returns the facts of an act that may be missing; null without the instant of the act. */
function noted<T>(at: number | null, facts: (at: string) => T): T | null {
  const instant = instantOf(at);
  return instant === null ? null : facts(instant);
}
