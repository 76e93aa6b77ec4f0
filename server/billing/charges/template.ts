import type { FileAnswer } from '../../../shared/api.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { TableColumn } from '../../platform/documents/table.ts';
import { tableSheet, workbookFile } from '../../platform/documents/workbook.ts';
import type { JointPlace } from '../../platform/http/joint-places.ts';
import { listBillingUnits } from '../../properties/index.ts';
import { readBalances } from '../ledger/ledger.repository.ts';
import { listConcepts } from '../settings/concepts.repository.ts';

interface UnitRow {
  apartmentId: string;
  owner: string;
}

/** What a joint that never charged anything begins with. */
const FIRST = ['Cuota de administración'];

/**
 * A workbook to fill in: a row for each of the joint's units, a column for each of its concepts, and the balance where
 * its books have not begun. Its cells of amounts are empty, so that it is imported as it is once they are filled.
 */
export async function chargesTemplate(db: Db, { jointId, jointName }: JointPlace): Promise<FileAnswer> {
  const { units, concepts, begun } = await readAsOfNow(db, async (trx) => ({
    units: await listBillingUnits(trx, jointId),
    concepts: await listConcepts(trx, jointId),
    begun: (await readBalances(trx, jointId)).size > 0,
  }));
  const names = concepts.length > 0 ? concepts.map(({ name }) => name) : FIRST;
  const amounts = [...(begun ? [] : ['Saldo anterior']), ...names];
  const columns: TableColumn<UnitRow>[] = [
    { title: 'Inmueble', kind: 'text', value: ({ apartmentId }) => apartmentId },
    { title: 'Propietario', kind: 'text', value: ({ owner }) => owner },
    ...amounts.map((title): TableColumn<UnitRow> => ({ title, kind: 'money', value: () => null })),
  ];
  const title = 'Planilla de cobros';
  return workbookFile(`${title} ${jointName}`, { title, subject: jointName }, [
    tableSheet({ name: 'Cobros', columns, rows: units }),
  ]);
}
