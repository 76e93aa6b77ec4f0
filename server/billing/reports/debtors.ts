import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import type { BilledUnit } from '../ledger/accounts.repository.ts';
import { type Overdue, overdueOf } from '../ledger/overdue.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { asOfFacts, figure, money } from './facts.ts';
import type { BookHeading } from './heading.ts';
import { readJointAccounts, withUnits } from './read-accounts.ts';

const TITLE = 'Informe de Morosos';

type DebtorRow = Pick<BilledUnit, 'apartmentId' | 'units' | 'owner' | 'ownerDocument'> &
  Overdue & { total: Centavos };

export interface DebtorsReport {
  heading: BookHeading;
  day: Day;
  until: Day;
  rows: DebtorRow[];
}

/** The units that owe something overdue, in the order of the joint's table. */
export async function readDebtors(db: Db, of: { jointId: number; date?: Day }): Promise<DebtorsReport> {
  const { accounts, day: seen, ...ground } = await readJointAccounts(db, of);
  return {
    ...ground,
    day: seen,
    rows: accounts.flatMap(({ unit: { apartmentId, units, owner, ownerDocument }, account }) => {
      const overdue = overdueOf(account, seen);
      const total = centavos(overdue.capital + overdue.interest);
      return total === 0 ? [] : [{ apartmentId, units, owner, ownerDocument, ...overdue, total }];
    }),
  };
}

export const debtorsPdf = (report: DebtorsReport): TDocumentDefinitions =>
  bookPage(headOf(report), {
    orientation: 'portrait',
    content: [tableOnPaper(tableOf(report), { width: bodyWidth() })],
  });

export const debtorsWorkbook = (report: DebtorsReport): Promise<FileAnswer> =>
  bookWorkbook(TITLE, headOf(report), [tableInWorkbook(tableOf(report))]);

const headOf = (report: DebtorsReport) => ({
  title: TITLE,
  heading: report.heading,
  facts: [
    ...asOfFacts(report),
    figure('Inmuebles en mora', report.rows.length),
    money('Total vencido', sumMoney(report.rows.map((row) => row.total))),
  ],
});

const tableOf = ({ rows }: DebtorsReport): BookTable<DebtorRow> => ({
  name: 'Morosos',
  rows,
  empty: 'Ningún inmueble tiene cuotas vencidas.',
  columns: [
    {
      title: 'Inmueble',
      kind: 'text',
      width: 70,
      value: (row) => row.apartmentId,
      small: ({ units }) => withUnits(units),
    },
    {
      title: 'Facturado con',
      kind: 'text',
      width: 0,
      value: ({ units }) => units.slice(1).join(', ') || null,
    },
    { title: 'Propietario', kind: 'text', width: 140, value: (row) => row.owner },
    { title: 'Documento del propietario', kind: 'text', width: 0, value: (row) => row.ownerDocument },
    { title: 'Cuotas vencidas', kind: 'count', width: 48, value: (row) => row.instalments },
    { title: 'Desde', kind: 'day', width: 52, value: (row) => row.since },
    { title: 'Capital', kind: 'money', width: 66, value: (row) => row.capital, total: true },
    { title: 'Intereses de mora', kind: 'money', width: 66, value: (row) => row.interest, total: true },
    { title: 'Total', kind: 'money', width: 70, value: (row) => row.total, total: true },
  ],
});
