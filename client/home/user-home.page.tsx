import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { patientCode } from '../lib/patient-code.ts';
import { type ForbiddenPage, type SessionUser, useSession } from '../lib/session.store.ts';
import { Notice, Page } from '../ui/page.tsx';
import { Loading } from '../ui/query-view.tsx';
import { AccountLinks } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';

// Lazy by profile: an owner's phone needs no chart.
const homes: Partial<Record<Profile, ComponentType>> = {
  [Profile.full]: lazy(patientCode(() => import('./staff.home.tsx'))),
  [Profile.admin]: lazy(patientCode(() => import('./admin.home.tsx'))),
  [Profile.owner]: lazy(patientCode(() => import('./owner.home.tsx'))),
  [Profile.operator]: lazy(patientCode(() => import('./operator.home.tsx'))),
  [Profile.events]: lazy(patientCode(() => import('./events.home.tsx'))),
};

/** Page '/UserHome': welcome and current tasks for the profile of the user. */
export default function UserHomePage() {
  const user = useSession((state) => state.user);
  // A QR session has no name to greet and comes to vote.
  if (user?.profileId === Profile.qr) return <Navigate to="/VoteQR" replace />;
  return user && <Welcome user={user} />;
}

function Welcome({ user: { name, profileId } }: { user: SessionUser }) {
  const Home = homes[profileId];
  const { forbiddenPath } = (useLocation().state as ForbiddenPage | null) ?? {};
  return (
    <Page title={`Bienvenido a SCAF, ${name}.`}>
      {forbiddenPath && (
        <Notice kind="warning" title={`No tiene permiso para abrir la página «${forbiddenPath}».`}>
          <p>Si la necesita, pídala a quien administra SCAF.</p>
        </Notice>
      )}
      <Suspense fallback={<Loading page />}>
        {Home ? (
          <Home />
        ) : (
          <>
            <ConcernCards profile={profileId} />
            <AccountLinks />
          </>
        )}
      </Suspense>
    </Page>
  );
}
