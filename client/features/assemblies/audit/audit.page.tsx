import { TrailView } from '../../../audit/trail-view.tsx';
import { assemblyTrail } from '../../../audit/trails.ts';
import { Page } from '../../../ui/page.tsx';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import { JointPicker } from '../properties/joint-picker.tsx';

/**
 * Page '/Assemblies/Audit': audit log of a joint's assemblies (action, user and time), with a button that verifies
 * the log against later changes.
 */
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
