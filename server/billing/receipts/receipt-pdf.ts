import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { pesosInWords } from '../../../shared/billing/pesos-in-words.ts';
import { formatMoney, formatPesos } from '../../../shared/money.ts';
import { bodyWidth, factsBox, reportPage } from '../../platform/documents/report-page.ts';
import { type ReportTable, reportTable } from '../../platform/documents/report-table.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import type { Issuer } from '../invoices/invoice.types.ts';
import { monthTitle, slashed } from '../invoices/invoice-words.ts';
import type { Application, Receipt } from './receipt.types.ts';

/** 'Recibo de Caja 7' as a paper: what was paid, in figures and words, and where it went. */
export function receiptPdf(
  { jointName, nit }: Pick<Issuer, 'jointName' | 'nit'>,
  receipt: Receipt,
  madeAt: number,
): TDocumentDefinitions {
  const width = bodyWidth();
  const content: Content[] = [
    prose(`Valor recibido: ${formatPesos(receipt.amount)}`, {
      fontSize: 14,
      bold: true,
      margin: [0, 8, 0, 2],
    }),
    prose(pesosInWords(receipt.amount), { fontSize: 11 }),
    factsBox(
      [
        { label: 'Intereses', value: formatPesos(receipt.interest) },
        { label: 'Capital', value: formatPesos(receipt.capital) },
        { label: 'Saldo a favor', value: formatPesos(receipt.credit) },
        { label: 'Total', value: formatPesos(receipt.amount) },
      ],
      width,
    ),
    applications('A qué se aplicó', receipt.applied, 'Todo el valor quedó como saldo a favor.', width),
  ];
  for (const { name, amount } of receipt.caused) {
    content.push(prose(`Con este pago: ${name} ${formatPesos(amount)}`, { margin: [0, 0, 0, 4] }));
  }
  if (receipt.later.length > 0) {
    content.push(applications('Aplicación posterior', receipt.later, '', width, true));
  }
  if (receipt.annulled !== null) {
    content.push(
      prose(`Anulado el ${slashed(receipt.annulled.date)}: ${receipt.annulled.reason}`, {
        bold: true,
        color: inks.danger,
        margin: [0, 6, 0, 0],
      }),
    );
  }
  return {
    ...reportPage({
      title: `Recibo de Caja ${receipt.receipt}`,
      jointName,
      subject: nit === '' ? null : `NIT ${nit}`,
      facts: [
        { label: 'Fecha de pago', value: slashed(receipt.valueDate) },
        { label: 'Fecha de registro', value: slashed(receipt.postingDate) },
        { label: 'Inmueble', value: receipt.apartmentId },
        ...(receipt.reference === null ? [] : [{ label: 'Referencia', value: receipt.reference }]),
        { label: 'Recibido de', value: receipt.owner },
      ],
      madeAt,
      content,
    }),
    ...(receipt.annulled === null
      ? {}
      : { watermark: { text: 'ANULADO', color: inks.danger, opacity: 0.18, bold: true, font: 'Helvetica' } }),
  };
}

function applications(
  title: string,
  rows: readonly Application[],
  empty: string,
  width: number,
  dated = false,
): Content {
  const columns: ReportTable<Application>['columns'][number][] = [
    { title: 'Concepto', width: 5, cell: ({ concept }) => concept },
    { title: 'Inmueble', width: 2, cell: ({ apartmentId }) => apartmentId },
    { title: 'Mes', width: 2.4, cell: ({ month }) => (month === null ? '' : monthTitle(month)) },
    { title: 'Venció', width: 1.8, cell: ({ dueDate }) => (dueDate === null ? '' : slashed(dueDate)) },
    { title: 'Valor', width: 2.2, align: 'right', cell: ({ amount }) => formatMoney(amount) },
  ];
  if (dated) columns.unshift({ title: 'Fecha', width: 1.8, cell: ({ postingDate }) => slashed(postingDate) });
  return reportTable({ title, columns, rows, width, empty });
}
