import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import type { PaymentChannel } from '../../../shared/billing/natures.ts';

import { sumMoney } from '../../../shared/money.ts';
import { bodyWidth } from '../../platform/documents/report-page.ts';
import { prose } from '../../platform/documents/report-text.ts';
import { bookPage, bookWorkbook } from './book-page.ts';
import { type BookColumn, type BookTable, tableInWorkbook, tableOnPaper } from './book-table.ts';
import { figure, money, monthHeading, textFact } from './facts.ts';
import type { ArrivedPayment, ReceiptOfMonth } from './month-payments.repository.ts';
import type { PaymentsReport } from './read-months-payments.ts';

const channelWords: Readonly<Record<PaymentChannel, string>> = {
  desk: 'Uno a uno',
  sheet: 'Planilla de pagos',
  bank: 'Archivo del banco',
  month: 'Planilla del mes',
};

export function monthsPaymentsPdf(report: PaymentsReport): TDocumentDefinitions {
  const width = bodyWidth('landscape');
  const { identified, annulled } = report;
  const content: Content[] = [
    tableOnPaper(receivedTable(report), { width }),
    tableOnPaper(unidentifiedTable(report), { width }),
  ];
  if (identified.length > 0) {
    content.push(
      tableOnPaper(identifiedTable(report), { width }),
      prose('Este dinero se contó en el mes en que llegó: no se suma otra vez.', { fontSize: 8.5 }),
    );
  }
  if (annulled.length > 0) {
    content.push(
      tableOnPaper(annulledTable(report), { width }),
      prose('Se resta lo que nunca llegó; lo que llegó y espera ser identificado de nuevo ya está contado.', {
        fontSize: 8.5,
      }),
    );
  }
  return bookPage(headOf(report), { orientation: 'landscape', content });
}

export const monthsPaymentsWorkbook = (name: string, report: PaymentsReport): Promise<FileAnswer> =>
  bookWorkbook(name, headOf(report), [
    tableInWorkbook(receivedTable(report)),
    tableInWorkbook(unidentifiedTable(report)),
    tableInWorkbook(identifiedTable(report)),
    tableInWorkbook(annulledTable(report)),
  ]);

function headOf({ heading, month, received, unidentified, annulled, total }: PaymentsReport) {
  return {
    title: 'Recaudos del Mes',
    heading,
    facts: [
      textFact('Mes', monthHeading(month)),
      money('Total recaudado', total),
      money('Con recibo de caja', sumMoney(received.map(({ payment }) => payment.amount))),
      money('Por identificar', sumMoney(unidentified.map(({ amount }) => amount))),
      money('Anulado', sumMoney(annulled.map(({ subtracted }) => subtracted))),
      figure('Recibos de caja', received.length),
      money('A intereses', sumMoney(received.map(({ interest }) => interest))),
      money('A capital', sumMoney(received.map(({ capital }) => capital))),
    ],
  };
}

/** What a bank says of a payment, in every table. */
const paymentColumns = <R>(of: (row: R) => ArrivedPayment): BookColumn<R>[] => [
  { title: 'Fecha del banco', kind: 'day', width: 56, value: (row) => of(row).valueDate },
  { title: 'Fecha contable', kind: 'day', width: 56, value: (row) => of(row).postingDate },
  { title: 'Referencia', kind: 'text', width: 90, value: (row) => of(row).reference },
  { title: 'Medio', kind: 'text', width: 0, value: (row) => channelWords[of(row).channel] },
];

const receiptColumns: BookColumn<ReceiptOfMonth>[] = [
  { title: 'Recibo', kind: 'number', width: 42, value: ({ receipt }) => receipt },
  { title: 'Inmueble', kind: 'text', width: 66, value: ({ apartmentId }) => apartmentId },
  { title: 'Propietario', kind: 'text', width: 150, value: ({ owner }) => owner },
];

const splitColumns: BookColumn<ReceiptOfMonth>[] = [
  { title: 'A intereses', kind: 'money', width: 66, value: ({ interest }) => interest, total: true },
  { title: 'A capital', kind: 'money', width: 70, value: ({ capital }) => capital, total: true },
  { title: 'A favor', kind: 'money', width: 66, value: ({ credit }) => credit, total: true },
  { title: 'Valor', kind: 'money', width: 74, value: ({ payment }) => payment.amount, total: true },
];

const receivedTable = ({ received }: PaymentsReport): BookTable<ReceiptOfMonth> => ({
  name: 'Recaudos',
  rows: received,
  empty: 'Ningún pago del mes tiene recibo de caja.',
  columns: [...receiptColumns, ...paymentColumns<ReceiptOfMonth>(({ payment }) => payment), ...splitColumns],
});

const unidentifiedTable = ({ unidentified }: PaymentsReport): BookTable<ArrivedPayment> => ({
  name: 'Consignaciones por identificar',
  rows: unidentified,
  empty: 'No hay consignaciones por identificar.',
  columns: [
    { title: 'Pago', kind: 'text', width: 42, value: ({ payment }) => String(payment) },
    ...paymentColumns<ArrivedPayment>((payment) => payment),
    { title: 'Valor', kind: 'money', width: 74, value: ({ amount }) => amount, total: true },
  ],
});

const identifiedTable = ({ identified }: PaymentsReport): BookTable<ReceiptOfMonth> => ({
  name: 'Identificadas, de meses antes',
  rows: identified,
  empty: '',
  columns: [
    ...receiptColumns,
    { title: 'Fecha del recibo', kind: 'day', width: 56, value: ({ postingDate }) => postingDate },
    ...paymentColumns<ReceiptOfMonth>(({ payment }) => payment),
    ...splitColumns,
  ],
});

const annulledTable = ({ annulled }: PaymentsReport): BookTable<PaymentsReport['annulled'][number]> => ({
  name: 'Recibos anulados',
  rows: annulled,
  empty: '',
  columns: [
    { title: 'Recibo', kind: 'number', width: 42, value: ({ receipt }) => receipt.receipt },
    { title: 'Inmueble', kind: 'text', width: 66, value: ({ receipt }) => receipt.apartmentId },
    { title: 'Propietario', kind: 'text', width: 130, value: ({ receipt }) => receipt.owner },
    { title: 'Fecha del banco', kind: 'day', width: 56, value: ({ receipt }) => receipt.payment.valueDate },
    { title: 'Anulado el', kind: 'day', width: 56, value: ({ receipt }) => receipt.annulled?.on ?? null },
    { title: 'Motivo', kind: 'text', width: 150, value: ({ receipt }) => receipt.annulled?.reason ?? null },
    {
      title: 'Qué pasó',
      kind: 'text',
      width: 96,
      value: ({ receipt }) =>
        receipt.annulled?.unidentified === true ? 'Llegó: vuelve a identificarse' : 'Nunca llegó',
    },
    { title: 'Valor', kind: 'money', width: 70, value: ({ receipt }) => receipt.payment.amount, total: true },
    { title: 'Se resta', kind: 'money', width: 70, value: ({ subtracted }) => subtracted, total: true },
  ],
});
