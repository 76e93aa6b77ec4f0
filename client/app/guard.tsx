import { type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Profile } from '../../shared/profiles.ts';
import { useSession } from '../lib/session.store.ts';
import { Loading } from '../ui/query-view.tsx';

/** Where the sign-in page goes back to. */
export interface CameFrom {
  from?: string;
}

interface Props {
  /** Who may open the page; left out: whoever is signed in. */
  profiles?: readonly Profile[];
  children: ReactNode;
}

/**
 * Lets in who may open the page. Without a session: to the sign-in page, and back after it. With another
 * profile: to the welcome page. The server checks every call by itself; this only spares a dead end.
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
  return <Waiting>{children}</Waiting>;
}

/** The nine squares, until the page's code is here. Not a page without a heading meanwhile, to who listens. */
export function Waiting({ children }: { children: ReactNode }) {
  const squares = (
    <>
      <h1 className="unseen">SCAF</h1>
      <Loading page />
    </>
  );
  return <Suspense fallback={squares}>{children}</Suspense>;
}
