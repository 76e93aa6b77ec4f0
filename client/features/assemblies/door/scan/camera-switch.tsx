import { type ComponentType, useState } from 'react';
import { Button, Notice, Stack } from '../../../../ui/page.tsx';
import { Loading } from '../../../../ui/query-view.tsx';
import { hearScan } from './use-scans.ts';

type CameraView = ComponentType<{ onScan: (text: string) => void }>;

/**
 * Button of the desk to scan codes by the device's camera. Downloads the camera code at the first press; after a
 * failed download the page works without the camera.
 */
export function CameraSwitch() {
  const [isOpen, setOpen] = useState(false);
  const [view, setView] = useState<{ Camera: CameraView } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const open = () => {
    setOpen(true);
    setFailed(false);
    import('./camera.tsx').then(
      ({ default: Camera }) => setView({ Camera }),
      () => setFailed(true),
    );
  };
  return (
    <Stack>
      <div>
        <Button variant="secondary" onPress={() => (isOpen ? setOpen(false) : open())} aria-expanded={isOpen}>
          {isOpen ? 'Cerrar la cámara' : 'Usar la cámara'}
        </Button>
      </div>
      {isOpen &&
        (view ? (
          <view.Camera onScan={hearScan} />
        ) : hasFailed ? (
          <Notice kind="error" title="No se pudo abrir la cámara">
            <p>Revise la red, cierre la cámara y vuelva a abrirla. Mientras tanto, digite el código.</p>
          </Notice>
        ) : (
          <Loading />
        ))}
    </Stack>
  );
}
