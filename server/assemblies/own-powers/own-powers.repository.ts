import { POWER_CODE_MINUTES, POWER_CODE_TRIES } from '../../../shared/assemblies/powers/own-powers.api.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { AgendaInstruction, Draft } from './power-text.ts';

/** Assembly and user of a power under way. */
export interface DraftPlace {
  assemblyId: number;
  userId: number;
}

/** Stores the power to sign of a user; a former power under way, and the code of the former power, end. Powers not signed within a day are removed. */
export async function putDraft(
  trx: Db,
  { assemblyId, userId }: DraftPlace,
  draft: Draft,
  at: Millis,
): Promise<void> {
  await trx
    .deleteFrom('power_draft')
    .where('asked_at', '<', at - DAY_MS)
    .execute();
  const fresh = { asked_at: at, content: JSON.stringify(draft), code_hash: null, sent_at: null, tries: 0 };
  await trx
    .insertInto('power_draft')
    .values({ assembly_id: assemblyId, user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['assembly_id', 'user_id']).doUpdateSet(fresh))
    .execute();
}

/** Returns the power under way that was asked for at `askedAt`, for the mail with the code. Undefined if replaced. */
export async function findPowerDraft(
  db: Db,
  { assemblyId, userId }: DraftPlace,
  askedAt: Millis,
): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('power_draft')
    .select('content')
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('asked_at', '=', askedAt)
    .executeTakeFirst();
  return row && JSON.parse(row.content);
}

/**
 * Stores the hash of a sent code.
 * @param sentAt time of the sending, epoch ms; null takes the code back, because the mail was not sent
 */
export async function noteCode(
  db: Db,
  { assemblyId, userId }: DraftPlace,
  askedAt: Millis,
  { codeHash, sentAt }: { codeHash: string; sentAt: Millis | null },
): Promise<void> {
  await db
    .updateTable('power_draft')
    .set({ code_hash: sentAt === null ? null : codeHash, sent_at: sentAt })
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('asked_at', '=', askedAt)
    .execute();
}

/** Time of the sending of the oldest code still valid at `at`, exclusive, epoch ms. */
const oldestValid = (at: Millis): Millis => at - POWER_CODE_MINUTES * MINUTE_MS;

/** Try of a code: hash and time of the sent code, and the number of the try, from 1. */
export interface CodeTry {
  codeHash: string;
  sentAt: Millis;
  tries: number;
}

/**
 * Counts a try of the user's code, in a single statement: simultaneous tries never exceed the limit.
 * @returns undefined without a valid code, or after the last try
 */
export async function countTry(
  db: Db,
  { assemblyId, userId }: DraftPlace,
  at: Millis,
): Promise<CodeTry | undefined> {
  const row = await db
    .updateTable('power_draft')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('code_hash', 'is not', null)
    .where('sent_at', '>', oldestValid(at))
    .where('tries', '<', POWER_CODE_TRIES)
    .returning(['code_hash as codeHash', 'sent_at as sentAt', 'tries'])
    .executeTakeFirst();
  if (row === undefined || row.codeHash === null || row.sentAt === null) return undefined;
  return { ...row, codeHash: row.codeHash, sentAt: row.sentAt };
}

/**
 * Removes the power under way with a code, because a code works once.
 * @param code.at time of the signature, epoch ms: the try was counted earlier, before the lock of the joint
 * @returns undefined if used, replaced or too old
 */
export async function takeDraft(
  trx: Db,
  { assemblyId, userId }: DraftPlace,
  code: { codeHash: string; at: Millis },
): Promise<Draft | undefined> {
  const row = await trx
    .deleteFrom('power_draft')
    .where('assembly_id', '=', assemblyId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', code.codeHash)
    .where('sent_at', '>', oldestValid(code.at))
    .returning('content')
    .executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** Returns the times of the codes of a user within the last hour, oldest first, epoch ms. */
export async function recentCodes(db: Db, userId: number, at: Millis): Promise<Millis[]> {
  const rows = await db
    .selectFrom('mail_message')
    .select('created_at')
    .where('kind', '=', 'powerCode')
    .where('user_id', '=', userId)
    .where('created_at', '>', at - HOUR_MS)
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** Stores the proof of a signed power. */
export async function insertProof(
  trx: Db,
  powerId: number,
  { content, instructions }: { content: string; instructions: readonly AgendaInstruction[] },
): Promise<void> {
  await trx
    .insertInto('power_proof')
    .values({ power_id: powerId, content, instructions: JSON.stringify(instructions) })
    .execute();
}

/** Proof of a power signed on the phone: assembly, units and the signed text. */
export interface StoredProof {
  assemblyId: number;
  /** Time of the signature, epoch ms. */
  enteredAt: Millis;
  content: string;
  apartmentIds: string[];
}

/** Finds the proof of a power in the assemblies of a root joint. Undefined for a power on paper. */
export async function findProof(
  db: Db,
  { rootId, powerId }: { rootId: number; powerId: number },
): Promise<StoredProof | undefined> {
  const row = await db
    .selectFrom('power_proof as f')
    .innerJoin('power as p', 'p.power_id', 'f.power_id')
    .innerJoin('assembly as a', 'a.assembly_id', 'p.assembly_id')
    .select(['p.assembly_id as assemblyId', 'p.entered_at as enteredAt', 'f.content'])
    .where('f.power_id', '=', powerId)
    .where('a.joint_id', '=', rootId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const units = await db
    .selectFrom('power_unit')
    .select('apartment_id')
    .where('power_id', '=', powerId)
    .orderBy('apartment_id')
    .execute();
  return { ...row, apartmentIds: units.map(({ apartment_id }) => apartment_id) };
}

/** Returns the numbers of an assembly's powers that were signed on the phone. */
export async function provenPowers(db: Db, assemblyId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('power_proof as f')
    .innerJoin('power as p', 'p.power_id', 'f.power_id')
    .select('f.power_id')
    .where('p.assembly_id', '=', assemblyId)
    .execute();
  return new Set(rows.map(({ power_id }) => power_id));
}
