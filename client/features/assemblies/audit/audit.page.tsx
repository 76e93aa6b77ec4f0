import { TrailView } from '../../../audit/trail-view.tsx';
import { assemblyTrail } from '../../../audit/trails.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';

/**
 * Page '/Assemblies/Audit' for staff: list of all acts in a joint's assemblies (action, user and time), with a
 * button to verify the list against later changes.
 */
export default function AuditPage() {
  return (
    <AssembliesScreen
      title="Auditoría"
      intro="Cada acto de la asamblea queda en un registro encadenado: si algo del pasado se cambia, se nota."
    >
      {({ id }, picker) => (
        <>
          {picker}
          <TrailView key={id} trail={assemblyTrail} jointId={id} />
        </>
      )}
    </AssembliesScreen>
  );
}
