import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import type { Right } from '../../shared/rights.ts';
import { patientCode, useCodeWait } from '../lib/patient-code.ts';
import { type ForbiddenPage, useSession } from '../lib/session.store.ts';
import { Notice } from '../ui/page.tsx';
import { Loading } from '../ui/query-view.tsx';

/** State passed to the sign-in page: the address to return to after the sign-in. */
export interface CameFrom {
  from?: string;
}

interface Props {
  /** Profiles with access to the page. Default: every signed-in user. */
  profiles?: readonly Profile[] | undefined;
  /** Right of administrators for the page, in the joints with the right. */
  right?: Right | undefined;
  children: ReactNode;
}

const ByRight = lazy(patientCode(() => import('./by-right.tsx')));

/**
 * Shows a page only to signed-in users with an allowed profile. Without a session: goes to the sign-in
 * page, and back after the sign-in. An administrator needs the right of the page, if any. With another profile: goes to
 * the welcome page, with a notice. The server checks every call anyway.
 */
export function Guard({ profiles, right, children }: Props) {
  const user = useSession((state) => state.user);
  const leaving = useSession((state) => state.leaving);
  const { pathname, search } = useLocation();
  if (!user) {
    if (leaving) return <Navigate to="/" replace />;
    const state: CameFrom = { from: pathname + search };
    return <Navigate to="/LogIn" state={state} replace />;
  }
  if (profiles && !profiles.includes(user.profileId)) {
    if (right !== undefined && user.profileId === Profile.admin) {
      return (
        <LoadingPage>
          <ByRight right={right}>{children}</ByRight>
        </LoadingPage>
      );
    }
    const state: ForbiddenPage = { forbiddenPath: pathname };
    return <Navigate to="/UserHome" state={state} replace />;
  }
  return <LoadingPage>{children}</LoadingPage>;
}

/**
 * Shown while the code of a page loads: loading animation, and a heading for screen readers. If the server
 * does not answer, tells so; the page opens later without a reload.
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
