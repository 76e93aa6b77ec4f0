import { TrailView } from '../../../audit/trail-view.tsx';
import { assemblyTrail } from '../../../audit/trails.ts';
import { Page } from '../../../ui/page.tsx';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import { JointPicker } from '../properties/joint-picker.tsx';

/**
 * Page '/Assemblies/Audit' for staff: list of all acts in a joint's assemblies (action, user and time), with a
 * button to verify the list against later changes.
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
