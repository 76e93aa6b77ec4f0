import { relationWords } from '../../../shared/billing/relation-words.ts';
import { billsRelationshipReport } from '../../../shared/billing/reports.api.ts';
import { monthOf, monthTitle } from '../../../shared/days.ts';
import { centavos, formatMoney } from '../../../shared/money.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { countFact, dayFact, moneyFact, type TableColumn, textFact } from '../../platform/documents/table.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type MonthRelation, type MonthRelationRow, readRelation } from '../issue/relation.ts';
import { type BookHeading, bookFacts, DENSE, readHeading } from './heading.ts';
import { headOfMonth } from './page-head.ts';
import { billedColumns } from './read-accounts.ts';

/** Data of the report 'Relación de Facturas': heading, and the bills of all units for a month. */
export interface RelationReport {
  heading: BookHeading;
  relation: MonthRelation;
}

/**
 * Lays out the report 'Relación de Facturas' as PDF and spreadsheet: the bills of a month in a table, with
 * annulled bills in a separate table.
 */
export function relationLayout({ heading, relation }: RelationReport): ReportLayout {
  const { issueDate, dueDate, interestFree, rows, totals } = relation;
  const month = monthTitle(relation.month);
  const [standing, annulled] = [rows.filter((row) => !row.annulled), rows.filter((row) => row.annulled)];
  const free = new Intl.ListFormat('es').format(interestFree.map(monthTitle));
  return {
    title: 'Relación de Facturas',
    name: `Relación de Facturas ${month}`,
    heading,
    orientation: 'landscape',
    facts: [
      ...bookFacts(heading),
      textFact('Mes', month),
      dayFact('Emisión', issueDate),
      dayFact('Vencimiento', dueDate),
      countFact('Cuentas de cobro', standing.length),
      moneyFact(relationWords.total, totals.total),
      ...(interestFree.length === 0 ? [] : [textFact('Sin intereses de mora', free)]),
    ],
    parts: [
      table<MonthRelationRow>({
        name: 'Relación de Facturas',
        rows: standing,
        size: DENSE,
        empty: 'Ninguna cuenta de cobro del mes está vigente.',
        columns: [
          ...billedColumns(50),
          {
            title: 'Propietario',
            kind: 'text',
            width: 92,
            value: (row) => row.owner,
            small: ({ bill }) => (bill === null ? '' : `Cuenta de cobro ${bill}`),
          },
          { title: 'Cuenta de cobro', kind: 'number', value: ({ bill }) => bill },
          amount('previousPayment', 52),
          {
            title: relationWords.overdueInstalments,
            kind: 'count',
            width: 36,
            value: (row) => row.overdueInstalments,
            total: true,
          },
          amount('overdueCapital', 54),
          amount('overdueInterest', 50),
          amount('currentInterest', 48),
          amount('fee', 62),
          {
            title: relationWords.extraOrFines,
            kind: 'money',
            width: 52,
            value: (row) => centavos(row.extra + row.fines),
            total: true,
          },
          amount('other', 50),
          { title: relationWords.additional, kind: 'text', width: 88, value: detailOf },
          amount('rounding', 36),
          amount('credit', 50),
          amount('total', 58),
        ],
      }),
      ...(annulled.length === 0 ? [] : [table({ ...annulledTable, rows: annulled })]),
    ],
  };
}

type Amount =
  | 'previousPayment'
  | 'overdueCapital'
  | 'overdueInterest'
  | 'currentInterest'
  | 'fee'
  | 'other'
  | 'rounding'
  | 'credit'
  | 'total';

const amount = (name: Amount, width: number): TableColumn<MonthRelationRow> => ({
  title: relationWords[name],
  kind: 'money',
  width,
  value: (row) => row[name],
  total: true,
});

/** Lists the charges other than the fee: 'Parqueadero 30.000; Multa 50.000'. Null without other charges. */
const detailOf = ({ additional }: MonthRelationRow): string | null =>
  additional.map(({ concept, amount: of }) => `${concept} ${formatMoney(of)}`).join('; ') || null;

const annulledTable: { name: string; columns: TableColumn<MonthRelationRow>[] } = {
  name: 'Cuentas de cobro anuladas',
  columns: [
    { title: 'Cuenta de cobro', kind: 'number', width: 60, value: ({ bill }) => bill },
    { title: 'Inmueble', kind: 'text', width: 90, value: (row) => row.apartmentId },
    { title: 'Propietario', kind: 'text', width: 200, value: (row) => row.owner },
    { title: 'Era por', kind: 'money', width: 80, value: (row) => row.total },
  ],
};

/** Report 'relación' (table of balances) of an issued month. */
export default defineReport(billsRelationshipReport, {
  read: async (trx, { params: { jointId }, query: { year, month } }): Promise<RelationReport> => {
    const heading = await readHeading(trx, jointId);
    const relation = await readRelation(trx, jointId, monthOf(year, month));
    if (relation === undefined) throw new Problem('monthNotFound');
    const head = await headOfMonth(trx, jointId, relation.month);
    return { heading: { ...heading, head }, relation };
  },
  formats: paperAndBook(relationLayout),
});
