import { useState } from 'react';
import { ReportButton } from '../reports/report-button.tsx';
import { Stack } from '../ui/page.tsx';
import { AuditCheckCard } from './audit-check-card.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { filterQuery, noFilter, type TrailFilter } from './filter-query.ts';
import type { Trail } from './trails.ts';

/** A joint's trail: verified on demand, filtered, taken home, and told. Made anew for each joint. */
export function TrailView({ trail, jointId }: { trail: Trail; jointId: number }) {
  const [filter, setFilter] = useState(noFilter);
  const of = { trail, jointId };
  return (
    <>
      <AuditCheckCard {...of} />
      <AuditFilter {...of} filter={filter} onChange={setFilter} />
      <AuditFiles {...of} filter={filter} />
      <AuditEntries {...of} filter={filter} />
    </>
  );
}

const look = { variant: 'secondary' } as const;

interface Props {
  trail: Trail;
  jointId: number;
  filter: TrailFilter;
}

/** The filtered trail as a file: to read, or to verify elsewhere. */
function AuditFiles({ trail: { report }, jointId, filter }: Props) {
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
