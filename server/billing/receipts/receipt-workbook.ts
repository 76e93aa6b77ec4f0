import type { FileAnswer } from '../../../shared/api.ts';
import { pesosInWords } from '../../../shared/billing/pesos-in-words.ts';
import { sumMoney, toPesos } from '../../../shared/money.ts';
import { factSheet, tableSheet, type WorkbookFact, workbookFile } from '../../platform/documents/workbook.ts';
import { monthTitle, slashed } from '../invoices/invoice-words.ts';
import type { Receipt } from './receipt.types.ts';

/** A receipt's facts, and where its money went, the later applications of its credit below. */
export function receiptWorkbook(jointName: string, receipt: Receipt): Promise<FileAnswer> {
  const title = `Recibo de Caja ${receipt.receipt}`;
  const rows = [...receipt.applied, ...receipt.later];
  return workbookFile(title, { title, subject: jointName }, [
    factSheet('Recibo', factsOf(jointName, receipt)),
    tableSheet({
      name: 'Aplicación',
      columns: [
        { title: 'Fecha', kind: 'day', value: ({ postingDate }) => postingDate },
        { title: 'Concepto', kind: 'text', value: ({ concept }) => concept },
        { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
        { title: 'Mes', kind: 'text', value: ({ month }) => (month === null ? '' : monthTitle(month)) },
        { title: 'Venció', kind: 'day', value: ({ dueDate }) => dueDate },
        { title: 'Valor', kind: 'money', value: ({ amount }) => toPesos(amount) },
      ],
      rows,
      totals: [null, 'Total', null, null, null, toPesos(sumMoney(rows.map(({ amount }) => amount)))],
    }),
  ]);
}

function factsOf(jointName: string, receipt: Receipt): WorkbookFact[] {
  const { annulled } = receipt;
  return [
    { label: 'Copropiedad', kind: 'text', value: jointName },
    { label: 'Recibo de caja', kind: 'count', value: receipt.receipt },
    { label: 'Fecha de pago', kind: 'day', value: receipt.valueDate },
    { label: 'Fecha de registro', kind: 'day', value: receipt.postingDate },
    { label: 'Inmueble', kind: 'text', value: receipt.apartmentId },
    { label: 'Recibido de', kind: 'text', value: receipt.owner },
    { label: 'Referencia', kind: 'text', value: receipt.reference },
    { label: 'Valor', kind: 'money', value: toPesos(receipt.amount) },
    { label: 'Valor en letras', kind: 'text', value: pesosInWords(receipt.amount) },
    { label: 'Intereses', kind: 'money', value: toPesos(receipt.interest) },
    { label: 'Capital', kind: 'money', value: toPesos(receipt.capital) },
    { label: 'Saldo a favor', kind: 'money', value: toPesos(receipt.credit) },
    ...receipt.caused.map(
      ({ name, amount }): WorkbookFact => ({ label: name, kind: 'money', value: toPesos(amount) }),
    ),
    ...(annulled === null
      ? []
      : [
          { label: 'Anulado', kind: 'text', value: `${slashed(annulled.date)}: ${annulled.reason}` } as const,
        ]),
  ];
}
