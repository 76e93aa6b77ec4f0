import { Select } from '../../../../ui/fields/select.tsx';
import { Button, Notice, Stack } from '../../../../ui/page.tsx';
import styles from './camera.module.css';
import { type CameraFault, useCamera } from './use-camera.ts';
import { useDetector } from './use-detector.ts';

interface Props {
  /** Called with the text of each code (QR or bar code) in the camera picture. */
  onScan: (text: string) => void;
}

const OTHERWISE = 'Mientras tanto, use un lector de mano o digite el código.';

const faults: Readonly<Record<CameraFault | 'reader', { title: string; advice: string }>> = {
  insecure: {
    title: 'La cámara solo funciona en páginas seguras',
    advice: `Abra SCAF con una dirección que empiece por https://. ${OTHERWISE}`,
  },
  none: {
    title: 'No se encontró ninguna cámara',
    advice: `Conecte una cámara a este equipo y pulse Reintentar. ${OTHERWISE}`,
  },
  denied: {
    title: 'No hay permiso para usar la cámara',
    advice: `Toque el candado junto a la dirección de la página, permita la cámara y pulse Reintentar. ${OTHERWISE}`,
  },
  busy: {
    title: 'Otra aplicación está usando la cámara',
    advice: `Cierre la otra aplicación y pulse Reintentar. ${OTHERWISE}`,
  },
  reader: {
    title: 'No se pudo cargar el lector de códigos',
    advice: `Revise la red y pulse Reintentar. ${OTHERWISE}`,
  },
};

/**
 * Picture of the device's camera on the desk's page. Reads QR and bar codes in the picture without a press.
 * @param onScan called with the text of each code in the picture
 */
export default function Camera({ onScan }: Props) {
  const camera = useCamera();
  const { hasFailed } = useDetector(camera.video, camera.isRunning, onScan);
  const fault = camera.fault ?? (hasFailed ? 'reader' : null);
  return (
    <Stack>
      {fault ? (
        <>
          <Notice kind="error" title={faults[fault].title}>
            <p>{faults[fault].advice}</p>
          </Notice>
          <Button variant="secondary" onPress={camera.retry}>
            Reintentar
          </Button>
        </>
      ) : (
        <p>
          {camera.isRunning ? 'Muestre el código a la cámara, quieto y completo.' : 'Encendiendo la cámara…'}
        </p>
      )}
      <div className={fault ? styles.hidden : styles.frame}>
        <video
          ref={camera.video}
          className={`full block ${styles.video}`}
          data-running={camera.isRunning}
          aria-label="Imagen de la cámara"
          muted
          playsInline
        />
      </div>
      {!fault && camera.choices.length > 1 && (
        <Select
          label="Cámara"
          items={camera.choices}
          value={camera.chosen}
          onChange={camera.choose}
          placeholder="Seleccione una cámara"
        />
      )}
      {!fault && camera.torch && (
        <Button variant="secondary" onPress={() => camera.torch?.turn(!camera.torch.isOn)}>
          {camera.torch.isOn ? 'Apagar la linterna' : 'Encender la linterna'}
        </Button>
      )}
    </Stack>
  );
}
