import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Profile } from '../../../../shared/profiles.ts';
import { codeNotEnabled } from '../../../../shared/said-errors.ts';
import { messageOf } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.store.ts';
import { Button, ButtonLink, Notice, Page, Stack } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/query-view.tsx';
import { openingOf } from './ask-early.ts';
import { type CodeLink, useEntryLink } from './link.ts';
import { QrVote } from './qr-vote.tsx';
import { NoNetwork, SomebodyElse } from './states.tsx';
import { useOpening } from './use-opening.ts';
import { useTakenAddress } from './use-taken-address.ts';

const notEnabled = codeNotEnabled[1];

/**
 * Page '/VoteQR/:username', opened by the QR of a card or badge: signs in with the code, then shows questions to
 * vote on until the session ends.
 */
export default function VoteQrPage() {
  useTakenAddress();
  const link = useEntryLink();
  const isQr = useSession((state) => state.user?.profileId === Profile.qr);
  const [isRefused, setRefused] = useState(false);
  const isOver = useSession((state) => state.endedWithAssembly);
  const wasQr = useRef(false);
  if (isQr) wasQr.current = true;
  if (link?.kind === 'code')
    return <OpeningCode key={link.code} link={link} onRefused={() => setRefused(true)} />;
  if (isRefused) return <NotEnabled onBack={() => setRefused(false)} />;
  if (isQr) return <QrVote />;
  if (isOver) {
    return (
      <MessageCard>
        <Notice title="La asamblea terminó.">
          <p>La votación con este código terminó. No necesita hacer nada más.</p>
        </Notice>
      </MessageCard>
    );
  }
  return (
    <MessageCard>
      {wasQr.current ? (
        <div role="status">
          <EmptyState message={notEnabled}>
            <p>
              La votación con este código terminó. Si cree que es un error, escanee de nuevo el código o
              acérquese a la mesa de registro.
            </p>
          </EmptyState>
        </div>
      ) : (
        <EmptyState message="Para votar, escanee con la cámara de su teléfono el código QR de su escarapela o tarjeta." />
      )}
    </MessageCard>
  );
}

function MessageCard({ children }: { children: ReactNode }) {
  return (
    <Page title="Votación" width="narrow">
      {children}
    </Page>
  );
}

/**
 * Signs in with an attendance code. Replaces the session of another code; asks before replacing the session of a
 * user with password.
 */
function OpeningCode({ link: { code }, onRefused }: { link: CodeLink; onRefused: () => void }) {
  const user = useSession((state) => state.user);
  const [isAgreed, setAgreed] = useState(false);
  const mayOpen = !user || user.profileId === Profile.qr || isAgreed;
  const signIn = useCallback(() => openingOf(code), [code]);
  const { isWaiting, limit, again } = useOpening(mayOpen ? signIn : null, onRefused);

  if (user && !mayOpen) {
    return (
      <MessageCard>
        <SomebodyElse
          name={user.name}
          yes="Cerrar esa sesión y votar con el código QR"
          onYes={() => setAgreed(true)}
        >
          <p>Para votar con el código QR hay que cerrarla.</p>
        </SomebodyElse>
      </MessageCard>
    );
  }
  if (limit !== null) {
    return (
      <MessageCard>
        <ErrorState
          message={`${messageOf(limit).replace(/\.$/, '')}, o acérquese a la mesa de registro.`}
          onRetry={again}
        />
      </MessageCard>
    );
  }
  return <MessageCard>{isWaiting ? <NoNetwork /> : <Loading page />}</MessageCard>;
}

/** Message for a refused code, equal for every reason, so the page does not reveal valid codes. */
function NotEnabled({ onBack }: { onBack: () => void }) {
  const user = useSession((state) => state.user);
  return (
    <MessageCard>
      <Stack>
        <ErrorState message={notEnabled} />
        {user?.profileId === Profile.qr && (
          <Button size="large" wide variant="secondary" onPress={onBack}>
            Volver a la votación
          </Button>
        )}
        {user && user.profileId !== Profile.qr && (
          <ButtonLink to="/UserHome" size="large" wide variant="secondary">
            Seguir como {user.name}
          </ButtonLink>
        )}
      </Stack>
    </MessageCard>
  );
}
