import { Component, type ErrorInfo, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { goToHash } from '../lib/hash-place.ts';
import { isReloadWorth } from '../lib/patient-code.ts';
import { useIsBare, useIsFilled } from '../ui/bare-screen.ts';
import { showTypeface } from '../ui/face/typeface.ts';
import { optionalPart } from '../ui/optional-part.tsx';
import { Button, Page, Stack } from '../ui/page.tsx';
import { Loading } from '../ui/query-view.tsx';
import { useShellNotice } from '../ui/shell-notice.ts';
import { Header } from './header.tsx';
import styles from './shell.module.css';

const JointBand = optionalPart(() => import('../ui/face/joint-band.tsx'));
const Footer = optionalPart(() => import('./footer.tsx'));

/** Layout of every page: link for skipping the menu, header with menu, content, footer. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useArrival();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins with the typeface
  useLayoutEffect(showTypeface, [pathname]);
  const isBare = useIsBare();
  const isFilled = useIsFilled();
  const { Notice } = useShellNotice();
  return (
    <div className={styles.shell}>
      <a href="#contenido" className={styles.skip}>
        Saltar al contenido
      </a>
      <JointBand />
      {!isBare && <Header />}
      {Notice && <Notice />}
      <main id="contenido" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
      </main>
      {!isBare && !isFilled && (
        <footer className={styles.footer}>
          <Footer />
        </footer>
      )}
    </div>
  );
}

/**
 * Hook: scrolls a new page to the top (or to the section of the hash) and moves the focus there. Skips the first
 * page, handled by the browser.
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

interface Props {
  /** Path of the current page. A change clears the error. */
  place: string;
  children: ReactNode;
}

interface ShellState {
  /** Path of the page with an error. Null without error. */
  failedAt: string | null;
  /** True if the browser loads the page again because of the error. */
  isReloading?: boolean;
}

/** Shows an error page if a page throws or the code of a page cannot be loaded. Header and footer stay. */
class ErrorBoundary extends Component<Props, ShellState> {
  override state: ShellState = { failedAt: null };

  static getDerivedStateFromError(error: unknown): Partial<ShellState> {
    // Marks the error with ''. getDerivedStateFromProps runs next and sets the path.
    return { failedAt: '', isReloading: isReloadWorth(error) };
  }

  static getDerivedStateFromProps({ place }: Props, { failedAt }: ShellState): Partial<ShellState> | null {
    if (failedAt === '') return { failedAt: place };
    return failedAt !== null && failedAt !== place ? { failedAt: null } : null;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (this.state.isReloading) window.location.reload();
    else console.error(error, componentStack);
  }

  override render(): ReactNode {
    if (this.state.failedAt === null) return this.props.children;
    return this.state.isReloading ? <Loading page /> : <ErrorPage />;
  }
}

/** Error page in plain words with two buttons: reload, or go home. */
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
