import { auditReport } from '../../../shared/audit/audit.api.ts';
import { ReportButton } from '../../reports/report-button.tsx';
import { Stack } from '../../ui/page.tsx';
import { filterQuery, type TrailFilter } from './filter-query.ts';

const look = { variant: 'secondary' } as const;

/** The filtered trail as a file: to read, or to verify elsewhere. */
export function AuditFiles({ jointId, filter }: { jointId: number; filter: TrailFilter }) {
  const params = { jointId };
  const query = filterQuery(filter);
  return (
    <Stack row>
      <ReportButton report={auditReport} input={{ params, query }} look={look}>
        Exportar a Excel
      </ReportButton>
      <ReportButton report={auditReport} input={{ params, query: { ...query, jsonl: true } }} look={look}>
        Exportar para verificar (JSON)
      </ReportButton>
    </Stack>
  );
}
