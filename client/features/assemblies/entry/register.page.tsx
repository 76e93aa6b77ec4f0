import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { invalidCredentials } from '../../../../shared/said-errors.ts';
import { hasCode, messageOf } from '../../../lib/api.ts';
import { type SessionUser, useSession } from '../../../lib/session.store.ts';
import { signIn } from '../../../lib/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page, Stack } from '../../../ui/page.tsx';
import { keepLinkMeeting } from '../meeting.store.ts';
import { type AccessLink, dropEntryLink, useEntryLink } from './entry-link.ts';
import { NoNetwork, SomebodyElse } from './entry-states.tsx';
import { RegisterWelcome } from './register-welcome.tsx';
import { useOpening } from './use-opening.ts';
import { useTakenAddress } from './use-taken-address.ts';
import { welcomeTo } from './welcome-words.ts';

/** '/Register/...': signs in with what the invitation's link brought, then welcomes to the assembly. */
export default function RegisterPage() {
  useTakenAddress();
  const { jointId: given = '' } = useParams();
  const link = useEntryLink();
  const user = useSession((state) => state.user);
  const isOver = useSession((state) => state.endedWithAssembly);
  const [isRefused, setRefused] = useState(false);
  // As the link has it, until the server's own is here.
  const [said] = useState(link?.kind === 'access' ? link.jointName : '');
  const refuse = useCallback(() => setRefused(true), []);
  const jointId = /^[1-9]\d{0,9}$/.test(given) ? Number(given) : null;
  if (link?.kind === 'access') return <OpeningLink link={link} onRefused={refuse} />;
  if (isRefused || jointId === null) return <Refused message={invalidCredentials[1]} jointId={jointId} />;
  if (user) return <RegisterWelcome key={jointId} jointId={jointId} jointName={said} />;
  if (isOver) return <Over jointId={jointId} />;
  return <Refused message="Su sesión terminó." jointId={jointId} />;
}

/** A link's session ends with its assembly: what was voted is there for who signs in. */
function Over({ jointId }: { jointId: number }) {
  const navigate = useNavigate();
  return (
    <Plain>
      <Stack>
        <Notice title="La asamblea terminó.">
          <p>
            El enlace de la invitación servía hasta entonces. Para ver los resultados, sus votos y sus
            comprobantes, ingrese con su usuario y contraseña.
          </p>
        </Notice>
        <Button
          size="large"
          wide
          onPress={() => void navigate('/LogIn', { state: { from: `/Register/${jointId}` } })}
        >
          Iniciar Sesión
        </Button>
      </Stack>
    </Plain>
  );
}

function Plain({ title = 'Asamblea', children }: { title?: string; children: ReactNode }) {
  return (
    <Page title={title} width="narrow">
      {children}
    </Page>
  );
}

/** The same person: user names are typed, and their case does not matter. */
const isOf = (user: SessionUser, link: AccessLink): boolean =>
  user.username.toLowerCase() === link.username.toLowerCase();

function OpeningLink({ link, onRefused }: { link: AccessLink; onRefused: () => void }) {
  const user = useSession((state) => state.user);
  const [isAgreed, setAgreed] = useState(false);
  const mayOpen = !user || isOf(user, link) || isAgreed;
  const open = useCallback(async () => {
    await signIn(link.username, link.password);
    keepLinkMeeting(Number(link.jointId), link.meeting);
    dropEntryLink();
  }, [link]);
  const { isWaiting, refusal, again } = useOpening(mayOpen ? open : null);
  const isLimited = hasCode(refusal, 'tooManyAttempts');
  const isRefused = refusal !== null && !isLimited;
  useEffect(() => {
    if (!isRefused) return;
    onRefused();
    dropEntryLink();
  }, [isRefused, onRefused]);

  if (user && !mayOpen) {
    return (
      <Plain>
        <SomebodyElse
          name={user.name}
          yes="Cerrar esa sesión y entrar con el enlace"
          onYes={() => setAgreed(true)}
        >
          <p>El enlace de la invitación es de otra persona. Para entrar con él hay que cerrar esa sesión.</p>
        </SomebodyElse>
      </Plain>
    );
  }
  if (isLimited) {
    return (
      <Plain>
        <ErrorState message={messageOf(refusal)} onRetry={again} />
      </Plain>
    );
  }
  return <Plain title={welcomeTo(link.jointName)}>{isWaiting ? <NoNetwork /> : <Loading page />}</Plain>;
}

/** One answer for a link that is wrong, used up, revoked or late; and the two ways that remain. */
function Refused({ message, jointId }: { message: string; jointId: number | null }) {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const from = jointId === null ? '/UserHome' : `/Register/${jointId}`;
  return (
    <Plain>
      <Stack>
        <Notice kind="error" title={message}>
          <p>Solicite un enlace nuevo a la administración, o ingrese con su usuario y contraseña.</p>
        </Notice>
        {user ? (
          <ButtonLink to="/UserHome" size="large" wide variant="secondary">
            Seguir como {user.name}
          </ButtonLink>
        ) : (
          <Button size="large" wide onPress={() => void navigate('/LogIn', { state: { from } })}>
            Iniciar Sesión
          </Button>
        )}
      </Stack>
    </Plain>
  );
}
