import { Link } from 'react-router-dom';
import { REHEARSAL_MARK } from '../../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { Notice } from '../../../ui/page.tsx';
import type { JointOption } from '../../properties/index.ts';

/** Band of the pages about a trial joint, with the way back to the rehearsal. No element for a real joint. */
export function RehearsalBand({ joint: { id, label } }: { joint: JointOption }) {
  if (!label.startsWith(REHEARSAL_MARK)) return null;
  return (
    <Notice kind="warning" title="ENSAYO: nada de esto cuenta.">
      <p>
        Los propietarios son simulados. <Link to={`/Rehearsal/${id}`}>Volver al ensayo</Link>
      </p>
    </Notice>
  );
}
