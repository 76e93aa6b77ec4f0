import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { isWorthResending } from '../../../lib/resend.ts';
import { useSession } from '../../../lib/session.store.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page, Stack } from '../../../ui/page.tsx';
import { AssemblyOver, endOf } from '../assembly-over.tsx';
import { JointLiveLine } from '../joint-live-line.tsx';
import { LaunchRegister } from '../launch/launch-register.tsx';
import { LiveGate } from '../live-gate.tsx';
import { useOwnUnits, useOwnUnitsFollow } from '../own-units.ts';
import { LAUNCH_POLL_MS, QUORUM_POLL_MS } from '../poll-times.ts';
import { assemblyTexts } from '../texts.ts';
import { groupUnits, unitsOfGroup } from '../units/unit-groups.ts';
import { useAssemblyJoints } from '../use-assembly-joints.ts';
import { NoNetwork } from './entry-states.tsx';
import { welcomeTo } from './welcome-words.ts';

const holders: readonly Profile[] = [Profile.owner, Profile.qr];

/** The welcome to one joint's assembly, whichever joint is chosen elsewhere; who is registered goes on. */
export function RegisterWelcome({ jointId, jointName }: { jointId: number; jointName: string }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const joint = useQuery({
    queryKey: ['joint-name', jointId],
    queryFn: ({ signal }) => call(getJoint, { params: { jointId }, signal }),
    staleTime: LAUNCH_POLL_MS,
  });
  const isHolder = useSession((state) => state.user !== null && holders.includes(state.user.profileId));
  // Whoever runs assemblies, or has no joint here, has their own page to begin with.
  if (!isHolder) return <Navigate to="/UserHome" replace />;
  return (
    <Page
      title={welcomeTo(joint.data?.jointName ?? jointName)}
      width="narrow"
      actions={<JointLiveLine live={live} />}
    >
      <LiveGate jointId={jointId} live={live}>
        {(state) => <Registering jointId={jointId} joint={state} />}
      </LiveGate>
    </Page>
  );
}

function Registering({ jointId, joint }: { jointId: number; joint: LiveJoint }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useOwnUnitsFollow(live);
  const own = useOwnUnits();
  const joints = useAssemblyJoints();
  const { isError, refetch } = own;
  useEffect(() => {
    if (!isError) return;
    const timer = setInterval(() => void refetch(), QUORUM_POLL_MS);
    return () => clearInterval(timer);
  }, [isError, refetch]);

  if (own.isPending || joints.isPending) return <Loading />;
  if (!own.data) {
    return isWorthResending(own.error) ? (
      <NoNetwork />
    ) : (
      <ErrorState message={assemblyTexts.noInformation} onRetry={() => void refetch()} />
    );
  }
  const group = groupUnits(own.data, joints.data ?? []).find((one) => one.jointId === jointId);
  const units = group ? unitsOfGroup(group) : [];
  if (units.length === 0) return <EmptyState message={assemblyTexts.noOwnUnits} />;
  const closedAt = endOf(joint);
  if (closedAt !== null) {
    return (
      <Stack>
        <AssemblyOver closedAt={closedAt} />
        <ToAssembly>Ver mis votos y comprobantes</ToAssembly>
      </Stack>
    );
  }
  const free = units.filter((unit) => unit.userId === null);
  if (free.length === 0) return <Navigate to="/LaunchPage" replace />;
  const isActive = joint.concepts.some((one) => one.conceptId === ATTENDANCE && one.active === 1);
  return (
    <Stack>
      <LaunchRegister jointId={jointId} joint={joint} free={free} />
      {!isActive && (
        <>
          <p>Cuando se active, podrá registrarse aquí; no necesita actualizar la página.</p>
          <p>
            <Link to="/Tutorials">Ver tutoriales</Link>
          </p>
        </>
      )}
      {free.length < units.length && <ToAssembly />}
    </Stack>
  );
}

function ToAssembly({ children = 'Entrar a la asamblea' }: { children?: string }) {
  return (
    <ButtonLink to="/LaunchPage" variant="secondary" size="large" wide>
      {children}
    </ButtonLink>
  );
}
