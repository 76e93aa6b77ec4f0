import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  importPayments,
  type PaymentFile,
  type PaymentFileReport,
  paymentsTemplate,
} from '../../../../shared/billing/payments.api.ts';
import { hasCode, messageOf, upload } from '../../../lib/api.ts';
import { count, dateTime } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useFocusKept } from '../../../ui/use-focus-kept.ts';
import { ImportProblems } from '../../properties/index.ts';
import styles from '../billing.module.css';
import { paymentFilesQuery, useRefreshBilling } from '../billing.queries.ts';
import { amountText, dayWords, pesos } from '../billing-words.ts';
import { Figures } from '../figures.tsx';
import { TemplateButton } from '../template-button.tsx';

interface Preview {
  file: File;
  report: PaymentFileReport;
}

/** Longer than the server takes at most for a file's reckoning: whoever waits sees that it goes on. */
const FILE_TIMEOUT_MS = 180_000;

const NO_ANSWER =
  'No llegó la respuesta del servidor: los pagos pueden haberse guardado. Importe el archivo otra vez; lo que ya se guardó no se repite.';

const isSilence = (error: unknown): boolean => hasCode(error, 'timeout', 'network');

const payments = (quantity: number) => `${count(quantity)} ${quantity === 1 ? 'pago' : 'pagos'}`;

/** A file of payments: what it holds, then all of it or none; below, those that came before. */
export function FilesCard({ jointId }: { jointId: number }) {
  const refresh = useRefreshBilling();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [done, setDone] = useState<PaymentFileReport | null>(null);
  useFocusKept(preview);
  const reading = useMutation({
    mutationFn: ({ file, commit }: { file: File; commit: boolean }) =>
      upload(importPayments, {
        params: { jointId },
        query: commit ? { commit } : {},
        file,
        timeoutMs: FILE_TIMEOUT_MS,
      }),
  });
  const read = (file: File) => {
    setPreview(null);
    setDone(null);
    reading.mutate({ file, commit: false }, { onSuccess: (report) => setPreview({ file, report }) });
  };
  const store = (file: File) =>
    reading.mutate(
      { file, commit: true },
      {
        onSuccess: (report) => {
          setPreview(null);
          setDone(report);
          void refresh();
        },
        onError: (error) => {
          // What was right in the preview may clash with what another person stored meanwhile.
          if (hasCode(error, 'importHasProblems')) {
            setPreview({ file, report: error.details as PaymentFileReport });
          }
        },
      },
    );
  return (
    <Stack>
      <Card
        title="Cargar un archivo de pagos"
        actions={<TemplateButton template={paymentsTemplate} jointId={jointId} />}
      >
        {done && (
          <Notice kind="success" title={`Se importaron ${payments(done.added)} por ${pesos(done.amount)}.`}>
            {done.unidentified > 0 && <p>Quedan por identificar: {count(done.unidentified)}.</p>}
            {done.known > 0 && <p>Ya estaban importados, y no se tocaron: {count(done.known)}.</p>}
          </Notice>
        )}
        {reading.isPending && (
          <Progress
            label={reading.variables.commit ? 'Guardando los pagos' : 'Leyendo el archivo'}
            valueLabel=""
          />
        )}
        {reading.error && !reading.isPending && (
          <Notice kind="error">
            {reading.variables.commit && isSilence(reading.error) ? NO_ANSWER : messageOf(reading.error)}
          </Notice>
        )}
        {preview ? (
          <>
            <FileReport fileName={preview.file.name} report={preview.report} />
            <Stack row end>
              <Button variant="secondary" onPress={() => setPreview(null)} isDisabled={reading.isPending}>
                Elegir otro archivo
              </Button>
              <Button
                onPress={() => store(preview.file)}
                isPending={reading.isPending}
                isDisabled={preview.report.added === 0 || hasErrors(preview.report)}
              >
                Importar {payments(preview.report.added)}
              </Button>
            </Stack>
          </>
        ) : (
          <FileDrop
            label="Arrastre aquí el archivo de pagos"
            description="El archivo del banco (Asobancaria 2001), o una planilla en Excel (.xlsx) o CSV. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
            accept={[]}
            onFile={read}
            isDisabled={reading.isPending}
          />
        )}
      </Card>
      <ImportedFiles jointId={jointId} />
    </Stack>
  );
}

const hasErrors = ({ problems }: PaymentFileReport): boolean =>
  problems.some(({ severity }) => severity === 'error');

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
          columns={reportColumns}
          rows={report.rows}
          rowKey={({ row }) => row}
          empty="No se encontraron pagos."
          pageSize={20}
        />
      )}
    </Stack>
  );
}
