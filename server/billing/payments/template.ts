import type { FileAnswer } from '../../../shared/api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { workbook } from '../../platform/documents/pdf.ts';
import type { TableColumn } from '../../platform/documents/table.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import type { TaskOptions } from '../../platform/queue/in-worker.ts';
import { listBillingUnits } from '../../properties/index.ts';

interface UnitRow {
  apartmentId: string;
  owner: string;
}

/**
 * Columns of the template, with titles that the import recognizes without questions. Users fill in day and amount.
 */
const columns: TableColumn<UnitRow>[] = [
  { title: 'Fecha', kind: 'day', value: () => null },
  { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
  { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
  { title: 'Valor', kind: 'money', value: () => null },
  { title: 'Referencia', kind: 'text', value: () => null },
];

/**
 * Builds an empty spreadsheet to fill in received payments, with a row for each account. Uploaded again, rows
 * without an amount add no payment.
 */
export async function paymentsTemplate(
  db: Db,
  { jointId, jointName }: JointWithRoot,
  options: TaskOptions,
): Promise<FileAnswer> {
  const rows = await listBillingUnits(db, jointId);
  const heading = { title: 'Pagos', subject: jointName };
  const file = { name: `Plantilla de pagos ${jointName}`, heading };
  return workbook(file, { name: heading.title, columns, rows }, options);
}
