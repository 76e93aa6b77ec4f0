import { Link } from 'react-router-dom';
import { Dialog } from '../../../ui/dialog.tsx';
import { Button } from '../../../ui/page.tsx';
import { DisplayCodeMaker } from './display-code-maker.tsx';
import { DisplayLinkMaker } from './display-link-maker.tsx';

interface Props {
  jointId: number;
  jointName: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Dialog on the operator's wall screen to open a further screen by link or code. */
export default function WallLinkDialog({ jointId, jointName, isOpen, onClose }: Props) {
  return (
    <Dialog
      title="Enlace para pantalla"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button variant="secondary" onPress={onClose}>
          Cerrar
        </Button>
      }
    >
      <p>
        Ábralo en el equipo del proyector: muestra el quorum y las votaciones de {jointName} sin iniciar
        sesión y sin nombres de propietarios. Sirve durante 30 días a quien lo tenga.
      </p>
      <DisplayLinkMaker jointId={jointId} isMadeAtOnce />
      <p>Más corto: un código de seis números, que se escribe en la otra pantalla.</p>
      <DisplayCodeMaker jointId={jointId} />
      <p>
        <Link to="/Assemblies/Screens">Ver y terminar las pantallas abiertas</Link>
      </p>
    </Dialog>
  );
}
