import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import type { Day } from '../../../shared/days.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import type { BilledUnit } from '../ledger/accounts.repository.ts';
import { type Aging, agingOf } from '../ledger/aging.ts';
import { bookPage, bookWorkbook, DENSE } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { asOfFacts, figure, money } from './facts.ts';
import type { BookHeading } from './heading.ts';
import { readJointAccounts, withUnits } from './read-accounts.ts';

const TITLE = 'Cartera por Edades';

type AgeRow = Pick<BilledUnit, 'apartmentId' | 'units' | 'owner'> & Aging;

export interface AgeReport {
  heading: BookHeading;
  day: Day;
  until: Day;
  rows: AgeRow[];
}

/** What every unit owes by the age of what it owes; those that are billed no more while they have a balance. */
export async function readBalanceByAge(db: Db, of: { jointId: number; date?: Day }): Promise<AgeReport> {
  const { accounts, day: seen, ...ground } = await readJointAccounts(db, of);
  return {
    ...ground,
    day: seen,
    rows: accounts.flatMap(({ unit: { apartmentId, units, owner, active }, account }) => {
      const aging = agingOf(account, seen);
      return active || aging.balance !== 0 ? [{ apartmentId, units, owner, ...aging }] : [];
    }),
  };
}

export function balanceByAgePdf(report: AgeReport): TDocumentDefinitions {
  const width = bodyWidth('landscape');
  return bookPage(headOf(report), {
    orientation: 'landscape',
    content: [tableOnPaper(tableOf(report), { width, size: DENSE })],
  });
}

export const balanceByAgeWorkbook = (report: AgeReport): Promise<FileAnswer> =>
  bookWorkbook(TITLE, headOf(report), [tableInWorkbook(tableOf(report))]);

function headOf(report: AgeReport) {
  const { heading, rows } = report;
  const credit = sumMoney(rows.map((row) => row.credit));
  const balance = sumMoney(rows.map((row) => row.balance));
  return {
    title: TITLE,
    heading,
    facts: [
      ...asOfFacts(report),
      money('Cartera', centavos(balance + credit)),
      money('Saldos a favor', credit),
      money('Saldo', balance),
      figure('Inmuebles con deuda', rows.filter((row) => row.balance > 0).length),
      figure('Inmuebles con saldo a favor', rows.filter((row) => row.balance < 0).length),
      money('Capital', sumMoney(rows.map((row) => row.capital))),
      money('Intereses de mora', sumMoney(rows.map((row) => row.interest))),
    ],
  };
}

const tableOf = ({ rows }: AgeReport): BookTable<AgeRow> => ({
  name: TITLE,
  rows,
  empty: 'La copropiedad no tiene inmuebles.',
  columns: [
    {
      title: 'Inmueble',
      kind: 'text',
      width: 62,
      value: (row) => row.apartmentId,
      small: ({ units }) => withUnits(units),
    },
    {
      title: 'Facturado con',
      kind: 'text',
      width: 0,
      value: ({ units }) => units.slice(1).join(', ') || null,
    },
    { title: 'Propietario', kind: 'text', width: 130, value: (row) => row.owner },
    { title: 'Corriente', kind: 'money', width: 62, value: (row) => row.current, total: true },
    { title: '1 a 30 días', kind: 'money', width: 62, value: (row) => row.d30, total: true },
    { title: '31 a 60 días', kind: 'money', width: 62, value: (row) => row.d60, total: true },
    { title: '61 a 90 días', kind: 'money', width: 62, value: (row) => row.d90, total: true },
    { title: '91 a 120 días', kind: 'money', width: 62, value: (row) => row.d120, total: true },
    { title: 'Más de 120 días', kind: 'money', width: 66, value: (row) => row.older, total: true },
    { title: 'Saldo a favor', kind: 'money', width: 62, value: (row) => row.credit, total: true },
    { title: 'Saldo', kind: 'money', width: 66, value: (row) => row.balance, total: true },
  ],
});
