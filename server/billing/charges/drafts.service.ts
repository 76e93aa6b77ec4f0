import { createHash } from 'node:crypto';
import type { FileAnswer } from '../../../shared/api.ts';
import type { Draft } from '../../../shared/billing/drafts.api.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/engine.ts';
import { hasRight, isStaff, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../../platform/http/uploaded-file.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { checkReading } from '../../platform/sheets/reading.ts';
import { lockBooks } from '../ledger/books.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import {
  discardDraft,
  findDraft,
  insertDraft,
  listDrafts,
  readDraftFile,
  type StoredDraft,
} from './drafts.repository.ts';

/** Time (ms) promised for the review of a spreadsheet: three days. */
export const PROMISE_MS = 72 * 3_600_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Checks that the joint may send another draft.
 * @throws Problem tooManyDrafts
 */
async function ensureRoom(db: Db, jointId: number): Promise<void> {
  const drafts = await listDrafts(db, { jointIds: [jointId] });
  ensureWithin('tooManyDrafts', 1 + drafts.filter(({ state }) => state === 'received').length);
}

/**
 * Creates the service for drafts, the spreadsheets of a month's charges sent by administrators: lists,
 * stores, downloads and discards drafts. A draft waits until a month is prepared from the spreadsheet.
 */
export function draftsService({ store: { db } }: Context) {
  async function list(jointId: number): Promise<Draft[]> {
    return (await listDrafts(db, { jointIds: [jointId] })).map(toDraft);
  }

  /** Lists the drafts of the caller's joints (staff: all joints) not issued yet, by deadline. */
  async function listWaiting(principal: Principal): Promise<Draft[]> {
    const jointIds = isStaff(principal) ? null : [...principal.joints.billing];
    const drafts = await listDrafts(db, { jointIds });
    return drafts
      .filter(({ state }) => state === 'received' || state === 'prepared')
      .sort((a, b) => a.receivedAt - b.receivedAt || a.draftId - b.draftId)
      .map(toDraft);
  }

  /**
   * Stores the uploaded file as a draft if readable as a spreadsheet. The contents are not interpreted yet.
   * @throws Problem billingOff; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function send(principal: Principal, jointId: number, file: UploadedFile): Promise<Draft> {
    await requireBilling(db, jointId);
    await ensureRoom(db, jointId);
    await readUploadAs(file, checkReading, null, principal);
    const fileName = plainFileName(file.fileName, mediaTypeOf(file.bytes));
    return db.transaction().execute(async (trx) => {
      await lockBooks(trx, jointId);
      await ensureRoom(trx, jointId);
      const at = Date.now();
      const sent = { jointId, fileName, bytes: file.bytes, receivedAt: at, sentBy: principal.actor };
      const draftId = await insertDraft(trx, sent);
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      await appendAudit(trx, { chain: billingChain(jointId), actor: principal.actor, at }, 'draftSent', {
        jointId,
        draftId,
        fileName,
        bytes: file.bytes.byteLength,
        sha256,
      });
      return toDraft(await draftOf(trx, jointId, draftId));
    });
  }

  /** Returns the original file of a draft, for download. @throws Problem draftNotFound */
  async function file(jointId: number, draftId: number): Promise<FileAnswer> {
    const file = await readDraftFile(db, jointId, draftId);
    if (!file) throw new Problem('draftNotFound');
    const { fileName, bytes } = file;
    return { name: fileName, mediaType: mediaTypeOf(bytes), bytes };
  }

  /**
   * Discards a draft and the prepared month, so that another spreadsheet can be sent. Repeating has no effect.
   * @param seen state as the person saw: a month prepared meanwhile by another person stays
   * @throws Problem draftNotFound, monthIssued, factsMoved; draftPrepared for administrators
   */
  async function discard(
    principal: Principal,
    { jointId, draftId }: { jointId: number; draftId: number },
    seen?: 'received' | 'prepared',
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockBooks(trx, jointId);
      const draft = await draftOf(trx, jointId, draftId);
      if (draft.state === 'discarded') return;
      if (draft.state === 'issued') throw new Problem('monthIssued');
      if (draft.state === 'prepared' && !hasRight(principal, 'months')) throw new Problem('draftPrepared');
      if (seen !== undefined && seen !== draft.state) throw new Problem('factsMoved');
      const at = Date.now();
      await discardDraft(trx, draftId, { at, actor: principal.actor });
      await appendAudit(trx, { chain: billingChain(jointId), actor: principal.actor, at }, 'draftDiscarded', {
        jointId,
        draftId,
        fileName: draft.fileName,
        month: draft.month,
      });
    });
  }

  return { list, listWaiting, send, file, discard };
}

async function draftOf(db: Db, jointId: number, draftId: number): Promise<StoredDraft> {
  const draft = await findDraft(db, jointId, draftId);
  if (!draft) throw new Problem('draftNotFound');
  return draft;
}

const mediaTypeOf = (bytes: Uint8Array): string =>
  bytes[0] === 0x50 && bytes[1] === 0x4b ? XLSX : 'text/csv';

function toDraft({ receivedAt, month, ...draft }: StoredDraft): Draft {
  const [year, number] = month === null ? [] : month.split('-').map(Number);
  return {
    ...draft,
    receivedAt: new Date(receivedAt).toISOString(),
    deadline: new Date(receivedAt + PROMISE_MS).toISOString(),
    year: year ?? null,
    month: number ?? null,
  };
}
