import type { MonthReport } from '../../../../shared/billing/drafts.api.ts';
import { count, units } from '../../../lib/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { ImportProblems } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { amountText } from '../billing-words.ts';
import { Figures } from '../figures.tsx';
import { UnitCell } from '../unit-cell.tsx';

type Row = MonthReport['rows'][number];

const columns: Column<Row>[] = [
  { id: 'unit', header: 'Inmueble', cell: (row) => <UnitCell {...row} /> },
  { id: 'row', header: 'Fila', cell: (row) => row.row, align: 'end' },
  { id: 'opening', header: 'Saldo anterior', cell: (row) => amountText(row.opening), align: 'end' },
  { id: 'payment', header: 'Pago', cell: (row) => amountText(row.payment), align: 'end' },
  { id: 'charges', header: 'Cobros', cell: (row) => <Charges charges={row.charges} /> },
  { id: 'total', header: 'Total', cell: (row) => amountText(row.total), align: 'end' },
];

/** What a spreadsheet comes to as a month: its sums, every problem, the units it leaves out, its rows. */
export function ReportView({ report: { rows, totals, problems, missing } }: { report: MonthReport }) {
  return (
    <>
      {rows.length > 0 && (
        <Figures
          items={[
            ['Filas encontradas', count(rows.length)],
            ['Saldo anterior', amountText(totals.opening)],
            ['Pagos', amountText(totals.payment)],
            ['Cobros del mes', amountText(totals.charges)],
            ['Total', amountText(totals.total)],
          ]}
        />
      )}
      <ImportProblems
        problems={problems}
        mend="Corrija arriba lo que contiene cada columna, o el archivo, y cárguelo de nuevo."
      />
      {missing.length > 0 && (
        <Notice kind="warning" title={`La planilla no nombra ${units(missing.length)}.`}>
          <p>Solo reciben cuenta si deben o tienen saldo a favor.</p>
          <details className={styles.more}>
            <summary>Ver cuáles</summary>
            <p>{missing.join(', ')}</p>
          </details>
        </Notice>
      )}
      {rows.length > 0 && (
        <Table
          label="Filas de la planilla"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.row}
          empty="No se encontraron filas con inmuebles."
          pageSize={20}
          footer={{
            unit: 'Total',
            opening: amountText(totals.opening),
            payment: amountText(totals.payment),
            charges: amountText(totals.charges),
            total: amountText(totals.total),
          }}
          isDense
        />
      )}
    </>
  );
}

function Charges({ charges }: { charges: Row['charges'] }) {
  if (charges.length === 0) return '—';
  return (
    <span className={styles.break}>
      {charges.map(({ concept, amount }) => (
        <span key={concept} className={styles.line}>
          {concept}: {amountText(amount)}
        </span>
      ))}
    </span>
  );
}
