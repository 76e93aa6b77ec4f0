import { type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
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
 * redirects to the welcome page. The server checks every call; the guard only avoids dead ends.
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
  if (profiles && !profiles.includes(user.profileId)) return <Navigate to="/UserHome" replace />;
  return <LoadingPage>{children}</LoadingPage>;
}

/** Shows loading squares while the page's code loads, with a heading for screen readers. */
export function LoadingPage({ children }: { children: ReactNode }) {
  const squares = (
    <>
      <h1 className="unseen">SCAF</h1>
      <Loading page />
    </>
  );
  return <Suspense fallback={squares}>{children}</Suspense>;
}
