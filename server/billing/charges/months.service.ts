import { isDeepStrictEqual } from 'node:util';
import type { MonthReading, MonthReport } from '../../../shared/billing/drafts.api.ts';
import { firstDayOf, type Month, monthOf, shiftMonth, today } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, isUniqueViolation, readAsOfNow } from '../../platform/db/engine.ts';
import { packRows } from '../../platform/db/pack-rows.ts';
import { withStagedRows } from '../../platform/db/put-rows.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { PackedJson } from '../../platform/http/ready-json.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { packedJson, unpackedJson } from '../../platform/lib/packed-json.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { billingUnitsText } from '../../properties/index.ts';
import { mainUnitsText } from '../ledger/accounts.repository.ts';
import { lockBooks, readBooks } from '../ledger/books.repository.ts';
import { balancesText, readAccount } from '../ledger/ledger.repository.ts';
import {
  type DayPrice,
  priceWords,
  unusualDays,
  unusualDayWords,
  usualSince,
} from '../ledger/payment-day.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { conceptKey } from '../settings/concept-names.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { isTooLate } from '../settings/month-bounds.ts';
import {
  insertMonth,
  listSheetColumns,
  listStandingMonths,
  promptDiscountsText,
  type RememberedColumn,
  receivedText,
} from '../store/months.repository.ts';
import { findDraft, readDraftFile } from './drafts.repository.ts';
import { monthReading } from './month-reading.ts';
import {
  type DraftForecast,
  type EarlyPayment,
  lastIssuedOf,
  type MonthGrounds,
  type MonthRead,
} from './read-month-sheet.ts';

/** Most times to read a sheet again, if the ledger changes meanwhile. */
const MOST_READINGS = 3;
/** Number of months before the sheet's month with discounts that the payments in the sheet may earn. */
const OFFERED_MONTHS = 3;
/** Seconds until the client may retry, if other users keep changing the ledger. */
const MOVED_RETRY = 5;

interface OneDraft {
  jointId: number;
  draftId: number;
  reading: MonthReading;
}

/**
 * Creates the service that turns an uploaded spreadsheet (draft) into a month of charges: `preview` reads the
 * sheet in a worker and reports, `prepare` also stores the month, ready to be issued as bills.
 */
export function monthsService(context: Context) {
  const { db, address } = context.store;

  /**
   * Reads a draft (uploaded spreadsheet) as a month, and compares the sheet with the bills of the month. Stores no data.
   * @returns a MonthReport
   * @throws Problem draftNotFound; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(
    principal: Principal,
    jointId: number,
    draftId: number,
    reading: MonthReading,
  ): Promise<PackedJson> {
    const file = await fileOf(jointId, draftId);
    const month = monthOf(reading.year, reading.month);
    const grounds = await readAsOfNow(db, (trx) => readGrounds(trx, jointId, month));
    const input = { reading, grounds, today: today(), toStore: false };
    const table = await readUploadAs(file, monthReading, input, principal);
    const read = await askOfDays(db, jointId, reading, table);
    const issued = lastIssuedOf(grounds.months);
    if (read.refused || (issued !== null && issued >= month)) return new PackedJson(read.report);
    const task: DraftForecast = { kind: 'draftForecast', jointId, today: today(), read };
    const { actor } = principal;
    const { report } = await runInWorker<{ report: Uint8Array }>(address, task, {
      actor,
      semaphore: previews,
    });
    return new PackedJson(report);
  }

  /**
   * Stores a draft (uploaded spreadsheet) as a prepared month. Stores all rows or no row.
   * @returns a MonthReport
   * @throws Problem draftNotFound, draftPrepared, billingOff, monthExists, monthBefore, monthTooLate,
   * dueDateInvalid; importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function prepare(
    principal: Principal,
    jointId: number,
    draftId: number,
    reading: MonthReading,
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
      const input = { reading, grounds, today: today(), toStore: true };
      const table = await readUploadAs(file, monthReading, input, principal);
      const read = await askOfDays(db, jointId, reading, table);
      if (await store(principal, { jointId, draftId, reading }, grounds, read)) {
        return new PackedJson(read.report);
      }
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /** Stores the month of a draft. @returns true if stored; false if the data for the reading changed */
  async function store(
    { actor }: Principal,
    { jointId, draftId, reading }: OneDraft,
    grounds: MonthGrounds,
    read: MonthRead,
  ): Promise<boolean> {
    const month = monthOf(reading.year, reading.month);
    try {
      return await withStagedRows(db, read.store.rows, (staged) =>
        db.transaction().execute(async (trx) => {
          const { next } = await lockBooks(trx, jointId);
          const now = await readGrounds(trx, jointId, month);
          if (now.months.some((standing) => standing.month === month)) throw new Problem('monthExists');
          if (now.months.some(({ month: other, state }) => state === 'issued' && other > month)) {
            throw new Problem('monthBefore');
          }
          const draft = await findDraft(trx, jointId, draftId);
          if (draft === undefined || draft.state === 'discarded') throw new Problem('draftNotFound');
          if (draft.state !== 'received') throw new Problem('draftPrepared');
          if (!isDeepStrictEqual(now, grounds)) return false;
          const { report, refused, store, columns, totals, rows, dueDate, check } = read;
          if (refused) throw new Problem('importHasProblems', new PackedJson(report));
          const at = Date.now();
          const sheetCheck = { lastItem: next.item - 1, ...check };
          const prepared = { jointId, month, draftId, columns, dueDate, sheetCheck, at, actor };
          await insertMonth(trx, prepared, { ...store, rows: staged });
          const data = { jointId, draftId, month, rows, centavos: totals };
          await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'monthPrepared', data);
          return true;
        }),
      );
    } catch (error) {
      // Two concurrent requests: the unique index accepts the first.
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

/** Most rows reported individually. */
const ROWS_NAMED = 20;

/**
 * Asks the user about payments in the sheet with unusual days, with the interest that the ledger would forgive. An
 * error until the user confirms (`wentOn`). The discount for an unusual day is not computed here.
 */
async function askOfDays(
  db: Db,
  jointId: number,
  { wentOn }: MonthReading,
  read: MonthRead,
): Promise<MonthRead> {
  if (wentOn === true || read.early.length === 0) return read;
  const unusual = await readAsOfNow(db, async (trx) => {
    const books = await readBooks(trx, jointId);
    const since = usualSince(books, today());
    const found: { early: EarlyPayment; price: DayPrice }[] = [];
    for (const id of new Set(read.early.map(({ account }) => account))) {
      const own = read.early.filter(({ account }) => account === id);
      const prices = unusualDays(await readAccount(trx, jointId, id), own, {
        since,
        today: today(),
        offers: [],
      });
      for (const [at, early] of own.entries()) {
        const price = prices[at];
        if (price) found.push({ early, price });
      }
    }
    return found;
  });
  if (unusual.length === 0) return read;
  const report = unpackedJson<MonthReport>(read.report);
  const column = report.columns.find(({ role }) => role === 'paidOn')?.header ?? null;
  const problems = unusual
    .slice(0, ROWS_NAMED)
    .map(({ early: { sheet, row, valueDate }, price }): ImportProblem => {
      const place = { ...defined({ sheet }), row, column };
      return { ...place, severity: 'error', code: 'dayUnusual', message: unusualDayWords(valueDate, price) };
    });
  const interest = sumMoney(unusual.map(({ price }) => price.interest));
  const text = `Pagos de la planilla con fechas muy anteriores a lo que se debe: ${unusual.length}. Registrarlos así ${priceWords({ interest, discount: NO_MONEY })}. Si una fecha está mal, corríjala en el archivo.`;
  const choices = [{ label: 'Las fechas son correctas', wentOn: true as const }];
  const ask = {
    code: 'dayUnusual',
    column: null,
    title: '¿Son correctas estas fechas de pago?',
    text,
    choices,
  };
  const withQuestions: MonthReport = {
    ...report,
    committed: false,
    problems: [...report.problems, ...problems],
    asks: [...report.asks, ask],
  };
  const store = { concepts: [], rows: packRows([]) };
  return { ...read, report: packedJson(withQuestions), refused: true, store };
}

/** Reads the data of a joint needed to read and compare a sheet. */
async function readGrounds(db: Db, jointId: number, month: Month): Promise<MonthGrounds> {
  const { groupUnits, roundToPeso, discount, dueDay } = (await readBooks(db, jointId)).settings;
  return {
    groupUnits,
    roundToPeso,
    dueDay,
    discountPercent: discount?.percent ?? null,
    discounts: await promptDiscountsText(db, jointId, firstDayOf(shiftMonth(month, -OFFERED_MONTHS))),
    months: await listStandingMonths(db, jointId),
    units: await billingUnitsText(db, jointId),
    concepts: await listConcepts(db, jointId),
    remembered: newestColumns(await listSheetColumns(db, jointId)),
    mains: await mainUnitsText(db, jointId),
    balances: await balancesText(db, jointId),
    received: await receivedText(db, jointId, shiftMonth(month, -1)),
  };
}

/** Returns the columns of the joint's earlier sheets, each header with the role in the newest sheet. */
function newestColumns([newest = [], ...older]: RememberedColumn[][]): RememberedColumn[] {
  const columns = [...newest];
  const seen = new Set(newest.map(({ header }) => conceptKey(header)));
  for (const column of older.flat()) {
    const key = conceptKey(column.header);
    if (!seen.has(key)) columns.push(column);
    seen.add(key);
  }
  return columns;
}
