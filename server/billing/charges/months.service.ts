import type { MonthReport, Reading } from '../../../shared/billing/drafts.api.ts';
import { type Month, monthName, monthOf, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { appendAudit, billingChain } from '../../audit/trail.ts';
import { type Db, isUniqueViolation, readAsOfNow } from '../../db/engine.ts';
import type { Principal } from '../../http/principal.ts';
import { Problem } from '../../http/problem.ts';
import { listBillingUnits } from '../../properties/apartments.repository.ts';
import { readUpload } from '../../sheets/read-upload.ts';
import type { SheetFile } from '../../sheets/sheet.types.ts';
import { requireBilling } from '../billed-joint.ts';
import { accountsByUnit } from '../ledger/accounts.repository.ts';
import { lockBooks, readBooks } from '../ledger/books.repository.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { findDraft, readDraftFile } from './drafts.repository.ts';
import { type CheckedRow, checkMonth, type RowToStore } from './month-check.ts';
import { about } from './month-columns.ts';
import { bounded, readMonthSheet } from './month-sheet.ts';
import type { ColumnFound, MonthSheet, RememberedColumn } from './month-sheet.types.ts';
import {
  insertMonth,
  listStandingMonths,
  readBalances,
  readRememberedColumns,
  type StandingMonth,
} from './months.repository.ts';
import { UnitIndex } from './unit-index.ts';

/** Spreadsheets read as months. */
export class MonthsService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Reads a draft as a month; nothing is stored.
   * @throws Problem draftNotFound; sheetTooLarge, sheetUnreadable, overloaded
   */
  async preview(jointId: number, draftId: number, reading: Reading): Promise<MonthReport> {
    const file = await this.#read(jointId, draftId);
    return readAsOfNow(this.#db, async (trx) => {
      const months = await listStandingMonths(trx, jointId);
      return (await readMonth(trx, jointId, file, reading, months)).report;
    });
  }

  /**
   * Stores a draft as a month that can be issued: all of its rows or none.
   * @throws Problem draftNotFound, draftPrepared, billingOff, monthExists, monthBefore; importHasProblems with the
   *   report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async prepare(
    principal: Principal,
    jointId: number,
    draftId: number,
    reading: Reading,
  ): Promise<MonthReport> {
    await requireBilling(this.#db, jointId);
    const file = await this.#read(jointId, draftId);
    const month = monthOf(reading.year, reading.month);
    try {
      return await this.#db.transaction().execute(async (trx) => {
        await lockBooks(trx, jointId);
        const months = await listStandingMonths(trx, jointId);
        if (months.some((standing) => standing.month === month)) throw new Problem('monthExists');
        if (months.some(({ month: other, state }) => state === 'issued' && other > month)) {
          throw new Problem('monthBefore');
        }
        const draft = await findDraft(trx, jointId, draftId);
        if (draft === undefined || draft.state === 'discarded') throw new Problem('draftNotFound');
        if (draft.state !== 'received') throw new Problem('draftPrepared');
        const { report, store, columns, totals } = await readMonth(trx, jointId, file, reading, months);
        if (report.problems.some(({ severity }) => severity === 'error')) {
          throw new Problem('importHasProblems', report);
        }
        const at = Date.now();
        const { actor } = principal;
        await insertMonth(trx, { jointId, month, draftId, columns, rows: store, at, actor });
        const data = { jointId, draftId, month, rows: report.rows.length, ...totals };
        await appendAudit(trx, { chain: billingChain(jointId), actor, act: 'monthPrepared', at, data });
        return { ...report, committed: true };
      });
    } catch (error) {
      // Two at once: the store's index lets one stand.
      if (isUniqueViolation(error)) throw new Problem('monthExists');
      throw error;
    }
  }

  /** In its worker, before any transaction. */
  async #read(jointId: number, draftId: number): Promise<SheetFile> {
    const file = await readDraftFile(this.#db, jointId, draftId);
    if (!file) throw new Problem('draftNotFound');
    return readUpload(file);
  }
}

interface MonthRead {
  report: MonthReport;
  store: RowToStore[];
  /** Of its rows, in centavos. */
  totals: Record<keyof MonthReport['totals'], Centavos>;
  columns: RememberedColumn[];
}

async function readMonth(
  db: Db,
  jointId: number,
  file: SheetFile,
  { year, month: number, ...asked }: Reading,
  months: readonly StandingMonth[],
): Promise<MonthRead> {
  const month = monthOf(year, number);
  const units = await listBillingUnits(db, jointId);
  const balances = await readBalances(db, jointId);
  const sheet = readMonthSheet(
    file,
    {
      units: new UnitIndex(units.map(({ apartmentId }) => apartmentId)),
      concepts: await listConcepts(db, jointId),
      begun: balances.size > 0,
      remembered: await readRememberedColumns(db, jointId),
    },
    asked,
  );
  const { settings } = await readBooks(db, jointId);
  const accountOf = await accountsByUnit(db, jointId);
  const checked = checkMonth(sheet, month, { accountOf, balances, roundToPeso: settings.roundToPeso });
  const totals = totalsOf(checked.rows);
  const problems = [...aboutMonths(month, months), ...sheet.problems, ...checked.problems];
  if (sheet.rows.length > 0 && checked.store.length === 0) {
    problems.push(about(null, 'warning', 'nothingCharged', 'La planilla no trae ningún valor.'));
  }
  const owners = new Map(units.map(({ apartmentId, owner }) => [apartmentId, owner]));
  return {
    report: {
      ...{ committed: false, year, month: number },
      ...{ sheets: sheet.sheets, sheet: sheet.sheet, headerRow: sheet.headerRow },
      columns: sheet.columns.map(toColumn),
      rows: checked.rows.map((row) => toRow(row, owners.get(row.apartmentId) ?? '')),
      totals: {
        opening: toPesos(totals.opening),
        payment: toPesos(totals.payment),
        charges: toPesos(totals.charges),
        total: toPesos(totals.total),
      },
      problems: bounded(problems),
      missing: missingOf(
        sheet,
        units.map(({ apartmentId }) => apartmentId),
      ),
    },
    ...{ store: checked.store, totals },
    columns: sheet.columns.map(({ header, role, concept, nature, byHand }) => ({
      ...{ header, role, byHand },
      ...(concept === undefined ? {} : { concept }),
      ...(nature === undefined ? {} : { nature }),
    })),
  };
}

/** Months that were left out before this one, and those that are not issued yet. */
function aboutMonths(month: Month, months: readonly StandingMonth[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const issued = months.filter(({ state }) => state === 'issued').at(-1)?.month;
  if (issued !== undefined && month > shiftMonth(issued, 1)) {
    const message = `El último mes emitido es ${nameOf(issued)}: se saltan meses.`;
    problems.push(about(null, 'warning', 'monthSkipped', message));
  }
  const pending = months.filter(({ state, month: other }) => state === 'prepared' && other < month);
  for (const { month: other } of pending) {
    const message = `${nameOf(other)} está preparado y sin emitir: los saldos cambiarán cuando se emita.`;
    problems.push(about(null, 'warning', 'monthPending', message));
  }
  return problems;
}

const nameOf = (month: Month): string => `${monthName(Number(month.slice(5)))} de ${month.slice(0, 4)}`;

function toColumn({
  column,
  role,
  concept,
  nature,
  header,
  samples,
}: ColumnFound): MonthReport['columns'][number] {
  const named = {
    ...(concept === undefined ? {} : { concept }),
    ...(nature === undefined ? {} : { nature }),
  };
  return { column, role, header, samples, ...named };
}

const toRow = ({ row, apartmentId, opening, payment, charges, total }: CheckedRow, owner: string) => ({
  ...{ row, apartmentId, owner, opening: toPesos(opening), payment: toPesos(payment) },
  charges: charges.map(({ concept, amount }) => ({ concept, amount: toPesos(amount) })),
  total: toPesos(total),
});

function totalsOf(rows: readonly CheckedRow[]): MonthRead['totals'] {
  const sum = (of: (row: CheckedRow) => Centavos) => sumMoney(rows.map(of));
  return {
    opening: sum(({ opening }) => opening),
    payment: sum(({ payment }) => payment),
    charges: sum(({ charges }) => sumMoney(charges.map(({ amount }) => amount))),
    total: sum(({ total }) => total),
  };
}

const missingOf = ({ sheet, named }: MonthSheet, units: readonly string[]): string[] =>
  sheet === null ? [] : units.filter((unit) => !named.has(unit));
