import type { RollCorrection } from '../../../../shared/assemblies/roll.api.ts';
import { dateTime } from '../../../lib/format.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { assemblyTexts } from '../common/texts.ts';
import { RollPreview } from './preview.tsx';
import styles from './roll.module.css';
import { rollCorrectionsQuery } from './roll.queries.ts';

interface CorrectionRow extends RollCorrection {
  number: number;
}

/**
 * Table of the corrections to an assembly's roll (list of units), newest first: change, person, time and reason.
 */
export function CorrectionsTable({ jointId, assemblyId }: { jointId: number; assemblyId: number }) {
  return (
    <QueryView query={rollCorrectionsQuery(jointId, assemblyId)} failed={assemblyTexts.noInformation}>
      {(data) => {
        const rows: CorrectionRow[] = data.map((correction, at, all) => ({
          ...correction,
          number: all.length - at,
        }));
        return (
          <Table
            label="Correcciones del censo"
            columns={[
              { header: 'Inmueble', cell: (row) => row.apartmentId },
              {
                header: 'Cambio',
                cell: (row) => <RollPreview before={row.before} after={row.after} />,
              },
              {
                header: 'Motivo',
                cell: (row) => <span className="anywhere">{row.reason}</span>,
              },
              {
                header: 'Quién y cuándo',
                cell: (row) => (
                  <span className="anywhere stack">
                    {row.by}
                    <span className="soft">{dateTime(row.at)}</span>
                  </span>
                ),
              },
              {
                header: 'Estado',
                cell: (row) =>
                  row.appliedAt === null ? (
                    <span className={`warned ${styles.pending}`}>Pendiente</span>
                  ) : (
                    'Cuenta'
                  ),
              },
            ]}
            rows={rows}
            rowKey={(row) => row.number}
            empty="No se ha corregido el censo."
            pageSize={10}
          />
        );
      }}
    </QueryView>
  );
}
