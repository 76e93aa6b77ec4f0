import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { relationWords } from '../../../shared/billing/relation-words.ts';
import { centavos, formatMoney } from '../../../shared/money.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import type { MonthRelation, RelationLine } from '../issue/relation.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { day, figure, money, monthHeading, textFact } from './facts.ts';
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

function headOf({ heading, relation }: RelationReport) {
  const { month, issueDate, dueDate, interestFree, rows, totals } = relation;
  return {
    title: 'Relación de Facturas',
    heading,
    facts: [
      textFact('Mes', monthHeading(month)),
      day('Emisión', issueDate),
      day('Vencimiento', dueDate),
      figure('Cuentas de cobro', rows.filter((row) => !row.annulled).length),
      money(relationWords.total, totals.total),
      ...(interestFree.length === 0
        ? []
        : [textFact('Sin intereses de mora', listed(interestFree.map(monthHeading)))]),
    ],
  };
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);

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
      kind: 'number',
      width: 0,
      value: ({ bill }) => bill,
    },
    {
      title: relationWords.previousPayment,
      kind: 'money',
      width: 52,
      value: (row) => row.previousPayment,
      total: true,
    },
    {
      title: relationWords.overdueInstalments,
      kind: 'count',
      width: 36,
      value: (row) => row.overdueInstalments,
      total: true,
    },
    {
      title: relationWords.overdueCapital,
      kind: 'money',
      width: 54,
      value: (row) => row.overdueCapital,
      total: true,
    },
    {
      title: relationWords.overdueInterest,
      kind: 'money',
      width: 50,
      value: (row) => row.overdueInterest,
      total: true,
    },
    {
      title: relationWords.currentInterest,
      kind: 'money',
      width: 48,
      value: (row) => row.currentInterest,
      total: true,
    },
    { title: relationWords.fee, kind: 'money', width: 62, value: (row) => row.fee, total: true },
    {
      title: relationWords.extraOrFines,
      kind: 'money',
      width: 52,
      value: (row) => centavos(row.extra + row.fines),
      total: true,
    },
    { title: relationWords.other, kind: 'money', width: 50, value: (row) => row.other, total: true },
    { title: relationWords.additional, kind: 'text', width: 88, value: detailOf },
    { title: relationWords.rounding, kind: 'money', width: 36, value: (row) => row.rounding, total: true },
    { title: relationWords.credit, kind: 'money', width: 50, value: (row) => row.credit, total: true },
    { title: relationWords.total, kind: 'money', width: 58, value: (row) => row.total, total: true },
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
      kind: 'number',
      width: 60,
      value: ({ bill }) => bill,
    },
    { title: 'Inmueble', kind: 'text', width: 90, value: (row) => row.apartmentId },
    { title: 'Propietario', kind: 'text', width: 200, value: (row) => row.owner },
    { title: 'Era por', kind: 'money', width: 80, value: (row) => row.total },
  ],
});
