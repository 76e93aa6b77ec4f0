import type { ImportReport as Report } from '../../../shared/properties/apartments.api.ts';
import { count, formatCoefficientExact, units } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ImportProblems } from './import-problems.tsx';
import styles from './import-report.module.css';
import { kindNames } from './kinds.ts';

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
export function ImportReport({ fileName, report }: { fileName: string; report: Report }) {
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
