import type { MonthReport } from '../../../shared/billing/drafts.api.ts';
import { monthOf } from '../../../shared/days.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { packedJson, unpackedJson } from '../../platform/lib/packed-json.ts';
import { about } from '../charges/column-problems.ts';
import type { DraftForecast } from '../charges/read-month-sheet.ts';
import { sheetRows } from '../store/months.repository.ts';
import { computeMonth } from './compute-month.ts';
import { proposedDates } from './dates.ts';
import { differencesOf, type MonthDifferences } from './differences.ts';
import { loadMonthInput } from './read-month.ts';
import { toDifferences } from './relation.ts';

/**
 * Worker task for a spreadsheet read as a month and not stored: computes the bills of an issue on the proposed dates, and
 * adds the differences from the sheet to the report. A computation refused by the books becomes a warning.
 */
export async function forecastDraft(db: Db, task: DraftForecast): Promise<{ report: Uint8Array }> {
  const report = unpackedJson<MonthReport>(task.read.report);
  try {
    const differences = await compareDraft(db, task, report);
    return { report: packedJson({ ...report, differences: toDifferences(differences) }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const message = `Las cuentas todavía no se comparan con la planilla. ${error.message}`;
    const problems = [...report.problems, about(null, 'warning', error.code, message)];
    return { report: packedJson({ ...report, problems }) };
  }
}

async function compareDraft(
  db: Db,
  { jointId, today, read: { store, check, dueDate } }: DraftForecast,
  { year, month: number }: Pick<MonthReport, 'year' | 'month'>,
): Promise<MonthDifferences> {
  const month = monthOf(year, number);
  const sheet = { rows: sheetRows(store), concepts: store.concepts };
  const input = await readAsOfNow(db, (trx) =>
    loadMonthInput(trx, jointId, { monthId: 0, month, sheet }, (bounds) =>
      proposedDates(month, { issueDate: null, dueDate: null }, { ...bounds, proposed: dueDate, today }),
    ),
  );
  const lastItem = input.books.next.item - 1;
  return differencesOf(
    input,
    computeMonth(input, () => undefined),
    { lastItem, ...check },
  );
}
