import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { centavos, formatMoney } from '../../../shared/money.ts';
import { bodyWidth } from '../../reports/report-page.ts';
import type { MonthRelation, RelationLine } from '../issue/relation.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { day, figure, money, monthHeading, text } from './facts.ts';
import type { BookHeading } from './heading.ts';
import { withUnits } from './read-accounts.ts';

export interface RelationReport {
  heading: BookHeading;
  relation: MonthRelation;
}

/** Fourteen columns on a page. */
const SIZE = 7.5;

export function relationPdf(report: RelationReport): TDocumentDefinitions {
  const width = bodyWidth('landscape');
  const annulled = annulledTable(report);
  return bookPage(headOf(report), {
    orientation: 'landscape',
    content: [
      tableOnPaper(standingTable(report), { width, size: SIZE }),
      ...(annulled.rows.length === 0 ? [] : [tableOnPaper(annulled, { width })]),
    ],
  });
}

export function relationWorkbook(name: string, report: RelationReport): Promise<FileAnswer> {
  const annulled = annulledTable(report);
  return bookWorkbook(name, headOf(report), [
    tableInWorkbook(standingTable(report)),
    ...(annulled.rows.length === 0 ? [] : [tableInWorkbook(annulled)]),
  ]);
}

function headOf({ heading, relation: { month, issueDate, dueDate, rows, totals } }: RelationReport) {
  return {
    title: 'Relación de Facturas',
    heading,
    facts: [
      text('Mes', monthHeading(month)),
      day('Emisión', issueDate),
      day('Vencimiento', dueDate),
      figure('Cuentas de cobro', rows.filter((row) => !row.annulled).length),
      money('Total a pagar', totals.total),
    ],
  };
}

const standingTable = ({ relation: { rows } }: RelationReport): BookTable<RelationLine> => ({
  name: 'Relación de Facturas',
  rows: rows.filter((row) => !row.annulled),
  empty: 'Ninguna cuenta de cobro del mes está vigente.',
  columns: [
    {
      title: 'Inmueble',
      kind: 'text',
      width: 50,
      value: (row) => row.apartmentId,
      small: ({ units }) => withUnits(units),
    },
    {
      title: 'Facturado con',
      kind: 'text',
      width: 0,
      value: ({ units }) => units.slice(1).join(', ') || null,
    },
    {
      title: 'Propietario',
      kind: 'text',
      width: 92,
      value: (row) => row.owner,
      small: ({ bill }) => (bill === null ? '' : `Cuenta de cobro ${bill}`),
    },
    {
      title: 'Cuenta de cobro',
      kind: 'text',
      width: 0,
      value: ({ bill }) => (bill === null ? null : String(bill)),
    },
    {
      title: 'Pago mes anterior',
      kind: 'money',
      width: 52,
      value: (row) => row.previousPayment,
      total: true,
    },
    {
      title: 'Cuotas en mora',
      kind: 'count',
      width: 36,
      value: (row) => row.overdueInstalments,
      total: true,
    },
    { title: 'Capital en mora', kind: 'money', width: 54, value: (row) => row.overdueCapital, total: true },
    {
      title: 'Intereses en mora',
      kind: 'money',
      width: 50,
      value: (row) => row.overdueInterest,
      total: true,
    },
    {
      title: 'Intereses del mes',
      kind: 'money',
      width: 48,
      value: (row) => row.currentInterest,
      total: true,
    },
    { title: 'Cuota de admón.', kind: 'money', width: 54, value: (row) => row.fee, total: true },
    {
      title: 'Extras o multas',
      kind: 'money',
      width: 52,
      value: (row) => centavos(row.extra + row.fines),
      total: true,
    },
    { title: 'Otros cobros', kind: 'money', width: 50, value: (row) => row.other, total: true },
    { title: 'Detalle de cobros adicionales', kind: 'text', width: 96, value: detailOf },
    { title: 'Ajuste al peso', kind: 'money', width: 36, value: (row) => row.rounding, total: true },
    { title: 'Saldo a favor', kind: 'money', width: 50, value: (row) => row.credit, total: true },
    { title: 'Total a pagar', kind: 'money', width: 58, value: (row) => row.total, total: true },
  ],
});

/** 'Parqueadero 30.000; Multa 50.000' */
const detailOf = ({ additional }: RelationLine): string | null =>
  additional.map(({ concept, amount }) => `${concept} ${formatMoney(amount)}`).join('; ') || null;

const annulledTable = ({ relation: { rows } }: RelationReport): BookTable<RelationLine> => ({
  name: 'Cuentas de cobro anuladas',
  rows: rows.filter((row) => row.annulled),
  empty: '',
  columns: [
    {
      title: 'Cuenta de cobro',
      kind: 'text',
      width: 60,
      value: ({ bill }) => (bill === null ? null : String(bill)),
    },
    { title: 'Inmueble', kind: 'text', width: 90, value: (row) => row.apartmentId },
    { title: 'Propietario', kind: 'text', width: 200, value: (row) => row.owner },
    { title: 'Era por', kind: 'money', width: 80, value: (row) => row.total },
  ],
});
