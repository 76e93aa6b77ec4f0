import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { assemblyName, calledFor, endedWords, modeNames } from '../../../../shared/assemblies/words.ts';
import { sentence } from '../../../../shared/format.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { invalidCredentials } from '../../../../shared/said-errors.ts';
import { hasCode, messageOf } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { queryOf } from '../../../lib/query.ts';
import { isWorthResending } from '../../../lib/resend.ts';
import { type SessionUser, useSession } from '../../../lib/session.store.ts';
import { signIn } from '../../../lib/session.ts';
import { every } from '../../../lib/time/later.ts';
import { Button, ButtonLink, Notice, Page, Stack } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/query-view.tsx';
import { LAUNCH_POLL_MS, QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { keepLinkMeeting } from '../launch/meeting.store.ts';
import { LaunchRegister } from '../launch/register.tsx';
import { AssemblyOver, endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { LiveGate } from '../live/gate.tsx';
import { useOwnUnits, useOwnUnitsFollow } from '../properties/own-units.ts';
import { useAssemblyJoints } from '../properties/use-assembly-joints.ts';
import { groupUnits, unitsOfGroup } from '../units/groups.ts';
import { type AccessLink, dropEntryLink, useEntryLink } from './link.ts';
import { NoNetwork, SomebodyElse } from './states.tsx';
import { useOpening } from './use-opening.ts';
import { useTakenAddress } from './use-taken-address.ts';

/**
 * Page '/Register/...', opened by the link of an invitation: signs the owner in, then shows the welcome page of the
 * assembly.
 */
export default function RegisterPage() {
  useTakenAddress();
  const { jointId: jointParam = '' } = useParams();
  const link = useEntryLink();
  const user = useSession((state) => state.user);
  const isOver = useSession((state) => state.endedWithAssembly);
  const [refusal, setRefusal] = useState<unknown>(null);
  // Name in the link, until the name from the server arrives.
  const [linkedName] = useState(link?.kind === 'access' ? link.jointName : '');
  const jointId = /^[1-9]\d{0,9}$/.test(jointParam) ? Number(jointParam) : null;
  if (link?.kind === 'access') return <OpeningLink link={link} onRefused={setRefusal} />;
  if (jointId !== null && hasCode(refusal, 'accessEnded'))
    return <Over jointId={jointId} endedAt={Object(refusal.details).endedAt ?? null} />;
  if (refusal !== null || jointId === null)
    return <Refused message={invalidCredentials[1]} jointId={jointId} />;
  if (user) return <RegisterWelcome key={jointId} jointId={jointId} jointName={linkedName} />;
  if (isOver) return <Over jointId={jointId} endedAt={null} />;
  return <Refused message="Su sesión terminó." jointId={jointId} />;
}

/**
 * Message after the assembly for the owner of a sign-in link: own votes are available after a sign-in with
 * password.
 */
function Over({ jointId, endedAt }: { jointId: number; endedAt: string | null }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  return (
    <MessagePage>
      <Stack>
        <Notice title={endedAt === null ? 'La asamblea terminó.' : endedWords(endedAt)}>
          <p>
            El enlace de la invitación servía hasta entonces. Para ver los resultados, sus votos y sus
            comprobantes, ingrese con su usuario y contraseña. Si no los tiene, pídalos a la administración.
          </p>
        </Notice>
        {user ? (
          <StayAs user={user} />
        ) : (
          <Button
            size="large"
            wide
            onPress={() => void navigate('/LogIn', { state: { from: `/Register/${jointId}` } })}
          >
            Iniciar Sesión
          </Button>
        )}
      </Stack>
    </MessagePage>
  );
}

const StayAs = ({ user }: { user: SessionUser }) => (
  <ButtonLink to="/UserHome" size="large" wide variant="secondary">
    Seguir como {user.name}
  </ButtonLink>
);

function MessagePage({ title = 'Asamblea', children }: { title?: string; children: ReactNode }) {
  return (
    <Page title={title} width="narrow">
      {children}
    </Page>
  );
}

/** True if the signed-in user is the user of the link. Ignores case, since user names are typed. */
const isOf = (user: SessionUser, link: AccessLink): boolean =>
  user.username.toLowerCase() === link.username.toLowerCase();

function OpeningLink({ link, onRefused }: { link: AccessLink; onRefused: (error: unknown) => void }) {
  const user = useSession((state) => state.user);
  const [isAgreed, setAgreed] = useState(false);
  const mayOpen = !user || isOf(user, link) || isAgreed;
  const open = useCallback(async () => {
    await signIn(link.username, link.password);
    keepLinkMeeting(Number(link.jointId), link.meeting);
    dropEntryLink();
  }, [link]);
  const { isWaiting, limit, again } = useOpening(mayOpen ? open : null, onRefused);

  if (user && !mayOpen) {
    return (
      <MessagePage>
        <SomebodyElse
          name={user.name}
          yes="Cerrar esa sesión y entrar con el enlace"
          onYes={() => setAgreed(true)}
        >
          <p>El enlace de la invitación es de otra persona. Para entrar con él hay que cerrar esa sesión.</p>
        </SomebodyElse>
      </MessagePage>
    );
  }
  if (limit !== null) {
    return (
      <MessagePage>
        <ErrorState message={messageOf(limit)} onRetry={again} />
      </MessagePage>
    );
  }
  return (
    <MessagePage title={welcomeTo(link.jointName)}>
      {isWaiting ? <NoNetwork /> : <Loading page />}
    </MessagePage>
  );
}

/**
 * Message for a wrong, used, revoked or expired link, with two other ways to enter. Gives no reason, on purpose.
 */
function Refused({ message, jointId }: { message: string; jointId: number | null }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const from = jointId === null ? '/UserHome' : `/Register/${jointId}`;
  return (
    <MessagePage>
      <Stack>
        <Notice kind="error" title={message}>
          <p>Solicite un enlace nuevo a la administración, o ingrese con su usuario y contraseña.</p>
        </Notice>
        {user ? (
          <StayAs user={user} />
        ) : (
          <Button size="large" wide onPress={() => void navigate('/LogIn', { state: { from } })}>
            Iniciar Sesión
          </Button>
        )}
      </Stack>
    </MessagePage>
  );
}

const holders: readonly Profile[] = [Profile.owner, Profile.qr];

/**
 * Welcome page of an assembly for an owner at home, for the joint of the link. Redirects owners with registered
 * units.
 */
function RegisterWelcome({ jointId, jointName }: { jointId: number; jointName: string }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const joint = useQuery({
    ...queryOf(['joint-name', jointId], getJoint, { params: { jointId } }),
    staleTime: LAUNCH_POLL_MS,
  });
  const isHolder = useSession((state) => state.user !== null && holders.includes(state.user.profileId));
  // Operators, and users without a joint here, start at their own page.
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
    return every(() => void refetch(), QUORUM_POLL_MS);
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
      {joint.assembly && <Called assembly={joint.assembly} />}
      <LaunchRegister jointId={jointId} joint={joint} free={free} />
      {!isActive && (
        <>
          <p>Cuando se active, podrá registrarse aquí; no necesita actualizar la página.</p>
          <p>
            <Link to="/Tutorials">Ver tutoriales</Link>
          </p>
          <p>
            <Link to={`/PoliticaDeDatos/${jointId}`}>Política de tratamiento de datos</Link>
          </p>
        </>
      )}
      {free.length < units.length ? (
        <ToAssembly />
      ) : (
        joint.assembly?.openedAt === null && <ToAssembly>Leer los documentos o dar un poder</ToAssembly>
      )}
      {joint.assembly?.agenda && <Agenda text={joint.assembly.agenda} />}
    </Stack>
  );
}

/** Kind, mode, day, hour and place of the assembly, as in the notice. */
const Called = ({ assembly }: { assembly: NonNullable<LiveJoint['assembly']> }) => (
  <div className="stack-1">
    <p className="bold">
      {assemblyName(assembly)} · {modeNames[assembly.mode]}
    </p>
    {calledFor(assembly).map((line) => (
      <p key={line} className="anywhere">
        {line}
      </p>
    ))}
  </div>
);

/** Points of the agenda, below the registration: a long agenda pushes no button. */
const Agenda = ({ text }: { text: string }) => (
  <section className="stack-2">
    <h2>Orden del día</h2>
    <ul className="stack-1 plain anywhere">
      {text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
    </ul>
  </section>
);

function ToAssembly({ children = 'Entrar a la asamblea' }: { children?: string }) {
  return (
    <ButtonLink to="/LaunchPage" variant="secondary" size="large" wide>
      {children}
    </ButtonLink>
  );
}

/** Welcome sentence of the specification with the joint's name. Omits an unknown name. */
function welcomeTo(jointName: string): string {
  const name = jointName.trim();
  return name === ''
    ? 'Bienvenido a la asamblea de copropietarios.'
    : sentence(`Bienvenido a la asamblea de copropietarios de ${name}`);
}
