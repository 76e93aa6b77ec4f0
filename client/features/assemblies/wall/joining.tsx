import { useQuery } from '@tanstack/react-query';
import { getJoining } from '../../../../shared/assemblies/arrivals.api.ts';
import { queryOf } from '../../../lib/query.ts';
import { QrImage } from '../../../ui/qr-image.tsx';
import styles from './joining.module.css';

/**
 * QR code on the wall screen for phones to enter the assembly, as large as the space allows.
 * @param code code of the joint in the address of the QR
 */
export function WallJoining({ jointId, code }: { jointId: number; code: string }) {
  const { data } = useQuery({
    ...queryOf(['joining', jointId, code], getJoining, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return <div />;
  const [, place, sign] = /^https?:\/\/(.*\/)(.*)$/.exec(data.url) ?? [];
  return (
    <section className={`shrinks ${styles.joining}`} aria-labelledby="joining">
      <div className={`middle ${styles.inner}`}>
        <QrImage rows={data.rows} label="Código QR de ingreso" className={styles.qr} />
        <div className={`shrinks ${styles.words}`}>
          <h2 id="joining" className={styles.title}>
            ¿No tiene enlace? Ingrese aquí
          </h2>
          <ol className={styles.steps}>
            <li>Escanee el código con la cámara de su teléfono.</li>
            <li>Escriba el código de su tarjeta, o su inmueble y documento.</li>
            <li>La mesa confirma y su teléfono entra solo.</li>
          </ol>
          <p className={`faint breaks ${styles.address}`}>
            {place}
            <wbr />
            <span>{sign}</span>
          </p>
        </div>
      </div>
    </section>
  );
}
