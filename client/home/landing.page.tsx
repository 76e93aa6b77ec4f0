import { useEffect } from 'react';
import { useSession } from '../lib/session.store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ClientLogo } from './client-logo.tsx';
import { clients } from './clients.data.ts';
import { HeroArt } from './hero-art.tsx';
import styles from './landing.module.css';
import { Services } from './services.tsx';

/** '/': who we are, what we do, for whom. */
export default function LandingPage() {
  const isSignedIn = useSession((state) => state.user !== null);
  useEffect(() => {
    document.title = 'SCAF · Sistemas de Control de Asambleas y Facturación';
  }, []);
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroInner}>
          <div className={styles.heroWords}>
            <p className={styles.eyebrow}>Asambleas y facturación para copropiedades</p>
            <h1 className={styles.heroTitle}>Cada coeficiente cuenta. Una sola vez.</h1>
            <p className={styles.heroText}>
              Registro de asistentes, quorum en vivo, votaciones y cuentas de cobro para conjuntos
              residenciales y centros comerciales.
            </p>
            <div className={styles.heroActions}>
              <ButtonLink to={isSignedIn ? '/UserHome' : '/LogIn'} size="large">
                {isSignedIn ? 'Ir a mi inicio' : 'Iniciar Sesión'}
              </ButtonLink>
              <a href="#nuestros-servicios" className={styles.heroLink}>
                Conozca los servicios
              </a>
            </div>
          </div>
          <HeroArt />
        </div>
      </section>
      <WhoWeAre />
      <Services />
      <section id="nuestros-clientes" className={styles.band} aria-labelledby="clientes">
        <div className={styles.inner}>
          <h2 id="clientes" className={styles.title}>
            Nuestros Clientes
          </h2>
          <div className={styles.clients}>
            {clients.map((client) => (
              <ClientLogo key={client.name} client={client} />
            ))}
          </div>
        </div>
      </section>
    </>
  );
}

function WhoWeAre() {
  return (
    <section id="quienes-somos" className={styles.band} aria-labelledby="quienes">
      <div className={styles.inner}>
        <h2 id="quienes" className={styles.title}>
          Quienes Somos
        </h2>
        <p className={styles.lead}>
          Trabajamos con copropiedades desde 1998, cuando escribimos nuestro programa de facturación. Unos
          diez años después llegó el módulo de asambleas, con códigos de barras para registrar a cada
          asistente. Hoy las dos cosas viven en una misma plataforma.
        </p>
        <div className={styles.pair}>
          <article className={styles.statement}>
            <h3>Misión</h3>
            <p>
              Aportar al bienestar, la agilidad y la seguridad de nuestros clientes con servicios integrados
              de facturación y control de asambleas, como aliados estratégicos de los administradores y sus
              equipos.
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
      </div>
    </section>
  );
}
