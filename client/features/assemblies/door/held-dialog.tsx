import type { HeldJoint } from '../../../../shared/assemblies/codes.api.ts';
import { coefficient, unitLabel } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './quick-buttons.module.css';
import { useScans } from './scan/use-scans.ts';

interface Props {
  held: readonly HeldJoint[];
  onAgain: () => void;
  /** Another code is read while this is open: it is looked up, and registers nobody behind it. */
  onScan: (text: string) => void;
  onClose: () => void;
}

/** What a code holds, joint by joint; the sums are the server's. */
export function HeldDialog({ held, onAgain, onScan, onClose }: Props) {
  useScans(onScan);
  return (
    <Dialog
      title="Coeficiente acumulado"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onPress={onAgain}>
            Consultar otro
          </Button>
          <Button onPress={onClose} autoFocus>
            Cerrar
          </Button>
        </>
      }
    >
      {held.map((joint) => (
        <section key={joint.jointId} className={styles.joint} aria-label={joint.jointName}>
          <ul className={styles.units}>
            {joint.apartments.map((unit) => (
              <li key={unit.apartmentId} className={styles.unit}>
                <span>{unitLabel(unit)}</span>
                <span className={styles.figure}>{coefficient(unit.coefficient)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.sum}>
            <span>{joint.jointName.toLocaleLowerCase('es-CO')}</span>
            <span className={styles.figure}>{coefficient(joint.coefficient)}</span>
          </p>
        </section>
      ))}
    </Dialog>
  );
}
