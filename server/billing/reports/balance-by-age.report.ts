import { balanceByAgeReport } from '../../../shared/billing/reports.api.ts';
import type { Day } from '../../../shared/days.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { countFact, moneyFact } from '../../platform/documents/table.ts';
import type { BilledUnit } from '../ledger/accounts.repository.ts';
import { type Aging, agingOf } from '../ledger/aging.ts';
import { type BookHeading, bookFacts, DENSE } from './heading.ts';
import { asOfFacts, billedColumns, ownerColumns, readJointAccounts } from './read-accounts.ts';

const TITLE = 'Cartera por Edades';

type AgeRow = Pick<BilledUnit, 'apartmentId' | 'units' | 'owner'> & Aging & { agreement: string };

/** Data of the report 'Cartera por Edades': debt of each unit by days since the due date. */
export interface AgeReport {
  heading: BookHeading;
  /** Day to compare due dates with. */
  day: Day;
  /** Last posting day included. */
  until: Day;
  rows: AgeRow[];
  /** True to list only units with a balance or a credit, largest debt first. The totals include all units. */
  hasBalance: boolean;
}

/**
 * Reads the data of the report 'Cartera por Edades': the debt of each unit by days since the due date.
 * Includes former accounts only if the balance is not 0.
 * @param of `date`: state as of this posting day, default today; `hasBalance`: true to list only units with a
 *   balance or a credit
 */
export async function readBalanceByAge(
  trx: Db,
  { hasBalance = false, ...of }: { jointId: number; date?: Day; hasBalance?: boolean },
): Promise<AgeReport> {
  const { accounts, day: seen, ...ground } = await readJointAccounts(trx, of);
  return {
    ...ground,
    hasBalance,
    day: seen,
    rows: accounts.flatMap(({ unit: { apartmentId, units, owner, active }, account, agreement }) => {
      const aging = agingOf(account, seen);
      return active || aging.balance !== 0 ? [{ apartmentId, units, owner, agreement, ...aging }] : [];
    }),
  };
}

/** True if the account has neither debt nor credit. */
const isEven = ({ balance, credit }: AgeRow): boolean => balance === 0 && credit === 0;

/**
 * Lays out the report 'Cartera por Edades' as PDF and spreadsheet: debts by days since the due date, a row
 * for each unit, with totals.
 */
export function balanceByAgeLayout(report: AgeReport): ReportLayout {
  const { heading, rows, hasBalance } = report;
  const credit = sumMoney(rows.map((row) => row.credit));
  const balance = sumMoney(rows.map((row) => row.balance));
  return {
    title: TITLE,
    heading,
    orientation: 'landscape',
    facts: [
      ...bookFacts(heading),
      ...asOfFacts(report),
      moneyFact('Cartera', centavos(balance + credit)),
      moneyFact('Saldos a favor', credit),
      moneyFact('Saldo', balance),
      countFact('Inmuebles con deuda', rows.filter((row) => row.balance > 0).length),
      countFact('Inmuebles con saldo a favor', rows.filter((row) => row.balance < 0).length),
      ...(hasBalance ? [countFact('Inmuebles sin saldo, que no se listan', rows.filter(isEven).length)] : []),
      moneyFact('Capital', sumMoney(rows.map((row) => row.capital))),
      moneyFact('Intereses de mora', sumMoney(rows.map((row) => row.interest))),
    ],
    parts: [
      table<AgeRow>({
        name: TITLE,
        rows: hasBalance
          ? rows.filter((row) => !isEven(row)).sort((one, other) => other.balance - one.balance)
          : rows,
        size: DENSE,
        empty: hasBalance ? 'Ningún inmueble tiene saldo.' : 'La copropiedad no tiene inmuebles.',
        columns: [
          ...billedColumns(62),
          ...ownerColumns(rows, 130),
          { title: 'Corriente', kind: 'money', width: 62, value: (row) => row.current, total: true },
          { title: '1 a 30 días', kind: 'money', width: 62, value: (row) => row.d30, total: true },
          { title: '31 a 60 días', kind: 'money', width: 62, value: (row) => row.d60, total: true },
          { title: '61 a 90 días', kind: 'money', width: 62, value: (row) => row.d90, total: true },
          { title: '91 a 120 días', kind: 'money', width: 62, value: (row) => row.d120, total: true },
          { title: 'Más de 120 días', kind: 'money', width: 66, value: (row) => row.older, total: true },
          { title: 'Saldo a favor', kind: 'money', width: 62, value: (row) => row.credit, total: true },
          { title: 'Saldo', kind: 'money', width: 66, value: (row) => row.balance, total: true },
        ],
      }),
    ],
  };
}

export default defineReport(balanceByAgeReport, {
  read: (trx, { params, query }) => readBalanceByAge(trx, { ...params, ...query }),
  formats: paperAndBook(balanceByAgeLayout),
});
