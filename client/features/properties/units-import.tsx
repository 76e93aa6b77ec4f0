import { useState } from 'react';
import type { ImportReport as Report } from '../../../shared/properties/apartments.api.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { count, formatCoefficientExact, units } from '../../lib/format.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { ImportProblems } from './import-problems.tsx';
import styles from './import-report.module.css';
import { useImport } from './joints.queries.ts';
import { kindNames } from './kinds.ts';

interface Preview {
  file: File;
  report: Report;
}

/** Loads a table of units: file, preview with its problems, 'Importar' (all rows or none), result. */
export function UnitsImport({ jointId, hasUnits }: { jointId: number; hasUnits: boolean }) {
  const reading = useImport(jointId);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [done, setDone] = useState<Report | null>(null);

  const read = (file: File) => {
    setPreview(null);
    setDone(null);
    reading.mutate({ file, commit: false }, { onSuccess: (report) => setPreview({ file, report }) });
  };
  const store = ({ file }: Preview) => {
    reading.mutate(
      { file, commit: true },
      {
        onSuccess: (report) => {
          setPreview(null);
          setDone(report);
          toast.success(`Importación exitosa: ${units(report.rows.length)}.`);
        },
        onError: (error) => {
          // What was right in the preview may clash with what another person stored meanwhile.
          if (hasCode(error, 'importHasProblems')) setPreview({ file, report: error.details as Report });
        },
      },
    );
  };

  return (
    <Card title="Cargar tabla de inmuebles">
      {done && (
        <Notice kind="success" title={`Se importaron ${units(done.rows.length)}.`}>
          La suma de sus coeficientes es {formatCoefficientExact(done.sum)}.
        </Notice>
      )}
      {reading.isPending && (
        <Progress
          label={reading.variables.commit ? 'Guardando los inmuebles' : 'Leyendo el archivo'}
          valueLabel=""
        />
      )}
      {reading.error && !reading.isPending && <Notice kind="error">{messageOf(reading.error)}</Notice>}
      {preview ? (
        <>
          <ImportReport fileName={preview.file.name} report={preview.report} />
          <Stack row end>
            <Button variant="secondary" onPress={() => setPreview(null)} isDisabled={reading.isPending}>
              Elegir otro archivo
            </Button>
            <Button
              onPress={() => store(preview)}
              isPending={reading.isPending}
              isDisabled={preview.report.rows.length === 0 || hasErrors(preview.report)}
            >
              Importar
            </Button>
          </Stack>
        </>
      ) : (
        <FileDrop
          label={
            hasUnits
              ? 'Arrastre aquí la tabla que reemplaza a la actual'
              : 'Arrastre aquí la tabla de coeficientes'
          }
          description="Archivo Excel (.xlsx) o CSV con inmueble, propietario y coeficiente. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
          accept={['.xlsx', '.csv']}
          onFile={read}
          isDisabled={reading.isPending}
        />
      )}
    </Card>
  );
}

function hasErrors(report: Report): boolean {
  return report.problems.some((problem) => problem.severity === 'error');
}

type Row = Report['rows'][number];

const rowColumns: Column<Row>[] = [
  { id: 'unit', header: 'Inmueble', cell: (row) => row.apartmentId },
  { id: 'row', header: 'Fila', cell: (row) => row.row },
  { id: 'owner', header: 'Propietario', cell: (row) => row.owner },
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
    <Stack>
      <p>
        <strong>{fileName}</strong>
        {report.sheet && `, hoja «${report.sheet}»`}
      </p>
      {report.rows.length > 0 && (
        <dl className={styles.figures}>
          <Figure name="Filas encontradas" value={count(report.rows.length)} />
          <Figure name="Suma de coeficientes" value={formatCoefficientExact(report.sum)} />
          <Figure name="Distancia de 100" value={distance(report.distance)} />
        </dl>
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
    </Stack>
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
        <details className={styles.rest}>
          <summary>Ver los demás</summary>
          <p>{rest.join(', ')}</p>
        </details>
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** With its sign, since too much and too little have different causes. */
function distance(value: number): string {
  return value > 0 ? `+${formatCoefficientExact(value)}` : formatCoefficientExact(value);
}
