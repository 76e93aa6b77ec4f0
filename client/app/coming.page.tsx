import { useSession } from '../lib/session.store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import styles from './plain.module.css';

/** Stands where a page of the specification is still to be built, so that no menu leads to a 404. */
export default function ComingPage({ title }: { title: string }) {
  const isSignedIn = useSession((state) => state.user !== null);
  return (
    <Page title={title} width="narrow">
      <p className={styles.text}>Esta sección todavía no está disponible.</p>
      <div>
        <ButtonLink to={isSignedIn ? '/UserHome' : '/'} variant="secondary">
          Volver al inicio
        </ButtonLink>
      </div>
    </Page>
  );
}
