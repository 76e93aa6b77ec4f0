import { debtorsReport } from '../../../shared/billing/reports.api.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { countFact, moneyFact } from '../../platform/documents/table.ts';
import type { BilledUnit } from '../ledger/accounts.repository.ts';
import { type Overdue, overdueOf } from '../ledger/overdue.ts';
import { type BookHeading, bookFacts } from './heading.ts';
import { asOfFacts, billedColumns, ownerColumns, readJointAccounts } from './read-accounts.ts';

type DebtorRow = Pick<BilledUnit, 'apartmentId' | 'units' | 'owner' | 'ownerDocument'> &
  Overdue & {
    /** State of the payment agreement; '' without an agreement. */
    agreement: string;
    total: Centavos;
  };

interface DebtorsReport {
  heading: BookHeading;
  day: Day;
  until: Day;
  rows: DebtorRow[];
}

/**
 * Reads the data of the report 'Informe de Morosos': the units with overdue debt, in the order of the table
 * of units.
 * @param of `date`: state as of this posting day; default today
 */
export async function readDebtors(trx: Db, of: { jointId: number; date?: Day }): Promise<DebtorsReport> {
  const { accounts, day: seen, ...ground } = await readJointAccounts(trx, of);
  return {
    ...ground,
    day: seen,
    rows: accounts.flatMap(({ unit: { apartmentId, units, owner, ownerDocument }, account, agreement }) => {
      const overdue = overdueOf(account, seen);
      const total = centavos(overdue.capital + overdue.interest);
      return total === 0 ? [] : [{ apartmentId, units, owner, ownerDocument, agreement, ...overdue, total }];
    }),
  };
}

/**
 * Lays out the report 'Informe de Morosos' as PDF and spreadsheet: a row for each unit with overdue debt, and
 * the totals.
 */
export function debtorsLayout(report: DebtorsReport): ReportLayout {
  const { heading, rows } = report;
  return {
    title: 'Informe de Morosos',
    heading,
    facts: [
      ...bookFacts(heading),
      ...asOfFacts(report),
      countFact('Inmuebles en mora', rows.length),
      moneyFact('Total vencido', sumMoney(rows.map((row) => row.total))),
    ],
    parts: [
      table<DebtorRow>({
        name: 'Morosos',
        rows,
        empty: 'Ningún inmueble tiene cuotas vencidas.',
        columns: [
          ...billedColumns(70),
          ...ownerColumns(rows, 140),
          { title: 'Documento del propietario', kind: 'text', value: (row) => row.ownerDocument },
          { title: 'Cuotas vencidas', kind: 'count', width: 48, value: (row) => row.instalments },
          { title: 'Desde', kind: 'day', width: 52, value: (row) => row.since },
          { title: 'Capital', kind: 'money', width: 66, value: (row) => row.capital, total: true },
          { title: 'Intereses de mora', kind: 'money', width: 66, value: (row) => row.interest, total: true },
          { title: 'Total', kind: 'money', width: 70, value: (row) => row.total, total: true },
        ],
      }),
    ],
  };
}

export default defineReport(debtorsReport, {
  read: (trx, { params, query }) => readDebtors(trx, { ...params, ...query }),
  formats: paperAndBook(debtorsLayout),
});
