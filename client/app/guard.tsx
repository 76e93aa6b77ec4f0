import { type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { useCodeWait } from '../lib/patient-code.ts';
import { type ForbiddenPage, useSession } from '../lib/session.store.ts';
import { Notice } from '../ui/page.tsx';
import { Loading } from '../ui/query-view.tsx';

/** Navigation state for the sign-in page: address to return to after sign-in. */
export interface CameFrom {
  from?: string;
}

interface Props {
  /** Profiles with access to the page. Default: every signed-in user. */
  profiles?: readonly Profile[];
  children: ReactNode;
}

/**
 * Shows the page to permitted profiles. Without a session: redirects to sign-in and back. With another profile:
 * redirects to the welcome page, with a notice there. The server checks every call; the guard only avoids dead ends.
 */
export function Guard({ profiles, children }: Props) {
  const user = useSession((state) => state.user);
  const leaving = useSession((state) => state.leaving);
  const { pathname, search } = useLocation();
  if (!user) {
    if (leaving) return <Navigate to="/" replace />;
    const state: CameFrom = { from: pathname + search };
    return <Navigate to="/LogIn" state={state} replace />;
  }
  if (profiles && !profiles.includes(user.profileId)) {
    const state: ForbiddenPage = { forbiddenPath: pathname };
    return <Navigate to="/UserHome" state={state} replace />;
  }
  return <LoadingPage>{children}</LoadingPage>;
}

/**
 * Shows loading squares while the page's code loads, with a heading for screen readers. Says so if the server does not
 * answer; the page opens by itself later.
 */
export function LoadingPage({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Squares />}>{children}</Suspense>;
}

function Squares() {
  const isWaiting = useCodeWait((state) => state.isWaiting);
  return (
    <>
      <h1 className="unseen">SCAF</h1>
      {isWaiting && (
        <Notice kind="warning" title="Sin conexión con el servidor.">
          <p>Esta página se abre sola cuando vuelva la conexión; no necesita hacer nada.</p>
        </Notice>
      )}
      <Loading page />
    </>
  );
}
