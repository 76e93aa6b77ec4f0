import { Link, NavLink, useParams } from 'react-router-dom';
import { usePublicSettings } from '../lib/public-settings.ts';
import { useSession } from '../lib/session.store.ts';
import { NeedHelp } from '../ui/face/need-help.tsx';
import { Button, Page } from '../ui/page.tsx';
import navStyles from '../ui/page-nav.module.css';
import { manuals } from './guides/chapters.ts';
import type { Guide } from './guides/guide.ts';
import { pictureOf } from './guides/pictures.ts';
import styles from './manual.module.css';

/**
 * Page '/Manual/:role': manual of a role, printed as a single page (A4). Without a role: the manual of the own profile, else
 * of an owner.
 */
export default function ManualPage() {
  const { role } = useParams();
  const profile = useSession((state) => state.user?.profileId);
  const { data } = usePublicSettings();
  const own = manuals.find(({ profiles }) => profile !== undefined && profiles.includes(profile));
  const manual =
    manuals.find(({ id }) => id === role) ?? own ?? manuals.find(({ id }) => id === 'propietario');
  if (manual === undefined) return null;
  return (
    <div className={styles.manual}>
      <Page
        title={manual.title}
        intro="Una hoja para tener a la mano. Cada parte tiene su guía con imágenes."
        actions={
          <Button variant="secondary" onPress={() => window.print()}>
            Imprimir esta hoja
          </Button>
        }
      >
        <nav aria-label="Manuales" className={`wrap-2 ${navStyles.nav} ${styles.screenOnly}`}>
          {manuals.map(({ id, title }) => (
            <NavLink
              key={id}
              to={`/Manual/${id}`}
              className={`strong row ${navStyles.link}`}
              aria-current={id === manual.id ? 'page' : undefined}
            >
              {title.replace(/^Manual (de la|del|de) /, '')}
            </NavLink>
          ))}
        </nav>
        <div className={styles.sections}>
          {manual.guides.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </div>
        {data && (
          <p className="strong">
            <NeedHelp installationPhone={data.contactPhone} />
          </p>
        )}
      </Page>
    </div>
  );
}

function Section({ section: { id, title, intro, steps } }: { section: Guide }) {
  return (
    <section className={`shrinks ${styles.section}`} aria-labelledby={`manual-${id}`}>
      <h2 id={`manual-${id}`} className={styles.title}>
        {title}
      </h2>
      <p className="faint">{intro}</p>
      <ol className={styles.steps}>
        {steps.map(({ text, picture }) => (
          <li key={text}>
            {text}
            {picture && <Picture {...picture} />}
          </li>
        ))}
      </ol>
      <p className={styles.screenOnly}>
        <Link to={`/Tutorials#${id}`}>Ver la guía con imágenes</Link>
      </p>
    </section>
  );
}

function Picture({ name, alt }: { name: string; alt: string }) {
  const { src, width, height } = pictureOf(name);
  return <img src={src} width={width} height={height} alt={alt} className={`block ${styles.picture}`} />;
}
