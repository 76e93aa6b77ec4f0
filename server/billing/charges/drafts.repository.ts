import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/**
 * Draft: spreadsheet of a month's charges, uploaded for a joint. State: 'received' (waits for review),
 * prepared as a month, issued, or discarded.
 */
export interface StoredDraft {
  draftId: number;
  jointId: number;
  jointName: string;
  fileName: string;
  /** Time of the upload, epoch ms. */
  receivedAt: Millis;
  /** Name of the draft's sender; the actor in the audit trail if unknown. */
  sentBy: string;
  state: 'received' | 'prepared' | 'issued' | 'discarded';
  /** Month prepared from the draft, YYYY-MM; null before. */
  month: string | null;
}

/**
 * Lists drafts (uploaded spreadsheets of a month's charges), newest first, without the bytes.
 * @param of `jointIds`: joints of the drafts, null for all joints; `draftId`: a single draft
 */
export async function listDrafts(
  db: Db,
  { jointIds, draftId }: { jointIds: readonly number[] | null; draftId?: number },
): Promise<StoredDraft[]> {
  if (jointIds?.length === 0) return [];
  let query = db
    .selectFrom('billing_draft as d')
    .innerJoin('joint as j', 'j.joint_id', 'd.joint_id')
    .leftJoin('billing_month as m', (join) =>
      join.onRef('m.draft_id', '=', 'd.draft_id').on('m.state', '<>', 'discarded'),
    )
    .select(['d.draft_id as draftId', 'd.joint_id as jointId', 'j.joint_name as jointName'])
    .select(['d.file_name as fileName', 'd.received_at as receivedAt', 'd.sent_by as sentBy'])
    .select(['d.discarded_at', 'm.state', 'm.month'])
    .orderBy('d.draft_id', 'desc');
  if (jointIds !== null) query = query.where('d.joint_id', 'in', jointIds);
  if (draftId !== undefined) query = query.where('d.draft_id', '=', draftId);
  const rows = await query.execute();
  const names = await readActorNames(db, [...new Set(rows.map(({ sentBy }) => sentBy))]);
  return rows.map(({ discarded_at, ...row }) => ({
    ...row,
    sentBy: names.get(row.sentBy) ?? row.sentBy,
    state: discarded_at === null ? (row.state ?? 'received') : 'discarded',
  }));
}

/** Returns a draft (uploaded spreadsheet of charges) without its bytes; undefined if unknown in the joint. */
export async function findDraft(db: Db, jointId: number, draftId: number): Promise<StoredDraft | undefined> {
  return (await listDrafts(db, { jointIds: [jointId], draftId }))[0];
}

async function readActorNames(db: Db, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = actors.flatMap((actor) => (actor.startsWith('user:') ? [Number(actor.slice(5))] : []));
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('user_account')
    .select(['user_id', 'name'])
    .where('user_id', 'in', ids)
    .execute();
  return new Map(users.map(({ user_id, name }) => [`user:${user_id}`, name]));
}

/**
 * Stores an uploaded spreadsheet of charges as a new draft. Returns the draft's number.
 * @param draft `receivedAt`: epoch ms; `sentBy`: author as in the audit trail, 'user:12'
 */
export async function insertDraft(
  trx: Db,
  draft: { jointId: number; fileName: string; bytes: Uint8Array; receivedAt: Millis; sentBy: string },
): Promise<number> {
  const { draft_id } = await trx
    .insertInto('billing_draft')
    .values({
      joint_id: draft.jointId,
      file_name: draft.fileName,
      bytes: Buffer.from(draft.bytes),
      received_at: draft.receivedAt,
      sent_by: draft.sentBy,
      discarded_at: null,
      discarded_by: null,
    })
    .returning('draft_id')
    .executeTakeFirstOrThrow();
  return draft_id;
}

/**
 * Returns the spreadsheet of a draft (charges uploaded for a month) as uploaded, to be read or downloaded;
 * undefined for an unknown draft.
 */
export function readDraftFile(
  db: Db,
  jointId: number,
  draftId: number,
): Promise<{ fileName: string; bytes: Uint8Array } | undefined> {
  return db
    .selectFrom('billing_draft')
    .select(['file_name as fileName', 'bytes'])
    .where('joint_id', '=', jointId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst();
}

/**
 * Discards a draft and the month prepared from the draft. Both stay in the database.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function discardDraft(
  trx: Db,
  draftId: number,
  by: { at: Millis; actor: string },
): Promise<void> {
  const discarded = { discarded_at: by.at, discarded_by: by.actor };
  await trx.updateTable('billing_draft').set(discarded).where('draft_id', '=', draftId).execute();
  await trx
    .updateTable('billing_month')
    .set({ state: 'discarded', ...discarded })
    .where('draft_id', '=', draftId)
    .where('state', '=', 'prepared')
    .execute();
}
