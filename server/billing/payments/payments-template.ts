import type { FileAnswer } from '../../../shared/api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { TableColumn } from '../../platform/documents/table.ts';
import { tableSheet, workbookFile } from '../../platform/documents/workbook.ts';
import type { JointPlace } from '../../platform/http/joint-places.ts';
import { listBillingUnits } from '../../properties/index.ts';

interface UnitRow {
  apartmentId: string;
  owner: string;
}

/** As payments are read without a question: day and value are to be filled in beside the units that paid. */
const columns: TableColumn<UnitRow>[] = [
  { title: 'Fecha', kind: 'day', value: () => null },
  { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
  { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
  { title: 'Valor', kind: 'money', value: () => null },
  { title: 'Referencia', kind: 'text', value: () => null },
];

/** A spreadsheet of payments to fill in, with a row for each unit that is billed. Rows left as they are bring nothing. */
export async function paymentsTemplate(db: Db, { jointId, jointName }: JointPlace): Promise<FileAnswer> {
  const rows = await listBillingUnits(db, jointId);
  return workbookFile(`Plantilla de pagos ${jointName}`, { title: 'Pagos', subject: jointName }, [
    tableSheet({ name: 'Pagos', columns, rows }),
  ]);
}
