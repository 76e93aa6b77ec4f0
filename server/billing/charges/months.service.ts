import { isDeepStrictEqual } from 'node:util';
import type { Reading } from '../../../shared/billing/drafts.api.ts';
import { firstDayOf, type Month, monthOf, shiftMonth, today } from '../../../shared/days.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, isUniqueViolation, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { PackedJson } from '../../platform/http/ready-json.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { billingUnitsText } from '../../properties/index.ts';
import { mainUnitsText } from '../ledger/accounts.repository.ts';
import { lockBooks, readBooks } from '../ledger/books.repository.ts';
import { balancesText } from '../ledger/ledger.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { isTooLate } from '../settings/month-bounds.ts';
import { findDraft, readDraftFile } from './drafts.repository.ts';
import { monthReading } from './month-reading.ts';
import {
  insertMonth,
  listStandingMonths,
  promptDiscountsText,
  readRememberedColumns,
  receivedText,
} from './months.repository.ts';
import { lastIssuedOf, type MonthGrounds, type MonthRead } from './read-month-sheet.ts';

/** How often a sheet is read anew because what it is compared with changed meanwhile. */
const MOST_READINGS = 3;
/** Months before the sheet's in which a discount may have been offered that its payments earn. */
const OFFERED_MONTHS = 3;
/** Seconds after which whoever else is at work there may be done. */
const MOVED_RETRY = 5;

interface OneDraft {
  jointId: number;
  draftId: number;
  reading: Reading;
}

/** Spreadsheets read as months: in a worker, and stored here. */
export function monthsService({ store: { db } }: Context) {
  /**
   * Reads a draft as a month; nothing is stored.
   * @returns a MonthReport
   * @throws Problem draftNotFound; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(jointId: number, draftId: number, reading: Reading): Promise<PackedJson> {
    const file = await fileOf(jointId, draftId);
    const month = monthOf(reading.year, reading.month);
    const grounds = await readAsOfNow(db, (trx) => readGrounds(trx, jointId, month));
    const given = { reading, grounds, today: today(), toStore: false };
    const { report } = await readUploadAs(file, monthReading, given);
    return new PackedJson(report);
  }

  /**
   * Stores a draft as a month that can be issued: all of its rows or none.
   * @returns a MonthReport
   * @throws Problem draftNotFound, draftPrepared, billingOff, monthExists, monthBefore, monthTooLate, dueDateInvalid; importHasProblems with the
   *   report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function prepare(
    principal: Principal,
    jointId: number,
    draftId: number,
    reading: Reading,
  ): Promise<PackedJson> {
    await requireBilling(db, jointId);
    const file = await fileOf(jointId, draftId);
    const month = monthOf(reading.year, reading.month);
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const grounds = await readAsOfNow(db, (trx) => readGrounds(trx, jointId, month));
      const { months } = grounds;
      if (typeof reading.dueDate === 'string' && reading.dueDate < firstDayOf(month))
        throw new Problem('dueDateInvalid');
      if (isTooLate(month, today(), lastIssuedOf(months))) throw new Problem('monthTooLate');
      const read = await readUploadAs(file, monthReading, {
        reading,
        grounds,
        today: today(),
        toStore: true,
      });
      if (await store(principal, { jointId, draftId, reading }, grounds, read)) {
        return new PackedJson(read.report);
      }
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /** @returns whether it was stored; not where it was compared with what is true no more */
  async function store(
    { actor }: Principal,
    { jointId, draftId, reading }: OneDraft,
    grounds: MonthGrounds,
    read: MonthRead,
  ): Promise<boolean> {
    const month = monthOf(reading.year, reading.month);
    try {
      return await db.transaction().execute(async (trx) => {
        await lockBooks(trx, jointId);
        const now = await readGrounds(trx, jointId, month);
        if (now.months.some((standing) => standing.month === month)) throw new Problem('monthExists');
        if (now.months.some(({ month: other, state }) => state === 'issued' && other > month)) {
          throw new Problem('monthBefore');
        }
        const draft = await findDraft(trx, jointId, draftId);
        if (draft === undefined || draft.state === 'discarded') throw new Problem('draftNotFound');
        if (draft.state !== 'received') throw new Problem('draftPrepared');
        if (!isDeepStrictEqual(now, grounds)) return false;
        const { report, refused, store, columns, totals, rows, dueDate } = read;
        if (refused) throw new Problem('importHasProblems', new PackedJson(report));
        const at = Date.now();
        await insertMonth(trx, { jointId, month, draftId, columns, dueDate, at, actor }, store);
        const data = { jointId, draftId, month, rows, centavos: totals };
        await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'monthPrepared', data);
        return true;
      });
    } catch (error) {
      // Two at once: the store's index lets one stand.
      if (isUniqueViolation(error)) throw new Problem('monthExists');
      throw error;
    }
  }

  async function fileOf(jointId: number, draftId: number): Promise<UploadedFile> {
    const file = await readDraftFile(db, jointId, draftId);
    if (!file) throw new Problem('draftNotFound');
    return file;
  }

  return { preview, prepare };
}

/** What a sheet is compared with. */
async function readGrounds(db: Db, jointId: number, month: Month): Promise<MonthGrounds> {
  const { groupUnits, roundToPeso, discount } = (await readBooks(db, jointId)).settings;
  return {
    ...{ groupUnits, roundToPeso },
    discountPercent: discount?.percent ?? null,
    discounts: await promptDiscountsText(db, jointId, firstDayOf(shiftMonth(month, -OFFERED_MONTHS))),
    months: await listStandingMonths(db, jointId),
    units: await billingUnitsText(db, jointId),
    concepts: await listConcepts(db, jointId),
    remembered: await readRememberedColumns(db, jointId),
    mains: await mainUnitsText(db, jointId),
    balances: await balancesText(db, jointId),
    received: await receivedText(db, jointId, shiftMonth(month, -1)),
  };
}
