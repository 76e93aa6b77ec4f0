import type { FileAnswer } from '../../../shared/api.ts';
import { centavos, sumMoney, toPesos } from '../../../shared/money.ts';
import { factSheet, tableSheet, type WorkbookFact, workbookFile } from '../../platform/documents/workbook.ts';
import type { Invoice } from './invoice.types.ts';
import { monthTitle } from './invoice-words.ts';

/** A bill's lines with its totals, and its facts. */
export function billWorkbook(jointName: string, invoice: Invoice): Promise<FileAnswer> {
  const title = `Cuenta de Cobro ${invoice.bill}`;
  const { lines } = invoice;
  const period = sumMoney(lines.map((line) => line.period));
  const overdue = sumMoney(lines.map((line) => line.overdue));
  return workbookFile(title, { title, subject: jointName }, [
    tableSheet({
      name: 'Conceptos',
      columns: [
        { title: 'Concepto', kind: 'text', value: (line) => line.concept },
        { title: 'Período', kind: 'money', value: (line) => toPesos(line.period) },
        { title: 'Saldo anterior', kind: 'money', value: (line) => toPesos(line.overdue) },
        { title: 'Total', kind: 'money', value: (line) => toPesos(sumMoney([line.period, line.overdue])) },
      ],
      rows: lines,
      totals: ['Totales', toPesos(period), toPesos(overdue), toPesos(sumMoney([period, overdue]))],
    }),
    factSheet('Cuenta de cobro', factsOf(jointName, invoice)),
  ]);
}

function factsOf(jointName: string, invoice: Invoice): WorkbookFact[] {
  const { discount, total } = invoice;
  const facts: WorkbookFact[] = [
    { label: 'Copropiedad', kind: 'text', value: jointName },
    { label: 'Cuenta de cobro', kind: 'count', value: invoice.bill },
    { label: 'Mes', kind: 'text', value: monthTitle(invoice.month) },
    { label: 'Inmueble', kind: 'text', value: invoice.apartmentId },
    { label: 'Inmuebles que incluye', kind: 'text', value: invoice.units.join(', ') },
    { label: 'Propietario', kind: 'text', value: invoice.owner },
    { label: 'Documento', kind: 'text', value: invoice.ownerDocument },
    { label: 'Referencia de pago', kind: 'text', value: invoice.reference },
    { label: 'Fecha de emisión', kind: 'day', value: invoice.issueDate },
    { label: 'Fecha límite de pago', kind: 'day', value: invoice.dueDate },
    { label: 'Pago anterior', kind: 'money', value: toPesos(invoice.previousPayment) },
    { label: 'Cuotas vencidas', kind: 'count', value: invoice.overdueInstalments },
    { label: 'Total a pagar', kind: 'money', value: total > 0 ? toPesos(total) : 0 },
  ];
  if (total < 0) facts.push({ label: 'Saldo a favor', kind: 'money', value: toPesos(centavos(-total)) });
  if (discount !== null) {
    const less = sumMoney([total, centavos(-discount.amount)]);
    facts.push(
      { label: 'Total con descuento', kind: 'money', value: toPesos(less) },
      { label: 'Descuento hasta', kind: 'day', value: discount.until },
    );
  }
  if (invoice.annulled) facts.push({ label: 'Estado', kind: 'text', value: 'Anulada' });
  return facts;
}
