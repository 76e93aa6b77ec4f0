import {
  incomeConceptWords,
  type PaymentChannel,
  paymentMeansWords,
} from '../../../shared/billing/natures.ts';
import { monthsPaymentsReport } from '../../../shared/billing/reports.api.ts';
import { monthOf, monthTitle } from '../../../shared/days.ts';
import { sumMoney } from '../../../shared/money.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../../platform/documents/report-layout.ts';
import {
  countFact,
  type Fact,
  moneyFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import { bookFacts } from './heading.ts';
import type { ArrivedPayment, ExitOfMonth, ReceiptOfMonth } from './month-payments.repository.ts';
import { loadPaymentsReport, type PaymentsReport } from './read-months-payments.ts';

const channelWords: Readonly<Record<PaymentChannel, string>> = {
  desk: 'Uno a uno',
  sheet: 'Planilla de pagos',
  bank: 'Archivo del banco',
  month: 'Planilla del mes',
  gateway: 'Pago en línea',
};

/**
 * Lays out the report 'Recaudos del Mes' as PDF and spreadsheet: payments of a month in groups (with receipt,
 * unidentified, identified later, annulled), with totals.
 */
export function monthsPaymentsLayout(report: PaymentsReport): ReportLayout {
  const { heading, received, unidentified, identified, annulled } = report;
  const month = monthTitle(report.month);
  return {
    title: 'Recaudos del Mes',
    name: `Recaudos del Mes ${month}`,
    heading,
    orientation: 'landscape',
    facts: [
      ...bookFacts(heading),
      textFact('Mes', month),
      ...destinationFacts(report),
      countFact('Recibos de caja', received.length),
      moneyFact('A intereses', sumMoney(received.map(({ interest }) => interest))),
      moneyFact('A capital', sumMoney(received.map(({ capital }) => capital))),
    ],
    parts: [
      table<ReceiptOfMonth>({
        name: 'Recaudos',
        rows: received,
        empty: 'Ningún pago del mes tiene recibo de caja.',
        columns: [
          ...receiptColumns,
          ...paymentColumns<ReceiptOfMonth>((row) => row.payment),
          ...splitColumns,
        ],
      }),
      table<PaymentsReport['unidentified'][number]>({
        name: 'Consignaciones por identificar',
        rows: unidentified,
        empty: 'No hay consignaciones por identificar.',
        columns: [
          { title: 'Pago', kind: 'text', width: 42, value: ({ payment }) => String(payment.payment) },
          ...paymentColumns<PaymentsReport['unidentified'][number]>(({ payment }) => payment),
          { title: 'Valor', kind: 'money', width: 74, value: ({ waiting }) => waiting, total: true },
        ],
      }),
      exitsTable(
        'Otros ingresos y devoluciones',
        report.exits,
        'Llegó en el mes y no es de un inmueble. Lo devuelto se resta del total.',
      ),
      table<ReceiptOfMonth>({
        name: 'Identificadas, de meses antes',
        rows: identified,
        note: 'Este dinero se contó en el mes en que llegó: no se suma otra vez.',
        columns: [
          ...receiptColumns,
          { title: 'Fecha del recibo', kind: 'day', width: 56, value: ({ postingDate }) => postingDate },
          ...paymentColumns<ReceiptOfMonth>((row) => row.payment),
          ...splitColumns,
        ],
      }),
      exitsTable(
        'Otros ingresos y devoluciones, de meses antes',
        report.earlierExits,
        'Este dinero se contó en el mes en que llegó: no se suma otra vez. Lo devuelto se resta en este mes.',
      ),
      table<PaymentsReport['annulled'][number]>({
        name: 'Recibos anulados',
        rows: annulled,
        note: 'Se resta lo que nunca llegó; lo que llegó y espera ser identificado de nuevo ya está contado.',
        columns: [
          { title: 'Recibo', kind: 'number', width: 42, value: ({ receipt }) => receipt.receipt },
          { title: 'Inmueble', kind: 'text', width: 66, value: ({ receipt }) => receipt.apartmentId },
          { title: 'Propietario', kind: 'text', width: 130, value: ({ receipt }) => receipt.owner },
          {
            title: 'Fecha del banco',
            kind: 'day',
            width: 56,
            value: ({ receipt: of }) => of.payment.valueDate,
          },
          {
            title: 'Anulado el',
            kind: 'day',
            width: 56,
            value: ({ receipt }) => receipt.annulled?.on ?? null,
          },
          {
            title: 'Motivo',
            kind: 'text',
            width: 150,
            value: ({ receipt }) => receipt.annulled?.reason ?? null,
          },
          { title: 'Qué pasó', kind: 'text', width: 96, value: ({ receipt }) => whatHappened(receipt) },
          {
            title: 'Valor',
            kind: 'money',
            width: 70,
            value: (row) => row.receipt.amount,
            total: true,
          },
          { title: 'Se resta', kind: 'money', width: 70, value: ({ subtracted }) => subtracted, total: true },
        ],
      }),
      exitsTable(
        'Otros ingresos y devoluciones anulados',
        report.annulledExits,
        'Este dinero vuelve a esperar, por identificar. Lo que se había devuelto se suma otra vez.',
      ),
    ],
  };
}

/**
 * Facts of the total and of the destinations of the month's money. Other income and refunds only if there are any: the
 * total is the arrived money minus 'Anulado' and 'Devuelto a quien pagó'.
 */
function destinationFacts(report: PaymentsReport): Fact[] {
  const { total, arrived, refunded, received, unidentified, exits, annulled } = report;
  const income = sumMoney(exits.flatMap(({ kind, amount }) => (kind === 'income' ? [amount] : [])));
  return [
    moneyFact('Total recaudado', total),
    ...(refunded === 0 ? [] : [moneyFact('Llegó en el mes', arrived)]),
    moneyFact('Con recibo de caja', sumMoney(received.map(({ amount }) => amount))),
    moneyFact('Por identificar', sumMoney(unidentified.map(({ waiting }) => waiting))),
    ...(income === 0 ? [] : [moneyFact('Otros ingresos', income)]),
    moneyFact('Anulado', sumMoney(annulled.map(({ subtracted }) => subtracted))),
    ...(refunded === 0 ? [] : [moneyFact('Devuelto a quien pagó', refunded)]),
  ];
}

/** Table of other income and refunds. Left out without rows. */
const exitsTable = (name: string, rows: readonly ExitOfMonth[], note: string) =>
  table<ExitOfMonth>({
    name,
    rows,
    note,
    columns: [
      { title: 'Número', kind: 'number', width: 42, value: ({ exit }) => exit },
      {
        title: 'Qué es',
        kind: 'text',
        width: 110,
        value: ({ concept }) => (concept === null ? 'Devolución a quien pagó' : incomeConceptWords[concept]),
      },
      { title: 'Fecha', kind: 'day', width: 56, value: ({ valueDate }) => valueDate },
      ...paymentColumns<ExitOfMonth>(({ payment }) => payment),
      { title: 'Motivo', kind: 'text', width: 150, value: reasonOfExit },
      { title: 'Valor', kind: 'money', width: 74, value: ({ amount }) => amount, total: true },
    ],
  });

/** Reason of an exit, with the reference of a refund and the reason of an annulment. */
const reasonOfExit = ({ reason, reference, annulled }: ExitOfMonth): string =>
  [
    reason,
    ...(reference === null ? [] : [`Referencia ${reference}`]),
    ...(annulled === null ? [] : [`Anulado: ${annulled.reason}`]),
  ].join(' · ');

/** Joins the reference, the text of the bank, the id at a gateway and the payer of a payment. Null without any. */
function referenceOf({ reference, detail, payer, transaction }: ArrivedPayment): string | null {
  const parts = [
    ...[reference, detail, transaction === null ? null : `Transacción ${transaction}`],
    payer === null ? null : `Pagó ${payer}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

const meansOf = ({ means, channel }: ArrivedPayment): string =>
  means === null ? channelWords[channel] : paymentMeansWords[means];

/** Columns with the bank's data of a payment, equal in every table of the report. */
const paymentColumns = <R>(of: (row: R) => ArrivedPayment): TableColumn<R>[] => [
  { title: 'Fecha del banco', kind: 'day', width: 56, value: (row) => of(row).valueDate },
  { title: 'Fecha contable', kind: 'day', width: 56, value: (row) => of(row).postingDate },
  { title: 'Referencia', kind: 'text', width: 90, value: (row) => referenceOf(of(row)) },
  { title: 'Medio', kind: 'text', value: (row) => meansOf(of(row)) },
];

const receiptColumns: readonly TableColumn<ReceiptOfMonth>[] = [
  { title: 'Recibo', kind: 'number', width: 42, value: ({ receipt }) => receipt },
  { title: 'Inmueble', kind: 'text', width: 66, value: ({ apartmentId }) => apartmentId },
  { title: 'Propietario', kind: 'text', width: 150, value: ({ owner }) => owner },
];

const splitColumns: readonly TableColumn<ReceiptOfMonth>[] = [
  { title: 'A intereses', kind: 'money', width: 66, value: ({ interest }) => interest, total: true },
  { title: 'A capital', kind: 'money', width: 70, value: ({ capital }) => capital, total: true },
  { title: 'A favor', kind: 'money', width: 66, value: ({ credit }) => credit, total: true },
  { title: 'Valor', kind: 'money', width: 74, value: ({ amount }) => amount, total: true },
];

const whatHappened = ({ annulled }: ReceiptOfMonth): string =>
  annulled?.unidentified === true ? 'Llegó: vuelve a identificarse' : 'Nunca llegó';

export default defineReport(monthsPaymentsReport, {
  read: (trx, { params: { jointId }, query: { year, month } }) =>
    loadPaymentsReport(trx, { jointId, month: monthOf(year, month) }),
  formats: paperAndBook(monthsPaymentsLayout),
});
