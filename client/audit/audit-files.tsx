import { ReportButton } from '../reports/report-button.tsx';
import { Stack } from '../ui/page.tsx';
import { filterQuery, type TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';

const look = { variant: 'secondary' } as const;

interface Props {
  trail: Trail;
  jointId: number;
  filter: TrailFilter;
}

/** The filtered trail as a file: to read, or to verify elsewhere. */
export function AuditFiles({ trail: { report }, jointId, filter }: Props) {
  const params = { jointId };
  const query = filterQuery(filter);
  return (
    <Stack row>
      <ReportButton report={report} input={{ params, query }} look={look}>
        Exportar a Excel
      </ReportButton>
      <ReportButton report={report} input={{ params, query: { ...query, jsonl: true } }} look={look}>
        Exportar para verificar (JSON)
      </ReportButton>
    </Stack>
  );
}
