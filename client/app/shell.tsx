import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { goToHash } from '../lib/hash-place.ts';
import { useIsBare, useIsFilled } from '../ui/bare-screen.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';

/** What is around every page: skip link, header with the menu, footer. */
export function Shell() {
  const main = useArrival();
  const { pathname } = useLocation();
  const isBare = useIsBare();
  const isFilled = useIsFilled();
  return (
    <div className={styles.shell}>
      <a href="#contenido" className={styles.skip}>
        Saltar al contenido
      </a>
      {!isBare && <Header />}
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
