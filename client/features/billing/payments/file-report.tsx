import type { ReactNode } from 'react';
import type { PaymentsReading } from '../../../../shared/billing/payment-columns.ts';
import type { PaymentFileReport } from '../../../../shared/billing/payments.api.ts';
import { count, counted } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { ImportProblems, SheetQuestions, SheetTold } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { amountText, dayWords, pesos } from '../words.ts';
import { PaymentColumns } from './columns.tsx';
import { isAgreed } from './proposal-words.ts';
import { Proposed } from './proposed.tsx';

type Row = PaymentFileReport['rows'][number];

/** Cell of the preview. Grey if the line was imported before; such a line is skipped. */
const Cell = ({ row, children }: { row: Row; children: ReactNode }) => (
  <span className={cx('anywhere', row.known && styles.known)}>{children}</span>
);

const columns: Column<Row>[] = [
  { id: 'row', header: 'Fila', cell: (row) => <Cell row={row}>{row.row}</Cell> },
  {
    id: 'date',
    header: 'Fecha',
    cell: (row) => <Cell row={row}>{row.valueDate === '' ? '—' : dayWords(row.valueDate)}</Cell>,
  },
  { id: 'unit', header: 'Inmueble', cell: (row) => <Unit row={row} /> },
  {
    id: 'reference',
    header: 'Referencia',
    cell: (row) => (
      <Cell row={row}>
        {row.reference || (row.detail === '' ? '—' : '')}
        {row.detail !== '' && <span className={styles.soft}>{row.detail}</span>}
      </Cell>
    ),
  },
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

function Unit({ row }: { row: Row }) {
  if (row.apartmentId !== null) return <Cell row={row}>{row.apartmentId}</Cell>;
  return (
    <span className={cx('anywhere', row.known && styles.known)}>
      <span className={row.known ? undefined : 'warned'}>Por identificar</span>
      {row.proposal && <Proposed proposal={row.proposal} />}
    </span>
  );
}

interface Props {
  fileName: string;
  report: PaymentFileReport;
  reading: PaymentsReading;
  onSay: (reading: PaymentsReading) => void;
}

/** Preview of a payment file, shown before any payment is stored. */
export function FileReport({ fileName, report, reading, onSay }: Props) {
  const { layout, movements, account, problems, rows } = report;
  const agreed = rows.filter(({ proposal }) => proposal !== null && isAgreed(proposal)).length;
  return (
    <>
      <p className="anywhere">
        <strong>{fileName}</strong>
        {kindWords(report)}
      </p>
      <Figures
        items={[
          ['Pagos nuevos', count(report.added)],
          ['Valor', amountText(report.amount)],
          ['Por identificar', count(report.unidentified)],
          ['Ya importados', count(report.known)],
          ...(movements !== null && movements.debits > 0
            ? [['Salidas, no se leen', `${count(movements.debits)}: ${pesos(movements.debitSum)}`] as const]
            : []),
        ]}
      />
      <ImportProblems
        problems={problems}
        isAsked={({ code }) => code === 'dayOrderDoubtful'}
        mend={
          layout === null
            ? undefined
            : 'Corrija abajo lo que contiene cada columna, o el archivo, y cárguelo de nuevo.'
        }
      />
      <SheetQuestions
        asks={report.asks}
        onAnswer={(_, { label: _label, ...choice }) => onSay({ ...reading, ...choice })}
      />
      {layout && (
        <PaymentColumns
          layout={layout}
          reading={reading}
          onSay={onSay}
          isUnread={problems.some(({ code }) => code === 'headerMissing' || code === 'sheetsUnread')}
        />
      )}
      {account && <SheetTold account={account} />}
      {agreed > 0 && (
        <Notice kind="info" title={`Se propone el inmueble de ${counted(agreed, 'pago')} por identificar.`}>
          <p>Nada se asigna hasta que usted lo confirme: después de importar, en «Por identificar».</p>
        </Notice>
      )}
      {rows.length > 0 && (
        <Table
          label="Pagos del archivo"
          columns={columns}
          rows={rows}
          rowKey={({ row }) => row}
          empty="No se encontraron pagos."
          pageSize={20}
        />
      )}
    </>
  );
}

function kindWords({ kind, layout }: PaymentFileReport): string {
  if (kind === 'asobancaria2001') return ', archivo de banco (Asobancaria 2001)';
  if (kind === 'asobancaria98') return ', archivo de banco (Asobancaria 98)';
  if (layout?.bank) return `, extracto de ${layout.bank}`;
  if (layout?.source === 'remembered') return ', planilla leída como la última vez que se dijo qué contiene';
  return layout?.source === 'hand' ? ', planilla leída como usted dijo' : ', planilla';
}
