import type { billsReport } from '../../../shared/billing/reports.api.ts';
import { monthOf } from '../../../shared/days.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import { type ReportLayout, reportWorkbook, table } from '../../platform/documents/report-layout.ts';
import type { MakerOf } from '../../platform/queue/report-route.ts';
import { lineColumns } from './bill.report.ts';
import { billsTitle, monthInvoices, readPrintedMonth } from './draw-bills.ts';
import type { Invoice, InvoiceConcept } from './invoice.types.ts';
import { billsOfMonth } from './papers.repository.ts';

/** Builds the spreadsheet of a month's bills: a row per bill, and all lines. */
function billsLayout(title: string, jointName: string, invoices: readonly Invoice[]): ReportLayout {
  return {
    title,
    heading: { jointName, madeAt: Date.now() },
    factsOn: null,
    parts: [
      table<Invoice>({
        name: 'Cuentas de cobro',
        rows: invoices,
        columns: [
          { title: 'Cuenta', kind: 'count', value: ({ bill }) => bill },
          { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
          { title: 'Inmuebles que incluye', kind: 'text', value: ({ units }) => units.join(', ') },
          { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
          { title: 'Documento', kind: 'text', value: ({ ownerDocument }) => ownerDocument },
          { title: 'Referencia de pago', kind: 'text', value: ({ reference }) => reference },
          { title: 'Fecha de emisión', kind: 'day', value: ({ issueDate }) => issueDate },
          { title: 'Fecha límite de pago', kind: 'day', value: ({ dueDate }) => dueDate },
          { title: 'Pago anterior', kind: 'money', value: ({ previousPayment }) => previousPayment },
          { title: 'Cuotas vencidas', kind: 'count', value: ({ overdueInstalments }) => overdueInstalments },
          { title: 'Total', kind: 'money', value: ({ total }) => total, total: true },
          { title: 'Descuento', kind: 'money', value: ({ discount }) => discount?.amount ?? null },
          { title: 'Descuento hasta', kind: 'day', value: ({ discount }) => discount?.until ?? null },
          {
            title: 'Total con descuento',
            kind: 'money',
            value: ({ discount, total }) => discount && sumMoney([total, centavos(-discount.amount)]),
          },
        ],
      }),
      table<Invoice & InvoiceConcept>({
        name: 'Conceptos',
        rows: invoices.flatMap((invoice) => invoice.lines.map((line) => ({ ...invoice, ...line }))),
        columns: [
          { title: 'Cuenta', kind: 'count', value: ({ bill }) => bill },
          { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
          { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
          ...lineColumns(),
        ],
      }),
    ],
  };
}

/**
 * Makes the PDF 'Cuentas de Cobro Mayo - 2026' with all bills of an issued month, drawn page by page.
 * @throws Problem monthNotFound
 */
const makeBills: MakerOf<typeof billsReport> = async (db, { params: { jointId }, query }, progress) => {
  const of = { jointId, month: monthOf(query.year, query.month) };
  if (query.xlsx !== true) return monthInvoices(db, { ...of, form: query.form }, progress);
  const { issuer, bills, monthId } = await readPrintedMonth(db, of);
  progress(0, bills);
  const invoices: Invoice[] = [];
  for await (const some of billsOfMonth(db, { jointId, monthId })) invoices.push(...some);
  const file = await reportWorkbook(billsLayout(billsTitle(of.month), issuer.jointName, invoices));
  progress(bills, bills);
  return file;
};
export default makeBills;
