import type { ReactNode } from 'react';
import type { PaymentFileReport } from '../../../../shared/billing/payments.api.ts';
import { count } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { ImportProblems } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { amountText, dayWords } from '../billing-words.ts';
import { Figures } from '../figures.tsx';

type Row = PaymentFileReport['rows'][number];

/** Grey where the line was imported before, and is left alone. */
const Cell = ({ row, children }: { row: Row; children: ReactNode }) => (
  <span className={cx(styles.break, row.known && styles.known)}>{children}</span>
);

const columns: Column<Row>[] = [
  { id: 'row', header: 'Fila', cell: (row) => <Cell row={row}>{row.row}</Cell> },
  {
    id: 'date',
    header: 'Fecha',
    cell: (row) => <Cell row={row}>{row.valueDate === '' ? '—' : dayWords(row.valueDate)}</Cell>,
  },
  {
    id: 'unit',
    header: 'Inmueble',
    cell: (row) =>
      row.apartmentId === null ? (
        <span className={row.known ? styles.known : styles.mark}>Por identificar</span>
      ) : (
        <Cell row={row}>{row.apartmentId}</Cell>
      ),
  },
  { id: 'reference', header: 'Referencia', cell: (row) => <Cell row={row}>{row.reference || '—'}</Cell> },
  {
    id: 'amount',
    header: 'Valor',
    cell: (row) => <Cell row={row}>{amountText(row.amount)}</Cell>,
    align: 'end',
  },
  {
    id: 'state',
    header: 'Estado',
    cell: (row) => <Cell row={row}>{row.known ? 'Ya importado' : 'Nuevo'}</Cell>,
  },
];

/** What a file of payments holds, before anything is stored. */
export function FileReport({ fileName, report }: { fileName: string; report: PaymentFileReport }) {
  return (
    <Stack>
      <p>
        <strong>{fileName}</strong>
        {report.kind === 'asobancaria2001' ? ', archivo de banco (Asobancaria 2001)' : ', planilla'}
      </p>
      <Figures
        items={[
          ['Pagos nuevos', count(report.added)],
          ['Valor', amountText(report.amount)],
          ['Por identificar', count(report.unidentified)],
          ['Ya importados', count(report.known)],
        ]}
      />
      <ImportProblems problems={report.problems} />
      {report.rows.length > 0 && (
        <Table
          label="Pagos del archivo"
          columns={columns}
          rows={report.rows}
          rowKey={({ row }) => row}
          empty="No se encontraron pagos."
          pageSize={20}
        />
      )}
    </Stack>
  );
}
