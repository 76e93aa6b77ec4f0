import { paymentMeansWords } from '../../../shared/billing/natures.ts';
import { pesosInWords } from '../../../shared/billing/pesos-in-words.ts';
import { cashReceiptReport } from '../../../shared/billing/reports.api.ts';
import { monthOfDay, monthTitle, shortDay } from '../../../shared/days.ts';
import { formatPesos } from '../../../shared/money.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { onPaper, type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import { factsBox, type PageHead } from '../../platform/documents/report-page.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import {
  countFact,
  dayFact,
  type Fact,
  inBook,
  moneyFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readIssuer } from '../invoices/papers.repository.ts';
import { headNow } from '../reports/page-head.ts';
import { findPrintedReceipt } from './receipt.repository.ts';
import type { Application, Receipt } from './receipt.types.ts';

interface PrintedReceipt {
  jointName: string;
  head: PageHead;
  receipt: Receipt;
}

/** Layout of the receipt 'Recibo de Caja 7': the amount in figures and words, and the debts paid. */
function receiptLayout({ jointName, head, receipt }: PrintedReceipt): ReportLayout {
  const { annulled, applied, later } = receipt;
  return {
    title: `Recibo de Caja ${receipt.receipt}`,
    heading: { jointName, madeAt: Date.now(), head },
    book: { subject: jointName },
    factsOn: { name: 'Recibo', first: true },
    facts: factsOf(jointName, receipt),
    ...(annulled !== null && { watermark: 'ANULADO' }),
    parts: [
      onPaper((width) => [
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
      ]),
      table<Application>({
        name: 'A qué se aplicó',
        paperOnly: true,
        rows: applied,
        empty: 'Todo el valor quedó como saldo a favor.',
        columns: laterColumns.slice(1),
      }),
      onPaper(() =>
        receipt.caused.map(({ name, amount }) =>
          prose(`Con este pago: ${name} ${formatPesos(amount)}`, { margin: [0, 0, 0, 4] }),
        ),
      ),
      table<Application>({
        name: 'Aplicación posterior',
        paperOnly: true,
        rows: later,
        columns: laterColumns,
      }),
      onPaper(() =>
        annulled === null
          ? []
          : [
              prose(`Anulado el ${shortDay(annulled.date)}: ${annulled.reason}`, {
                bold: true,
                color: inks.danger,
                margin: [0, 6, 0, 0],
              }),
            ],
      ),
      table<Application>({ name: 'Aplicación', rows: [...applied, ...later], columns: bookColumns }),
    ],
  };
}

const columns: readonly TableColumn<Application>[] = [
  { title: 'Fecha', kind: 'day', width: 1.8, value: ({ postingDate }) => postingDate },
  { title: 'Concepto', kind: 'text', width: 5, value: ({ concept }) => concept, total: 'Total' },
  { title: 'Inmueble', kind: 'text', width: 2, value: ({ apartmentId }) => apartmentId },
  { title: 'Mes', kind: 'text', width: 2.4, value: ({ month }) => month && monthTitle(month) },
  { title: 'Venció', kind: 'day', width: 1.8, value: ({ dueDate }) => dueDate },
  { title: 'Valor', kind: 'money', width: 2.2, value: ({ amount }) => amount, total: true },
];
/**
 * Columns without totals for the second table on paper. (On paper the debts are in two tables; the spreadsheet has
 * a single table with totals.)
 */
const laterColumns = columns.map(({ total: _, ...column }): TableColumn<Application> => column);
const bookColumns = columns.map(({ width: _, ...column }): TableColumn<Application> => column);

function factsOf(jointName: string, receipt: Receipt): Fact[] {
  const { annulled, reference, means, payer, detail, transaction } = receipt;
  const paidWith = [
    ['Medio de pago', means && paymentMeansWords[means]],
    ['Texto del banco', detail],
    ['Id de la transacción', transaction],
  ] as const;
  return [
    ...inBook([textFact('Copropiedad', jointName), countFact('Recibo de caja', receipt.receipt)]),
    dayFact('Fecha de pago', receipt.valueDate),
    dayFact('Fecha de registro', receipt.postingDate),
    textFact('Inmueble', receipt.apartmentId),
    ...(reference === null ? [] : [{ ...textFact('Referencia', reference), paperOnly: true } as const]),
    ...paidWith.flatMap(([name, text]) => (text === null ? [] : [textFact(name, text)])),
    textFact('Recibido de', payer ?? receipt.owner),
    ...(payer === null ? [] : [textFact('Propietario', receipt.owner)]),
    ...inBook([
      textFact('Referencia', reference),
      moneyFact('Valor', receipt.amount),
      textFact('Valor en letras', pesosInWords(receipt.amount)),
      moneyFact('Intereses', receipt.interest),
      moneyFact('Capital', receipt.capital),
      moneyFact('Saldo a favor', receipt.credit),
      ...receipt.caused.map(({ name, amount }) => moneyFact(name, amount)),
      ...(annulled === null ? [] : [textFact('Anulado', `${shortDay(annulled.date)}: ${annulled.reason}`)]),
    ]),
  ];
}

export default defineReport(cashReceiptReport, {
  read: async (trx, { params: { cashReceipt }, query: { jointId } }): Promise<PrintedReceipt> => {
    const issuer = await readIssuer(trx, jointId);
    const receipt = await findPrintedReceipt(trx, { jointId, receipt: cashReceipt });
    if (issuer === undefined || receipt === undefined) throw new Problem('receiptNotFound');
    const head = await headNow(trx, jointId, monthOfDay(receipt.postingDate));
    return { jointName: issuer.jointName, head, receipt };
  },
  formats: paperAndBook(receiptLayout),
});
