import { lazy, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
import { keepBare } from '../ui/bare-screen.ts';
import { LoadingPage } from './guard.tsx';
import { guarded, type PageModule } from './route-kinds.tsx';

/**
 * Makes the route of a wall display: for users with an allowed profile, and for a display opened by a link
 * or a code. In a separate file, so a voting phone does not load the code.
 */
export function wall(path: string, load: () => PageModule, profiles: readonly Profile[]): RouteObject {
  const { element } = guarded(path, load, profiles);
  return { path, element: <DisplayGate key={path}>{element}</DisplayGate> };
}

// Lazy: not needed on the way to a vote.
const DisplayCode = lazy(() => import('./display-code.tsx'));

/**
 * Lets signed-in users pass to the wall screen. Without a session, or after a display link ended, asks for a
 * display code: perhaps no person is present to sign in. A user with an ended session signs in again.
 */
function DisplayGate({ children }: { children: ReactNode }) {
  const user = useSession((state) => state.user);
  const leaving = useSession((state) => state.leaving);
  const notice = useSession((state) => state.notice);
  const wasDisplay = useRef(false);
  if (user) wasDisplay.current = user.profileId === Profile.display;
  const isNobody = !user && !leaving && (wasDisplay.current || notice === null);
  useEffect(() => {
    if (!isNobody) return;
    // A new link in the same tab differs only in the hash, so the browser does not load the page.
    const again = () => window.location.reload();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, [isNobody]);
  // The display had no header. A header now would push the content down before the message is read.
  useLayoutEffect(() => (isNobody && wasDisplay.current ? keepBare() : undefined), [isNobody]);
  if (!isNobody) return children;
  return (
    <LoadingPage>
      <DisplayCode hasEnded={wasDisplay.current} />
    </LoadingPage>
  );
}
