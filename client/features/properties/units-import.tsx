import { useQueryClient } from '@tanstack/react-query';
import { importApartments, type ImportReport as Report } from '../../../shared/properties/apartments.api.ts';
import { upload } from '../../lib/api.ts';
import { count, formatCoefficientExact, units } from '../../lib/format.ts';
import { Figures } from '../../ui/figures.tsx';
import { Notice } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { FileImport } from './file-import.tsx';
import { ImportProblems } from './import-problems.tsx';
import { kindNames } from './kinds.ts';
import { Contact } from './owner-contact.tsx';

/** Loads a table of units. */
export function UnitsImport({
  jointId,
  hasUnits,
  onStored,
}: {
  jointId: number;
  hasUnits: boolean;
  /** Where it goes on from here, besides what is shown of it. */
  onStored?: (report: Report) => void;
}) {
  const client = useQueryClient();
  return (
    <FileImport
      title="Cargar tabla de inmuebles"
      send={(sent) => upload(importApartments, { params: { jointId }, ...sent })}
      onStored={(report) => {
        toast.success(`Importación exitosa: ${units(report.rows.length)}.`);
        onStored?.(report);
        return client.invalidateQueries({ queryKey: ['joints'] });
      }}
      storing="Guardando los inmuebles"
      label={
        hasUnits
          ? 'Arrastre aquí la tabla que reemplaza a la actual'
          : 'Arrastre aquí la tabla de coeficientes'
      }
      description="Archivo Excel (.xlsx) o CSV con inmueble, propietario y coeficiente; si los tiene, también documento, correo y celular del propietario. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
      preview={(report, file) => <ImportReport fileName={file.name} report={report} />}
      quantityOf={({ rows }) => rows.length}
      done={({ rows, sum }) => (
        <Notice kind="success" title={`Se importaron ${units(rows.length)}.`}>
          La suma de sus coeficientes es {formatCoefficientExact(sum)}.
        </Notice>
      )}
    />
  );
}

type Row = Report['rows'][number];

const rowColumns: Column<Row>[] = [
  { id: 'unit', header: 'Inmueble', cell: (row) => row.apartmentId },
  { id: 'row', header: 'Fila', cell: (row) => row.row },
  { id: 'owner', header: 'Propietario', cell: (row) => row.owner },
  { id: 'document', header: 'Documento', cell: (row) => row.ownerDocument ?? '—' },
  { id: 'contact', header: 'Contacto', cell: (row) => <Contact {...row} /> },
  { id: 'kind', header: 'Tipo', cell: (row) => kindNames[row.kind] },
  {
    id: 'coefficient',
    header: 'Coeficiente',
    cell: (row) => formatCoefficientExact(row.coefficient),
    align: 'end',
  },
];

/** What a file holds, before anything is stored: figures, every problem, what it retires, its rows. */
function ImportReport({ fileName, report }: { fileName: string; report: Report }) {
  return (
    <>
      <p>
        <strong>{fileName}</strong>
        {report.sheet && `, hoja «${report.sheet}»`}
      </p>
      {report.rows.length > 0 && (
        <Figures
          items={[
            ['Filas encontradas', count(report.rows.length)],
            ['Con correo', count(report.rows.filter(({ emails }) => emails.length > 0).length)],
            ['Suma de coeficientes', formatCoefficientExact(report.sum)],
            ['Distancia de 100', distance(report.distance)],
          ]}
        />
      )}
      <ImportProblems problems={report.problems} />
      {report.missing.length > 0 && (
        <Notice
          kind="warning"
          title={`Se retirarán ${units(report.missing.length)} que el archivo ya no nombra:`}
        >
          <Names names={report.missing} />
        </Notice>
      )}
      {report.rows.length > 0 && (
        <Table
          label="Filas del archivo"
          columns={rowColumns}
          rows={report.rows}
          rowKey={(row) => row.row}
          empty="No se encontraron filas con inmuebles."
          pageSize={20}
        />
      )}
    </>
  );
}

/** A file of another joint would name all of this one's units: the first tell as much. */
const NAMED = 24;

function Names({ names }: { names: readonly string[] }) {
  const rest = names.slice(NAMED);
  return (
    <>
      <p>
        {names.slice(0, NAMED).join(', ')}
        {rest.length > 0 && ` y ${units(rest.length)} más`}.
      </p>
      {rest.length > 0 && (
        <details className="more">
          <summary>Ver los demás</summary>
          <p>{rest.join(', ')}</p>
        </details>
      )}
    </>
  );
}

/** With its sign, since too much and too little have different causes. */
function distance(value: number): string {
  return value > 0 ? `+${formatCoefficientExact(value)}` : formatCoefficientExact(value);
}
