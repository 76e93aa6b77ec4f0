import { TrailView } from '../../../audit/trail-view.tsx';
import { assemblyTrail } from '../../../audit/trails.ts';
import { Page } from '../../../ui/page.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';

/** '/Assemblies/Audit': what was done in a joint's assemblies, by whom and when, and whether it was changed since. */
export default function AuditPage() {
  return (
    <Page
      title="Auditoría"
      intro="Cada acto de la asamblea queda en un registro encadenado: si algo del pasado se cambia, se nota."
    >
      <AssembliesNav />
      <JointPicker>
        {({ id }, picker) => (
          <>
            {picker}
            <TrailView key={id} trail={assemblyTrail} jointId={id} />
          </>
        )}
      </JointPicker>
    </Page>
  );
}
