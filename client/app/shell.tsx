import { Component, type ErrorInfo, type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { goToHash } from '../lib/hash-place.ts';
import { usePublicSettings } from '../lib/public-settings.ts';
import { useIsBare, useIsFilled } from '../ui/bare-screen.ts';
import { Button, Page, Stack } from '../ui/page.tsx';
import { useShellNotice } from '../ui/shell-notice.ts';
import { Header } from './header.tsx';
import { isPractice } from './menus.ts';
import styles from './shell.module.css';

/** What is around every page: skip link, header with the menu, footer. */
export function Shell() {
  const main = useArrival();
  const { pathname } = useLocation();
  const isBare = useIsBare();
  const isFilled = useIsFilled();
  const { Notice } = useShellNotice();
  return (
    <div className={styles.shell}>
      <a href="#contenido" className={styles.skip}>
        Saltar al contenido
      </a>
      {!isBare && <Header />}
      {Notice && <Notice />}
      <main id="contenido" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      {!isBare && !isFilled && <Footer />}
    </div>
  );
}

/**
 * A new page begins at its top, and keyboard and screen reader begin with it; a hash leads to its place.
 * The first page is left alone: the browser has done it.
 */
function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash, key } = useLocation();
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: key makes a second press on the same anchor count
  useEffect(() => {
    if (!goToHash(hash) && !isFirst.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [pathname, hash, key]);
  return main;
}

/** The full name and, where the installation has one, the support contact. */
function Footer() {
  const { pathname } = useLocation();
  const { data } = usePublicSettings(!isPractice(pathname));
  return (
    <footer className={styles.footer}>
      <div className={`between ${styles.inner}`}>
        <p className="strong">Sistemas de Control de Asambleas y Facturación</p>
        {(data?.contactEmail || data?.contactPhone) && (
          <address className={styles.contact}>
            {data.contactEmail && <a href={`mailto:${data.contactEmail}`}>{data.contactEmail}</a>}
            {data.contactPhone && (
              <a href={`tel:${data.contactPhone.replace(/[^+\d]/g, '')}`}>{data.contactPhone}</a>
            )}
          </address>
        )}
      </div>
    </footer>
  );
}

interface Props {
  /** Another place: the fault of the last one is over. */
  place: string;
  children: ReactNode;
}

interface State {
  /** Where it failed; null while all is well. */
  failedAt: string | null;
}

/** Catches what breaks a page, also when its code cannot be fetched, and leaves the shell standing. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    // '' marks the fault; getDerivedStateFromProps, which runs next, knows the place.
    return { failedAt: '' };
  }

  static getDerivedStateFromProps({ place }: Props, { failedAt }: State): Partial<State> | null {
    if (failedAt === '') return { failedAt: place };
    return failedAt !== null && failedAt !== place ? { failedAt: null } : null;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : <ErrorPage />;
  }
}

/** What happened in plain words, and two ways on. */
function ErrorPage() {
  return (
    <Page title="Algo salió mal" width="narrow">
      <p className="large">No se pudo mostrar esta página. Lo que usted ya había guardado no se pierde.</p>
      <Stack row>
        <Button onPress={() => window.location.reload()}>Intentar de nuevo</Button>
        <Button variant="secondary" onPress={() => window.location.assign('/')}>
          Ir a la página de inicio
        </Button>
      </Stack>
    </Page>
  );
}
