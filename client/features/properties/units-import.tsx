import { useQueryClient } from '@tanstack/react-query';
import { apartmentKindNames } from '../../../shared/properties/apartment-kinds.ts';
import {
  importApartments,
  type ImportReport as Report,
  unitsTemplate,
} from '../../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { download, upload } from '../../lib/api.ts';
import { count, formatCoefficientExact, units } from '../../lib/format.ts';
import { useDownload } from '../../reports/use-download.ts';
import { Figures } from '../../ui/figures.tsx';
import { Button, Notice } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { FileImport } from './file-import.tsx';
import { ImportProblems } from './import-problems.tsx';
import { Contact } from './owner-contact.tsx';
import { SheetTold } from './sheet-told.tsx';
import { UnitsChanges } from './units-changes.tsx';
import { UnitsQuestions } from './units-questions.tsx';

/**
 * Card to import a joint's table of units (units, owners, coefficients) from a spreadsheet, with questions
 * and a preview.
 */
export function UnitsImport({
  jointId,
  hasUnits,
  onStored,
}: {
  jointId: number;
  /** True if the joint has a table of units: the file then changes the table. */
  hasUnits: boolean;
  /** Called after the import, for example to continue with the next step. */
  onStored?: (report: Report) => void;
}) {
  const client = useQueryClient();
  const fetching = useDownload(() => download(unitsTemplate, { params: { jointId } }));
  return (
    <FileImport<Report, UnitsReading>
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
      description="Archivo Excel (.xlsx o .xls) o CSV con inmueble, propietario y coeficiente; si los tiene, también documento, correo y celular del propietario. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
      below={
        <div>
          <Button variant="quiet" onPress={() => fetching.mutate()} isPending={fetching.isPending}>
            {hasUnits ? 'Descargar los inmuebles de hoy' : 'Descargar plantilla'}
          </Button>
        </div>
      }
      preview={(report, file, { choices = {}, onSay }) => (
        <ImportReport fileName={file.name} report={report} reading={choices} onSay={onSay} />
      )}
      quantityOf={({ rows }) => rows.length}
      done={({ rows, sum }) => (
        <Notice kind="success" title={`Se importaron ${units(rows.length)}.`}>
          La suma de sus coeficientes es {formatCoefficientExact(sum)}.
        </Notice>
      )}
    />
  );
}

type ImportedUnit = Report['rows'][number];

const rowColumns: Column<ImportedUnit>[] = [
  { header: 'Inmueble', cell: (row) => row.apartmentId },
  { header: 'Fila', cell: (row) => row.row },
  { header: 'Propietario', cell: (row) => row.owner },
  { header: 'Documento', cell: (row) => row.ownerDocument ?? '—' },
  { header: 'Contacto', cell: (row) => <Contact {...row} /> },
  { header: 'Tipo', cell: (row) => apartmentKindNames[row.kind] },
  {
    header: 'Coeficiente',
    cell: (row) => formatCoefficientExact(row.coefficient),
    align: 'end',
  },
];

function ImportReport({
  fileName,
  report,
  reading,
  onSay,
}: {
  fileName: string;
  report: Report;
  reading: UnitsReading;
  onSay: (reading: UnitsReading) => void;
}) {
  const isRefused = report.problems.some(({ severity }) => severity === 'error');
  return (
    <>
      <p>
        <strong>{fileName}</strong>
        {tablesText(report)}
      </p>
      {report.rows.length > 0 && (
        <Figures
          items={[
            ['Filas encontradas', count(report.rows.length)],
            ['Con correo', count(report.rows.filter(({ emails }) => emails.length > 0).length)],
            ['Suma de coeficientes', formatCoefficientExact(report.sum)],
            ['Diferencia con 100', distance(report.distance)],
          ]}
        />
      )}
      <UnitsQuestions report={report} reading={reading} onSay={onSay} />
      <ImportProblems
        problems={report.problems}
        mend="Diga arriba qué contiene el archivo, o corríjalo y cárguelo de nuevo."
      />
      {report.changes !== null && report.rows.length > 0 && (
        <UnitsChanges
          changes={report.changes}
          missing={isRefused ? null : report.missing}
          onKeepNames={(keepNames) => onSay({ ...reading, keepNames })}
        />
      )}
      {report.rows.length > 0 && (
        <Table
          label="Filas del archivo"
          columns={rowColumns}
          rows={report.rows}
          rowKey={(row) => `${row.table} ${row.row}`}
          empty="No se encontraron filas con inmuebles."
          pageSize={20}
        />
      )}
      <SheetTold account={report.account} />
    </>
  );
}

/** Name of the table read from the file, or the number of tables if several. */
function tablesText({ sheet, tables }: Report): string {
  const read = tables.filter(({ isRead }) => isRead).length;
  return sheet === null ? '' : read > 1 ? `, ${count(read)} tablas` : `, hoja «${sheet}»`;
}

/**
 * Formats the difference of a coefficient sum from 100, with a sign: too much and too little have different causes.
 */
function distance(value: number): string {
  return value > 0 ? `+${formatCoefficientExact(value)}` : formatCoefficientExact(value);
}
