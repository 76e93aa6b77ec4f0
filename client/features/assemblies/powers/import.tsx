import { importPowers, type PowersReport } from '../../../../shared/assemblies/powers/powers.api.ts';
import { upload } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { Notice } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { FileImport, ImportProblems, SheetTold } from '../../properties/index.ts';
import { useRefreshPowers } from './powers.queries.ts';
import { personText } from './texts.ts';

type PowerRow = PowersReport['rows'][number];

const columns: Column<PowerRow>[] = [
  { header: 'Inmuebles', cell: ({ apartmentIds }) => apartmentIds.join(', ') },
  { header: 'Lo da', cell: ({ granter }) => personText(granter) },
  { header: 'Lo recibe', cell: ({ holder }) => personText(holder) },
  { header: 'Fila', cell: ({ row }) => row },
];

/** Form to import powers of attorney from a spreadsheet: all rows or no row. */
export function PowersImport({ jointId }: { jointId: number }) {
  return (
    <FileImport<PowersReport>
      title="Cargar poderes de una hoja"
      send={({ file, query }) => upload(importPowers, { params: { jointId }, file, query })}
      onStored={useRefreshPowers()}
      storing="Guardando los poderes"
      label="Arrastre aquí la lista de poderes"
      description="Archivo Excel (.xlsx o .xls) o CSV: en cada fila el inmueble y el apoderado; si los tiene, también el propietario, los documentos y las instrucciones. Nada se guarda hasta que usted lo confirme, y todos quedan por revisar."
      preview={({ rows, problems, account }, file) => (
        <>
          <p>
            <strong>{file.name}</strong>. Poderes encontrados: {count(rows.length)}.
          </p>
          <ImportProblems problems={problems} mend="Corrija el archivo y cárguelo de nuevo." />
          {rows.length > 0 && (
            <Table
              label="Poderes del archivo"
              columns={columns}
              rows={rows}
              rowKey={({ row }) => row}
              pageSize={20}
            />
          )}
          <SheetTold account={account} />
        </>
      )}
      quantityOf={({ rows }) => rows.length}
      done={({ rows }) => (
        <Notice kind="success" title={`Poderes guardados: ${count(rows.length)}. Quedan por revisar.`} />
      )}
    />
  );
}
