import { useQuery } from '@tanstack/react-query';
import { getJoining } from '../../../../shared/assemblies/arrivals.api.ts';
import { queryOf } from '../../../lib/query.ts';
import styles from './wall-joining.module.css';

/** White that readers need around a QR, in modules. */
const QUIET = 4;

/** The QR that leads a phone into the assembly, as large as there is room. */
export function WallJoining({ jointId, code }: { jointId: number; code: string }) {
  const { data } = useQuery({
    ...queryOf(['joining', jointId, code], getJoining, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return <div />;
  const [, place, sign] = /^https?:\/\/(.*\/)(.*)$/.exec(data.url) ?? [];
  const side = data.rows.length + 2 * QUIET;
  const path = data.rows
    .flatMap((row, y) =>
      [...row].map((sign, x) => (sign === '1' ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')),
    )
    .join('');
  return (
    <section className={styles.joining} aria-labelledby="joining">
      <div className={styles.inner}>
        <svg
          viewBox={`0 0 ${side} ${side}`}
          className={styles.qr}
          role="img"
          aria-label="Código QR de ingreso"
        >
          <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
          <path d={path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <div className={styles.words}>
          <h2 id="joining" className={styles.title}>
            ¿No tiene enlace? Ingrese aquí
          </h2>
          <ol className={styles.steps}>
            <li>Escanee el código con la cámara de su teléfono.</li>
            <li>Escriba el código de su tarjeta, o su inmueble y documento.</li>
            <li>La mesa confirma y su teléfono entra solo.</li>
          </ol>
          <p className={styles.address}>
            {place}
            <wbr />
            <span>{sign}</span>
          </p>
        </div>
      </div>
    </section>
  );
}
