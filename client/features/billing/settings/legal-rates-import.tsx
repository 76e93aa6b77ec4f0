import { importLegalRates, type LegalRatesReport } from '../../../../shared/billing/settings.api.ts';
import { shortDay } from '../../../../shared/days.ts';
import { upload } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { SHEET_FILES } from '../../../ui/fields/file-drop.tsx';
import { Button, Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { FileImport, ImportProblems, SheetTold } from '../../properties/index.ts';
import { useRefreshBilling } from '../billing.queries.ts';
import { monthText, rateText } from './rate-words.ts';

type RateRow = LegalRatesReport['rows'][number];

const columns: Column<RateRow>[] = [
  { header: 'Mes', cell: ({ month }) => monthText(month) },
  { header: 'Tasa máxima', cell: ({ annualRate }) => rateText(annualRate), align: 'end' },
  {
    header: 'Antes',
    cell: ({ before }) => (before === null ? '—' : rateText(before)),
    align: 'end',
  },
  {
    header: 'Resolución',
    cell: ({ resolution }) => <span className="anywhere">{resolution}</span>,
  },
  { header: 'Fecha', cell: ({ resolvedOn }) => shortDay(resolvedOn) },
];

/**
 * Saves an empty CSV template with the header that the import of legal rates reads. The byte order mark tells Excel
 * the encoding.
 */
function saveTemplate(): void {
  const blob = new Blob(['\ufeffMes;Tasa;Resolución;Fecha\r\n'], { type: 'text/csv;charset=utf-8' });
  saveFile({ name: 'Plantilla de tasas máximas.csv', blob });
}

/** Card to import legal interest ceilings from a spreadsheet: preview, then all rows or no row. */
export function LegalRatesImport() {
  return (
    <FileImport
      title="Cargar tasas máximas desde un archivo"
      send={(sent) => upload(importLegalRates, sent)}
      onStored={useRefreshBilling()}
      storing="Guardando las tasas"
      label="Arrastre aquí el archivo de tasas"
      accept={[...SHEET_FILES, '.json']}
      description="El archivo oficial de datos.gov.co (pare-7x5i, .csv o .json), o uno de Excel con mes, tasa efectiva anual, resolución y fecha. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
      below={
        <div>
          <Button variant="quiet" onPress={saveTemplate}>
            Descargar plantilla
          </Button>
        </div>
      }
      preview={(report, file) => (
        <>
          <p>
            <strong>{file.name}</strong>: {counted(report.rows.length, 'tasa')}.
          </p>
          <ImportProblems problems={report.problems} />
          {report.rows.length > 0 && (
            <Table
              label="Tasas del archivo"
              columns={columns}
              rows={report.rows}
              rowKey={({ row }) => row}
              empty="No se encontraron tasas."
              pageSize={12}
            />
          )}
          <SheetTold account={report.account} />
        </>
      )}
      quantityOf={({ rows }) => rows.length}
      act={({ rows }) => `Registrar ${counted(rows.length, 'tasa')}`}
      done={({ rows }) => (
        <Notice kind="success" title={`Se registraron ${counted(rows.length, 'tasa')}.`}>
          Lo que ya se cobró queda como está.
        </Notice>
      )}
    />
  );
}
