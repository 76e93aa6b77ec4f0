import { useState } from 'react';
import { AuditCheckCard } from './audit-check-card.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFiles } from './audit-files.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { noFilter } from './filter-query.ts';
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
