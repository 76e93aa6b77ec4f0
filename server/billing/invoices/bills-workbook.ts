import type { FileAnswer } from '../../../shared/api.ts';
import { centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import { tableSheet, workbookFile } from '../../platform/documents/workbook.ts';
import type { Invoice } from './invoice.types.ts';

/** A month's bills, a row of each, and the lines that add up to them. */
export function billsWorkbook(
  title: string,
  { jointName, invoices }: { jointName: string; invoices: readonly Invoice[] },
): Promise<FileAnswer> {
  const lines = invoices.flatMap(({ lines: own, ...invoice }) =>
    own.map((line) => ({ ...invoice, ...line })),
  );
  const period = sumMoney(lines.map((line) => line.period));
  const overdue = sumMoney(lines.map((line) => line.overdue));
  return workbookFile(title, { title, subject: jointName }, [
    tableSheet<Invoice>({
      name: 'Cuentas de cobro',
      columns: [
        { title: 'Cuenta', kind: 'count', value: ({ bill }) => bill },
        { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
        { title: 'Inmuebles que incluye', kind: 'text', value: ({ units }) => units.join(', ') },
        { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
        { title: 'Documento', kind: 'text', value: ({ ownerDocument }) => ownerDocument },
        { title: 'Referencia de pago', kind: 'text', value: ({ reference }) => reference },
        { title: 'Fecha de emisión', kind: 'day', value: ({ issueDate }) => issueDate },
        { title: 'Fecha límite de pago', kind: 'day', value: ({ dueDate }) => dueDate },
        { title: 'Pago anterior', kind: 'money', value: ({ previousPayment }) => toPesos(previousPayment) },
        { title: 'Cuotas vencidas', kind: 'count', value: ({ overdueInstalments }) => overdueInstalments },
        { title: 'Total', kind: 'money', value: ({ total }) => toPesos(total) },
        {
          title: 'Descuento',
          kind: 'money',
          value: ({ discount }) => (discount === null ? null : toPesos(discount.amount)),
        },
        { title: 'Descuento hasta', kind: 'day', value: ({ discount }) => discount?.until ?? null },
        {
          title: 'Total con descuento',
          kind: 'money',
          value: ({ discount, total }) =>
            discount === null ? null : toPesos(sumMoney([total, centavos(-discount.amount)])),
        },
      ],
      rows: invoices,
      totals: ['Total', ...Array<null>(9).fill(null), toPesos(sumMoney(invoices.map(({ total }) => total)))],
    }),
    tableSheet({
      name: 'Conceptos',
      columns: [
        { title: 'Cuenta', kind: 'count', value: ({ bill }) => bill },
        { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
        { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
        { title: 'Concepto', kind: 'text', value: ({ concept }) => concept },
        { title: 'Período', kind: 'money', value: (line) => toPesos(line.period) },
        { title: 'Saldo anterior', kind: 'money', value: (line) => toPesos(line.overdue) },
        { title: 'Total', kind: 'money', value: (line) => toPesos(sumMoney([line.period, line.overdue])) },
      ],
      rows: lines,
      totals: [
        'Total',
        null,
        null,
        null,
        toPesos(period),
        toPesos(overdue),
        toPesos(sumMoney([period, overdue])),
      ],
    }),
  ]);
}
