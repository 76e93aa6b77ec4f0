import type { PaymentsReading } from '../../../../shared/billing/payment-columns.ts';
import {
  importPayments,
  type PaymentFile,
  type PaymentFileReport,
  paymentsTemplate,
} from '../../../../shared/billing/payments.api.ts';
import { download, hasCode, messageOf, upload } from '../../../lib/api.ts';
import { count, counted, dateTime } from '../../../lib/format.ts';
import { Button, Card, Notice, Stack } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { FileImport } from '../../properties/index.ts';
import { paymentFilesQuery, useRefreshBilling } from '../billing.queries.ts';
import { TemplateButton } from '../template-button.tsx';
import { amountText, pesos } from '../words.ts';
import { FileReport } from './file-report.tsx';

const NO_ANSWER =
  'No llegó la respuesta del servidor: los pagos pueden haberse guardado. Importe el archivo otra vez; lo que ya se guardó no se repite.';

const isSilence = (error: unknown): boolean => hasCode(error, 'timeout', 'network');

/**
 * Card to import a payment file: preview, then all rows or no row. Lists earlier imports below.
 * @param onIdentify shows the payments from unknown units
 */
export function FilesCard({ jointId, onIdentify }: { jointId: number; onIdentify: () => void }) {
  return (
    <Stack>
      <FileImport<PaymentFileReport, PaymentsReading>
        title="Cargar un archivo de pagos"
        actions={<TemplateButton fetch={() => download(paymentsTemplate, { params: { jointId } })} />}
        send={(sent) => upload(importPayments, { params: { jointId }, ...sent })}
        onStored={useRefreshBilling()}
        storing="Guardando los pagos"
        label="Arrastre aquí el archivo de pagos"
        description="El extracto o el archivo de recaudo del banco, o una planilla, en Excel (.xlsx o .xls), CSV o texto. Las salidas de dinero no se leen. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
        accept={[]}
        preview={(report, file, { choices = {}, onSay }) => (
          <FileReport
            jointId={jointId}
            fileName={file.name}
            report={report}
            reading={choices}
            onSay={onSay}
          />
        )}
        quantityOf={({ added }) => added}
        act={({ added }) => `Importar ${counted(added, 'pago')}`}
        failure={(error, isStoring) => (isStoring && isSilence(error) ? NO_ANSWER : messageOf(error))}
        done={({ added, amount, unidentified, known }) => (
          <Notice kind="success" title={`Se importaron ${counted(added, 'pago')} por ${pesos(amount)}.`}>
            {unidentified > 0 && (
              <>
                <p>Quedan por identificar: {count(unidentified)}.</p>
                <Stack row>
                  <Button variant="secondary" onPress={onIdentify}>
                    Identificarlos
                  </Button>
                </Stack>
              </>
            )}
            {known > 0 && <p>Ya estaban importados, y no se tocaron: {count(known)}.</p>}
          </Notice>
        )}
      />
      <ImportedFiles jointId={jointId} />
    </Stack>
  );
}

const columns: Column<PaymentFile & { at: number }>[] = [
  { header: 'Archivo', cell: ({ fileName }) => <span className="anywhere">{fileName}</span> },
  {
    header: 'Tipo',
    cell: ({ kind }) => (kind === 'sheet' ? 'Planilla o extracto' : 'Banco (Asobancaria)'),
  },
  { header: 'Importado', cell: ({ enteredAt }) => dateTime(enteredAt) },
  { header: 'Nuevos', cell: ({ added }) => count(added), align: 'end' },
  { header: 'Repetidos', cell: ({ known }) => count(known), align: 'end' },
  { header: 'Valor', cell: ({ amount }) => amountText(amount), align: 'end' },
];

function ImportedFiles({ jointId }: { jointId: number }) {
  return (
    <Card title="Archivos importados">
      <QueryView query={paymentFilesQuery(jointId)}>
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
