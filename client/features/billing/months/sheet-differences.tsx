import type { SheetDifferences as Differences } from '../../../../shared/billing/months.api.ts';
import { count } from '../../../lib/format.ts';
import { Notice, Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import styles from '../billing.module.css';
import { amountText, pesos } from '../words.ts';
import { differencesTitle, differenceWords, reasonGroupWords, reasonWords } from './difference-words.ts';

/** Units listed at first; a button shows more. */
const FIRST_UNITS = 10;

type UnitDifference = Differences['listed'][number];

const columns: readonly Column<UnitDifference>[] = [
  { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
  { header: 'Planilla', cell: ({ sheet }) => amountText(sheet), align: 'end' },
  { header: 'Cuenta', cell: ({ bill }) => amountText(bill), align: 'end' },
  { header: 'Diferencia', cell: ({ difference }) => amountText(difference), align: 'end' },
  {
    header: 'Motivo',
    cell: ({ reasons }) =>
      reasons === null
        ? 'No se sabe'
        : reasons.map(({ reason, amount }) => `${reasonWords[reason]}: ${amountText(amount)}`).join('; '),
    isDetail: true,
  },
];

/**
 * Compares the bills of a prepared month with the totals of the sheet: known reasons with their sums, and the units
 * with a difference. Units without a known reason block the issue.
 * @param differences sums of sheet and bills, and the differences by reason and unit
 * @param mend action to take for units without a known reason
 */
export function SheetDifferences({ differences, mend }: { differences: Differences; mend: string }) {
  const { units, unexplained, listed, reasons } = differences;
  if (units === 0) {
    return (
      <p>Cada cuenta es igual a su fila de la planilla, al centavo: {pesos(differences.bills)} en total.</p>
    );
  }
  const table = (
    <Table
      label="Planilla y cuentas"
      columns={columns}
      rows={listed}
      rowKey={({ apartmentId }) => apartmentId}
      pageSize={FIRST_UNITS}
      isDense
    />
  );
  return (
    <Notice kind={unexplained > 0 ? 'error' : 'info'} title={differencesTitle(differences)}>
      <Stack>
        <p>
          {differenceWords(differences)}: {pesos(differences.bills)} y {pesos(differences.sheet)}.
        </p>
        {reasons.length > 0 && (
          <ul className={`breaks ${styles.list}`}>
            {reasons.map((group) => (
              <li key={group.reason}>{reasonGroupWords(group)}</li>
            ))}
          </ul>
        )}
        {unexplained > 0 && <p>Compare esos inmuebles con la planilla. {mend}</p>}
        {unexplained > 0 ? (
          table
        ) : (
          <details>
            <summary>Ver inmueble por inmueble</summary>
            {table}
          </details>
        )}
        {listed.length < units && (
          <p>
            Se listan los primeros {count(listed.length)} de {count(units)}.
          </p>
        )}
      </Stack>
    </Notice>
  );
}
