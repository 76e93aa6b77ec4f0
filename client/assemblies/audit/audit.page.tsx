import { type ReactNode, useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { AssembliesNav } from '../assemblies-nav.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { AuditCheckCard } from './audit-check-card.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFiles } from './audit-files.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { noFilter } from './filter-query.ts';

/** '/Assemblies/Audit': what was done in a joint's assemblies, by whom and when, and whether it was changed since. */
export default function AuditPage() {
  return (
    <Page
      title="Auditoría"
      intro="Cada acto de la asamblea queda en un registro encadenado: si algo del pasado se cambia, se nota."
    >
      <AssembliesNav />
      <JointPicker>
        {(joint, picker) => <Trail key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Trail({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const [filter, setFilter] = useState(noFilter);
  return (
    <>
      {picker}
      <AuditCheckCard jointId={jointId} />
      <AuditFilter jointId={jointId} filter={filter} onChange={setFilter} />
      <AuditFiles jointId={jointId} filter={filter} />
      <AuditEntries jointId={jointId} filter={filter} />
    </>
  );
}
