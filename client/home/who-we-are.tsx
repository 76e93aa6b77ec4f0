import styles from './who-we-are.module.css';

const history: readonly { when: string; what: string }[] = [
  { when: '1998', what: 'Empezamos con un programa de facturación para copropiedades.' },
  {
    when: 'Unos diez años después',
    what: 'Se sumó el módulo de asambleas, con códigos de barras para registrar a cada asistente.',
  },
  { when: 'Hoy', what: 'La facturación y las asambleas viven juntas en una plataforma web.' },
];

/** 'Quienes Somos': where it comes from, what it is for, where it wants to be. */
export function WhoWeAre() {
  return (
    <>
      <ol className={styles.history}>
        {history.map(({ when, what }) => (
          <li key={when}>
            <strong className={styles.when}>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
      <div className={styles.pair}>
        <article className={styles.statement}>
          <h3>Misión</h3>
          <p>
            Contribuir al bienestar, la agilidad y la seguridad de nuestros clientes con servicios integrados
            de facturación y de control de asambleas, como aliados estratégicos de los administradores y de
            sus equipos.
          </p>
        </article>
        <article className={styles.statement}>
          <h3>Visión</h3>
          <p>
            Ser en 2028 el mejor proveedor de servicios para las copropiedades y los centros comerciales del
            área metropolitana.
          </p>
        </article>
      </div>
    </>
  );
}
