import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { goToHash } from '../lib/hash-place.ts';
import { useSession } from '../lib/session.store.ts';
import { cx } from '../ui/cx.ts';
import { useSearch } from '../ui/fields/search.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Button, Page } from '../ui/page.tsx';
import { chapters } from './guides/chapters.ts';
import type { Chapter, Guide, Step } from './guides/guide.ts';
import { pictureOf } from './guides/pictures.ts';
import { helpAddress } from './help/guide-of-page.ts';
import styles from './tutorials.module.css';

const allGuides = chapters.flatMap(({ guides }) => guides);

const guideText = ({ title, intro, steps }: Guide) =>
  [title, intro, ...steps.map(({ text }) => text)].join(' ');

/** Page '/Tutorials'. The query `de` names a page: the address changes to the help of the page. */
export default function TutorialsPage() {
  const page = new URLSearchParams(useLocation().search).get('de');
  return page === null ? <Tutorials /> : <Navigate to={helpAddress(page) ?? '/Tutorials'} replace />;
}

/**
 * List of guides with screenshots, to read singly or to print. The hash names the open guide. A
 * signed-in user sees the chapters for the own profile, and other chapters on demand.
 */
function Tutorials() {
  // The browser resolves the hash before the code loads, so the scroll is repeated.
  useEffect(() => void goToHash(window.location.hash, 'instant'), []);
  useEffect(readyToPrint, []);
  const profile = useSession((state) => state.user?.profileId);
  const own = chapters.filter(({ profiles }) => profile !== undefined && profiles.includes(profile));
  const [isWhole, setWhole] = useState(() => own.length === 0 || !leadsTo(own, window.location.hash));
  const shown = isWhole ? chapters : own;
  const open = useLocation().hash.slice(1);
  const { field, found } = useSearch(allGuides, guideText);
  const listed = shown
    .map((chapter) => ({ ...chapter, guides: chapter.guides.filter((guide) => found.includes(guide)) }))
    .filter(({ guides }) => guides.length > 0);
  return (
    <div className={styles.tutorials}>
      <Page
        title="Tutoriales"
        intro="Guías cortas, paso a paso. Lo que hay que tocar está marcado en cada imagen con un recuadro naranja."
        actions={
          <Button variant="secondary" onPress={() => void printWhole()}>
            {isWhole ? 'Imprimir todas las guías' : 'Imprimir estas guías'}
          </Button>
        }
      >
        <nav className={`card ${styles.contents}`} aria-labelledby="contents">
          <h2 id="contents" className={`large ${styles.contentsTitle}`}>
            Contenido
          </h2>
          <TextField label="Buscar en las guías" {...field} placeholder="Votar, poder, recibo…" />
          <div className={styles.columns}>
            {listed.map(({ id, title, guides }) => (
              <div key={id}>
                <h3 className={styles.contentsChapter}>{title}</h3>
                <ul className={`plain ${styles.links}`}>
                  {guides.map((guide) => (
                    <li key={guide.id}>
                      <Link to={`#${guide.id}`}>{guide.title}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <ManualLine />
          {listed.length === 0 && <p className="soft">Ninguna guía coincide con la búsqueda.</p>}
          {!isWhole && (
            <Button variant="quiet" onPress={() => setWhole(true)}>
              Mostrar también las guías de otros perfiles
            </Button>
          )}
        </nav>
        {shown.map(({ id, title, guides }) => (
          <section
            key={id}
            className={styles.chapter}
            aria-labelledby={`chapter-${id}`}
            hidden={!guides.some((guide) => guide.id === open)}
          >
            <h2 id={`chapter-${id}`} className={`strong ${styles.chapterTitle}`}>
              {title}
            </h2>
            {guides.map((guide) => (
              <GuideSection key={guide.id} guide={guide} isOpen={guide.id === open} />
            ))}
          </section>
        ))}
      </Page>
    </div>
  );
}

const ManualLine = () => (
  <p>
    ¿Prefiere una sola hoja? <Link to="/Manual">Vea el manual de su oficio</Link>.
  </p>
);

/** True if the URL's hash is empty or names a guide in the chapters. */
const leadsTo = (shown: readonly Chapter[], hash: string): boolean =>
  hash === '' || shown.some(({ guides }) => guides.some(({ id }) => `#${id}` === hash));

/** Media query for screens of computers, likely with a printer and an unmetered connection. */
const WIDE = '(min-width: 64rem)';

/**
 * Loads all screenshots for printing, because lazy pictures would be missing on paper. The browser's print command
 * does not wait, so wide screens load all pictures in the background. Returns a function that removes the listener.
 */
function readyToPrint(): () => void {
  if (window.matchMedia(WIDE).matches) fetchPictures('low');
  const beforePrint = () => void fetchPictures('high');
  window.addEventListener('beforeprint', beforePrint);
  return () => window.removeEventListener('beforeprint', beforePrint);
}

function fetchPictures(priority: 'low' | 'high'): HTMLImageElement[] {
  const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
  for (const image of images) {
    image.fetchPriority = priority;
    image.loading = 'eager';
  }
  return images;
}

async function printWhole(): Promise<void> {
  // A missing picture is printed as the alternative text.
  await Promise.allSettled(fetchPictures('high').map((image) => image.decode()));
  window.print();
}

/** Maximum width of a screenshot from a phone, in pixels. Other screenshots are wider. */
const PHONE_WIDTH = 720;

function GuideSection({ guide: { id, title, intro, steps }, isOpen }: { guide: Guide; isOpen: boolean }) {
  return (
    <section
      id={id}
      tabIndex={-1}
      className={`stack-4 ${styles.guide}`}
      aria-labelledby={`${id}-title`}
      hidden={!isOpen}
    >
      <h3 id={`${id}-title`} className={styles.guideTitle}>
        {title}
      </h3>
      <p className={`faint ${styles.intro}`}>{intro}</p>
      <ol className={`plain stack ${styles.steps}`}>
        {steps.map((step) => (
          <StepItem key={step.text} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepItem({ step: { text, picture } }: { step: Step }) {
  return (
    <li className={`grid-4 ${styles.step}`}>
      <p>{text}</p>
      {picture && <Picture {...picture} />}
    </li>
  );
}

function Picture({ name, alt }: NonNullable<Step['picture']>) {
  const { src, width, height } = pictureOf(name);
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={cx(styles.picture, width <= PHONE_WIDTH && styles.phone)}
    />
  );
}
