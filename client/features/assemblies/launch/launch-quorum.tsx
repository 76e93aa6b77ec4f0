import { coefficient } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import styles from './launch.module.css';

/** Whether a joint, or a sector, has a quorum: one line. */
export function LaunchQuorum({ joint: { quorum, registered } }: { joint: LiveJoint }) {
  return (
    <p>
      <span role="status" className={quorum.reached ? 'good bold' : styles.missing}>
        {quorum.reached ? 'Hay quórum' : 'No hay quórum'}
      </span>
      : {coefficient(registered.coefficient)} de coeficiente representado
      {quorum.required > 0 && `; se requiere más de ${coefficient(quorum.required)}`}.
    </p>
  );
}
