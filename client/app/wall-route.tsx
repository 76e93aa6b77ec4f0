import { lazy, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
import { keepBare } from '../ui/bare-screen.ts';
import { Waiting } from './guard.tsx';
import { guarded, type PageModule } from './route-kinds.tsx';

/**
 * A guarded page that a display link and a code open too. Apart from the other kinds of routes: a phone that votes
 * downloads those.
 */
export function wall(path: string, load: () => PageModule, profiles: readonly Profile[]): RouteObject {
  const { element } = guarded(path, load, profiles);
  return { path, element: <DisplayGate key={path}>{element}</DisplayGate> };
}

// On the way to a vote nobody needs it.
const DisplayCode = lazy(() => import('./display-code.tsx'));

/**
 * Around what a display link opens. Where nobody is signed in, the screen asks for the code that puts a wall on it;
 * also when its link ended, since nobody may be there to sign in. Whose own session ended signs in again.
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
    // A new link pasted into the same tab differs from the old one behind its '#' alone: nothing is loaded for it.
    const again = () => window.location.reload();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, [isNobody]);
  // The wall had no header: one would push what stands on it down, before anybody has read why it ended.
  useLayoutEffect(() => (isNobody && wasDisplay.current ? keepBare() : undefined), [isNobody]);
  if (!isNobody) return children;
  return (
    <Waiting>
      <DisplayCode hasEnded={wasDisplay.current} />
    </Waiting>
  );
}
