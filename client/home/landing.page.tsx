import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { goToHash } from '../lib/hash-place.ts';
import { usePublicSettings } from '../lib/public-settings.ts';
import { useSession } from '../lib/session.store.ts';
import { useTitle } from '../lib/use-attention.ts';
import { useMedia } from '../lib/use-media.ts';
import { cx } from '../ui/cx.ts';
import { ButtonLink } from '../ui/page.tsx';
import quorumArt from './art/quorum.svg';
import quorumStill from './art/quorum-still.svg';
import { areExamples, type Client, clients } from './clients.data.ts';
import clientsStyles from './clients.module.css';
import styles from './landing.module.css';
import billPicture from './pictures/landing-bill.webp';
import phonePicture from './pictures/landing-phone.webp';
import wallPicture from './pictures/landing-wall.webp';
import { type Service, services } from './services.data.ts';

/** Promises of the product, shown on the landing page to owners, administrators and judges. */
const proofs: readonly { title: string; text: string }[] = [
  {
    title: 'Un voto por inmueble y por pregunta',
    text: 'Un segundo intento no cuenta, venga del celular, de la tarjeta QR o de la mesa de registro.',
  },
  {
    title: 'Cada voto tiene comprobante',
    text: 'El propietario ve su respuesta y su comprobante con fecha y hora.',
  },
  {
    title: 'Una sola cifra',
    text: 'La pantalla de la sala y los informes muestran el mismo resultado, sumado sin redondeos.',
  },
  {
    title: 'Un pasado que no se reescribe',
    text: 'Todo lo que se hace queda encadenado a lo anterior: un cambio posterior se descubre.',
  },
];

/** Landing page '/': the company, the services and the clients. */
export default function LandingPage() {
  useTitle('SCAF · Sistemas de Control de Asambleas y Facturación');
  useEffect(() => {
    // The browser resolves the hash before the code loads, so the scroll is repeated.
    goToHash(window.location.hash, 'instant');
  }, []);
  return (
    <>
      <Hero />
      <Screens />
      <Band id="whoWeAre" title="Quienes Somos">
        <WhoWeAre />
      </Band>
      <Band id="ourServices" title="Nuestros Servicios" ground="sunken">
        <Services />
      </Band>
      <Band id="proofs" title="Resultados que se pueden comprobar" ground="dark">
        <ul className={styles.proofs}>
          {proofs.map(({ title, text }) => (
            <li key={title} className={`stack-3 ${styles.proof}`}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Band>
      <Band id="clients" title="Nuestros Clientes">
        <ul className={clientsStyles.clients}>
          {clients.map((client) => (
            <ClientLogo key={client.name} client={client} />
          ))}
        </ul>
        {areExamples && <p className={clientsStyles.note}>Nombres y logos de ejemplo.</p>}
      </Band>
      <OwnersDoor />
      <AdministratorsDoor />
    </>
  );
}

/** Section of the page for a kind of readers, with an id for links. */
function Door({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.owners} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <div className={`stack-3 ${styles.ownersInner}`}>
        <h2 id={`${id}-title`} className={styles.ownersTitle}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

/** Section for owners: ways into an assembly, and to the own account. */
function OwnersDoor() {
  return (
    <Door id="owners" title="¿Lo invitaron a una asamblea?">
      <p>
        Entre con el enlace de su correo, escanee su tarjeta QR o{' '}
        <Link to="/Join">escriba el código de su tarjeta</Link>. Si es su primera vez,{' '}
        <Link to="/Tutorials">vea los tutoriales</Link> o <Link to="/PruebaQR">practique una votación</Link>.
      </p>
      <p>
        Para ver cuánto debe, sus cuentas y sus recibos, <Link to="/LogIn">entre con su usuario</Link>.
      </p>
    </Door>
  );
}

/** Section for administrators: sign-in, and if the installation has a contact, a demonstration. */
function AdministratorsDoor() {
  const { data } = usePublicSettings();
  const to = encodeURIComponent(data?.contactEmail ?? '').replace('%40', '@');
  const address = `mailto:${to}?subject=${encodeURIComponent('Demostración de SCAF')}`;
  return (
    <Door id="administrators" title="¿Administra una copropiedad?">
      <p>
        Si ya tiene usuario, <Link to="/LogIn">inicie sesión</Link>. El{' '}
        <Link to="/Manual/administracion">manual de la administración</Link> cabe en una hoja.
      </p>
      {data?.contactEmail && (
        <p>
          Escríbanos y le mostramos cómo funciona: <a href={address}>solicitar una demostración</a>.
        </p>
      )}
    </Door>
  );
}

/** Pictures of real screens, made by `npm run pictures -- --tutorials`. Sizes in pixels. */
const screens: readonly {
  name: string;
  src: string;
  width: number;
  height: number;
  alt: string;
  words: string;
}[] = [
  {
    name: 'El salón',
    src: wallPicture,
    width: 1024,
    height: 700,
    alt: 'Pantalla de la sala con la pregunta abierta, los votos por respuesta y el quórum',
    words: 've la votación y el resultado, y los entiende.',
  },
  {
    name: 'El celular',
    src: phonePicture,
    width: 630,
    height: 1505,
    alt: 'Papeleta en un celular con la respuesta Si escogida y el botón Votar',
    words: 'pregunta, y guarda el comprobante.',
  },
  {
    name: 'La cuenta',
    src: billPicture,
    width: 630,
    height: 1505,
    alt: 'Cuenta de cobro en un celular con el total, lo que se debe hoy y el vencimiento',
    words: 'dice cuánto, hasta cuándo y por qué.',
  },
];

/** Real screens of the wall, a phone and a bill, below the hero. */
function Screens() {
  return (
    <section className={styles.screens} aria-label="Así se ve">
      <div className={styles.screensInner}>
        {screens.map(({ name, words, alt, ...picture }) => (
          <figure key={name} className={cx(styles.screen, picture.height > picture.width && styles.isTall)}>
            <img {...picture} alt={alt} loading="lazy" decoding="async" />
            <figcaption>
              <strong>{name}</strong> {words}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Hero() {
  const isSignedIn = useSession((state) => state.user !== null);
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.heroInner}>
        <div className="stack-5">
          <h1 id="hero" className={styles.heroTitle}>
            <span>Cada coeficiente cuenta.</span> <span>Una sola vez.</span>
          </h1>
          <p className={styles.heroText}>
            SCAF lleva el quórum y las votaciones de las asambleas, y la facturación de la administración, en
            conjuntos residenciales y centros comerciales.
          </p>
          <div className={styles.heroActions}>
            {isSignedIn ? (
              <ButtonLink to="/UserHome" size="large">
                Ir a mi inicio
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to="/#owners" size="large">
                  Soy propietario
                </ButtonLink>
                <Link to="/#administrators" className={styles.door}>
                  Administro una copropiedad
                </Link>
              </>
            )}
            <Link to="/Join" className={styles.heroLink}>
              Tengo una tarjeta
            </Link>
          </div>
        </div>
        <figure className={`stack-4 ${styles.figure}`}>
          <picture>
            <source srcSet={quorumStill} media="(prefers-reduced-motion: reduce)" />
            <img src={quorumArt} alt="" width="460" height="412" className={styles.art} />
          </picture>
          <figcaption className={styles.caption}>
            Cada rectángulo es un inmueble, y su área es su coeficiente. Se enciende cuando alguien llega.
            Cuando los encendidos suman <strong>70,88 %</strong>, más de la mitad, hay quórum.
          </figcaption>
        </figure>
      </div>
    </section>
  );
}

interface BandProps {
  id: string;
  title: string;
  ground?: 'plain' | 'sunken' | 'dark';
  children: ReactNode;
}

/** Section of the landing page over the full width, with an id for the menu. */
function Band({ id, title, ground = 'plain', children }: BandProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      className={cx(styles.band, styles[ground])}
      aria-labelledby={`${id}-title`}
    >
      <div className={styles.inner}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

function ClientLogo({ client }: { client: Client }) {
  return (
    <li className={`stack-3 ${clientsStyles.client}`}>
      {/* Empty alt: the name below would be read twice. */}
      <img src={client.logo} alt="" width="160" height="96" loading="lazy" decoding="async" />
      <span>{client.name}</span>
    </li>
  );
}

const history: readonly { when: string; what: string }[] = [
  { when: '1998', what: 'Empezamos con un programa de facturación para copropiedades.' },
  {
    when: 'Unos diez años después',
    what: 'Se sumó el módulo de asambleas, con códigos de barras para registrar a cada asistente.',
  },
  { when: 'Hoy', what: 'La facturación y las asambleas viven juntas en una plataforma web.' },
];

/** Section 'Quienes Somos': origin, mission and vision. */
function WhoWeAre() {
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
        <article className={`stack-3 ${styles.statement}`}>
          <h3>Misión</h3>
          <p>
            Contribuir al bienestar, la agilidad y la seguridad de nuestros clientes con servicios integrados
            de facturación y de control de asambleas, como aliados estratégicos de los administradores y de
            sus equipos.
          </p>
        </article>
        <article className={`stack-3 ${styles.statement}`}>
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

/** Section 'Nuestros Servicios' with the three services. */
function Services() {
  return (
    <div className={styles.services}>
      {services.map((service) => (
        <ServiceDetail key={service.id} service={service} />
      ))}
    </div>
  );
}

/** Details of a service: in full on a wide window, folded on a phone. */
function Folded({
  isOpen,
  className,
  children,
}: {
  isOpen: boolean;
  className?: string;
  children: ReactNode;
}) {
  if (isOpen) return <div className={cx('stack-4', className)}>{children}</div>;
  return (
    <details className="more">
      <summary>Cómo es y qué trae</summary>
      <div className="stack-4">{children}</div>
    </details>
  );
}

function ServiceDetail({ service: { id, art, title, text, points, list } }: { service: Service }) {
  const isWide = useMedia('(min-width: 40rem)');
  const pointList = (
    <ul className={`stack-3 ${styles.points}`}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
  return (
    <article className={styles.service} aria-labelledby={`servicio-${id}`}>
      <div className={styles.servicesArt}>
        <img src={art} alt="" width="240" height="180" />
      </div>
      <div className={`stack-4 ${styles.words}`}>
        <h3 id={`servicio-${id}`} className={styles.servicesTitle}>
          {title}
        </h3>
        <p className="large">{text}</p>
        {isWide && pointList}
      </div>
      <Folded isOpen={isWide} className={styles.details}>
        {!isWide && pointList}
        <h4 className={styles.listTitle}>{list.title}</h4>
        <ul className={cx(styles.list, list.items.length > 5 && styles.long)}>
          {list.items.map(([name, more]) => (
            <li key={name}>
              {more === undefined ? (
                name
              ) : (
                <>
                  <strong>{name}:</strong> {more}
                </>
              )}
            </li>
          ))}
        </ul>
      </Folded>
    </article>
  );
}
