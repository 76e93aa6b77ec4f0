import { rateInForceWords } from '../../../shared/billing/letterhead.ts';
import { billReport } from '../../../shared/billing/reports.api.ts';
import { monthTitle } from '../../../shared/days.ts';
import { centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { Profile } from '../../../shared/profiles.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { type ReportLayout, reportWorkbook, table } from '../../platform/documents/report-layout.ts';
import { countFact, dayFact, moneyFact, type TableColumn, textFact } from '../../platform/documents/table.ts';
import { drawBill, readPrintedBill } from './draw-bills.ts';
import { NO_INVOICE } from './head.ts';
import type { Invoice, InvoiceConcept } from './invoice.types.ts';

/**
 * Returns the columns of the table of charges in a bill exported as a spreadsheet: concept, amount of the
 * month, earlier debt and total, with a row of totals.
 * @param word label of the totals row
 */
export const lineColumns = (word?: string): TableColumn<InvoiceConcept>[] => [
  { title: 'Concepto', kind: 'text', value: (line) => line.concept, ...(word && { total: word }) },
  { title: 'Período', kind: 'money', value: (line) => line.period, total: true },
  { title: 'Saldo anterior', kind: 'money', value: (line) => line.overdue, total: true },
  { title: 'Total', kind: 'money', value: (line) => sumMoney([line.period, line.overdue]), total: true },
];

/** Builds the spreadsheet of a bill: the lines with totals, and the bill's data. */
function billLayout(jointName: string, invoice: Invoice): ReportLayout {
  const { bill, discount, letterhead, total } = invoice;
  return {
    title: `Cuenta de Cobro ${bill}`,
    heading: { jointName, madeAt: Date.now() },
    factsOn: { name: 'Cuenta de cobro' },
    facts: [
      textFact('Copropiedad', jointName),
      countFact('Cuenta de cobro', bill),
      textFact('Mes', monthTitle(invoice.month)),
      textFact('Inmueble', invoice.apartmentId),
      textFact('Inmuebles que incluye', invoice.units.join(', ')),
      textFact('Propietario', invoice.owner),
      textFact('Documento', invoice.ownerDocument),
      textFact('Referencia de pago', invoice.reference),
      dayFact('Fecha de emisión', invoice.issueDate),
      dayFact('Fecha límite de pago', invoice.dueDate),
      moneyFact('Pago anterior', invoice.previousPayment),
      countFact('Cuotas vencidas', invoice.overdueInstalments),
      moneyFact('Total a pagar', total > 0 ? total : NO_MONEY),
      ...(total < 0 ? [moneyFact('Saldo a favor', centavos(-total))] : []),
      ...(discount === null
        ? []
        : [
            moneyFact('Total con descuento', sumMoney([total, centavos(-discount.amount)])),
            dayFact('Descuento hasta', discount.until),
          ]),
      ...(letterhead.rate
        ? [textFact('Intereses de mora', rateInForceWords(letterhead.rate, invoice.month))]
        : []),
      ...(invoice.agreement === '' ? [] : [textFact('Acuerdo de pago', invoice.agreement)]),
      ...(invoice.fineTerm === '' ? [] : [textFact('Multas', invoice.fineTerm)]),
      textFact('Factura', NO_INVOICE),
      ...(letterhead.legalText ? [textFact('Nota legal', letterhead.legalText)] : []),
      ...(invoice.annulled ? [textFact('Estado', 'Anulada')] : []),
    ],
    parts: [table({ name: 'Conceptos', rows: invoice.lines, columns: lineColumns('Totales') })],
  };
}

/**
 * Report of a single bill ('Cuenta de Cobro 12'). Owners always get the full form, because pre-printed paper stays
 * with the joint.
 */
export default defineReport(billReport, {
  read: (trx, { params: { bill }, query: { jointId } }) => readPrintedBill(trx, { jointId, bill }),
  formats: {
    pdf: ({ issuer, invoice }, { profileId }) =>
      drawBill(issuer, invoice, { toRead: profileId === Profile.owner }),
    xlsx: ({ issuer, invoice }) => reportWorkbook(billLayout(issuer.jointName, invoice)),
  },
});
