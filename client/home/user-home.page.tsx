import { Suspense } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Profile } from '../../shared/profiles.ts';
import { OwedNowCard, OwnSheetsCard } from '../features/billing/index.ts';
import { type SessionUser, useSession } from '../lib/session.store.ts';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { concernsOf } from './concerns.ts';
import { MyJoints } from './my-joints.tsx';
import styles from './user-home.module.css';
import { WaitingDraftLines } from './waiting-drafts.tsx';

const withJoints: readonly Profile[] = [Profile.admin, Profile.owner, Profile.operator];

/** '/UserHome': the welcome, and what concerns the profile now. */
export default function UserHomePage() {
  const user = useSession((state) => state.user);
  // A code has no name to be greeted by: it is here to vote.
  if (user?.profileId === Profile.qr) return <Navigate to="/VoteQR" replace />;
  return user && <Welcome user={user} />;
}

function Welcome({ user }: { user: SessionUser }) {
  const concerns = concernsOf(user.profileId);
  return (
    <Page title={`Bienvenido a SCAF, ${user.name}.`}>
      {user.profileId === Profile.admin && (
        <Suspense fallback={<Loading />}>
          <OwnSheetsCard />
        </Suspense>
      )}
      {concerns.length > 0 && (
        <ul className={styles.cards}>
          {concerns.map((concern) => (
            <li key={concern.to}>
              <Link to={concern.to} className={styles.card}>
                <span className={styles.cardTitle}>{concern.title}</span>
                <span className={styles.cardText}>{concern.text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {user.profileId === Profile.full && <WaitingDraftLines />}
      <Suspense fallback={<Loading />}>{user.profileId === Profile.owner && <OwedNowCard />}</Suspense>
      {withJoints.includes(user.profileId) && <MyJoints user={user} />}
      <p>
        <Link to="/Password">Cambiar contraseña</Link> · <Link to="/Sessions">Mis sesiones</Link>
      </p>
    </Page>
  );
}
