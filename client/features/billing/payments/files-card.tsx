import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  importPayments,
  type PaymentFile,
  type PaymentFileReport,
  paymentsTemplate,
} from '../../../../shared/billing/payments.api.ts';
import { hasCode, messageOf, upload } from '../../../lib/api.ts';
import { count, counted, dateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Card, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { FileImport, ImportProblems } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { paymentFilesQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords, pesos } from '../billing-words.ts';
import { TemplateButton } from '../template-button.tsx';

/** Longer than the server takes at most for a file's reckoning: whoever waits sees that it goes on. */
const FILE_TIMEOUT_MS = 180_000;

const NO_ANSWER =
  'No llegó la respuesta del servidor: los pagos pueden haberse guardado. Importe el archivo otra vez; lo que ya se guardó no se repite.';

const isSilence = (error: unknown): boolean => hasCode(error, 'timeout', 'network');

/** A file of payments: what it holds, then all of it or none; below, those that came before. */
export function FilesCard({ jointId }: { jointId: number }) {
  return (
    <Stack>
      <FileImport
        title="Cargar un archivo de pagos"
        actions={<TemplateButton template={paymentsTemplate} jointId={jointId} />}
        send={(sent) => upload(importPayments, { params: { jointId }, ...sent, timeoutMs: FILE_TIMEOUT_MS })}
        onStored={useRefreshBilling()}
        storing="Guardando los pagos"
        label="Arrastre aquí el archivo de pagos"
        description="El archivo del banco (Asobancaria 2001), o una planilla en Excel (.xlsx) o CSV. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
        accept={[]}
        preview={(report, file) => <FileReport fileName={file.name} report={report} />}
        quantityOf={({ added }) => added}
        act={({ added }) => `Importar ${counted(added, 'pago')}`}
        failure={(error, isStoring) => (isStoring && isSilence(error) ? NO_ANSWER : messageOf(error))}
        done={({ added, amount, unidentified, known }) => (
          <Notice kind="success" title={`Se importaron ${counted(added, 'pago')} por ${pesos(amount)}.`}>
            {unidentified > 0 && <p>Quedan por identificar: {count(unidentified)}.</p>}
            {known > 0 && <p>Ya estaban importados, y no se tocaron: {count(known)}.</p>}
          </Notice>
        )}
      />
      <ImportedFiles jointId={jointId} />
    </Stack>
  );
}

const columns: Column<PaymentFile & { at: number }>[] = [
  { id: 'name', header: 'Archivo', cell: ({ fileName }) => <span className="anywhere">{fileName}</span> },
  {
    id: 'kind',
    header: 'Tipo',
    cell: ({ kind }) => (kind === 'sheet' ? 'Planilla' : 'Banco (Asobancaria)'),
  },
  { id: 'at', header: 'Importado', cell: ({ enteredAt }) => dateTime(enteredAt) },
  { id: 'added', header: 'Nuevos', cell: ({ added }) => count(added), align: 'end' },
  { id: 'known', header: 'Repetidos', cell: ({ known }) => count(known), align: 'end' },
  { id: 'amount', header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
];

function ImportedFiles({ jointId }: { jointId: number }) {
  const query = useQuery(paymentFilesQuery(jointId));
  return (
    <Card title="Archivos importados">
      <QueryView query={query}>
        {(files) => (
          <Table
            label="Archivos importados"
            columns={columns}
            rows={files.map((file, at) => ({ ...file, at }))}
            rowKey={({ at }) => at}
            empty="Todavía no se ha importado ningún archivo."
            pageSize={10}
          />
        )}
      </QueryView>
    </Card>
  );
}

type Row = PaymentFileReport['rows'][number];

/** Grey where the line was imported before, and is left alone. */
const Cell = ({ row, children }: { row: Row; children: ReactNode }) => (
  <span className={cx('anywhere', row.known && styles.known)}>{children}</span>
);

const reportColumns: Column<Row>[] = [
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
        <span className={row.known ? styles.known : 'warned'}>Por identificar</span>
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
function FileReport({ fileName, report }: { fileName: string; report: PaymentFileReport }) {
  return (
    <>
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
          columns={reportColumns}
          rows={report.rows}
          rowKey={({ row }) => row}
          empty="No se encontraron pagos."
          pageSize={20}
        />
      )}
    </>
  );
}
