import { type ReactNode, useCallback, useRef, useState } from 'react';
import { endedWords } from '../../../../shared/assemblies/assembly-words.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { codeNotEnabled } from '../../../../shared/said-errors.ts';
import { messageOf } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.store.ts';
import { signInWithCode } from '../../../lib/session.ts';
import { Button, ButtonLink, Notice, Page, Stack } from '../../../ui/page.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/query-view.tsx';
import { type CodeLink, dropEntryLink, useEntryLink } from './entry-link.ts';
import { NoNetwork, SomebodyElse } from './entry-states.tsx';
import type { KeptVotes } from './qr-kept.tsx';
import { QrVote } from './qr-vote.tsx';
import { useOpening } from './use-opening.ts';
import { useTakenAddress } from './use-taken-address.ts';

const notEnabled = codeNotEnabled[1];

/** '/VoteQR/:username': opens the session of a code, then votes with it until it ends. */
export default function VoteQrPage() {
  useTakenAddress();
  const link = useEntryLink();
  const isQr = useSession((state) => state.user?.profileId === Profile.qr);
  const [isRefused, setRefused] = useState(false);
  const isOver = useSession((state) => state.endedWithAssembly);
  const wasQr = useRef(false);
  const kept = useRef(new Map<number, KeptVotes>());
  const keep = useCallback((votes: KeptVotes) => void kept.current.set(votes.jointId, votes), []);
  if (isQr) wasQr.current = true;
  if (link?.kind === 'code') {
    kept.current.clear();
    return <OpeningCode key={link.code} link={link} onRefused={() => setRefused(true)} />;
  }
  if (isRefused) return <NotEnabled onBack={() => setRefused(false)} />;
  if (isQr) return <QrVote onKnow={keep} />;
  if (isOver) {
    return (
      <Plain>
        <QrOver kept={[...kept.current.values()]} />
      </Plain>
    );
  }
  return (
    <Plain>
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
    </Plain>
  );
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <Page title="Votación" width="narrow">
      {children}
    </Page>
  );
}

/** The code is exchanged for a session. Another code's session gives way; a person's only when they say so. */
function OpeningCode({ link: { code }, onRefused }: { link: CodeLink; onRefused: () => void }) {
  const user = useSession((state) => state.user);
  const [isAgreed, setAgreed] = useState(false);
  const mayOpen = !user || user.profileId === Profile.qr || isAgreed;
  const signIn = useCallback(() => signInWithCode(code).then(dropEntryLink), [code]);
  const { isWaiting, limit, again } = useOpening(mayOpen ? signIn : null, onRefused);

  if (user && !mayOpen) {
    return (
      <Plain>
        <SomebodyElse
          name={user.name}
          yes="Cerrar esa sesión y votar con el código QR"
          onYes={() => setAgreed(true)}
        >
          <p>Para votar con el código QR hay que cerrarla.</p>
        </SomebodyElse>
      </Plain>
    );
  }
  if (limit !== null) {
    return (
      <Plain>
        <ErrorState
          message={`${messageOf(limit).replace(/\.$/, '')}, o acérquese a la mesa de registro.`}
          onRetry={again}
        />
      </Plain>
    );
  }
  return <Plain>{isWaiting ? <NoNetwork /> : <Loading page />}</Plain>;
}

/** One answer, whatever the reason: it tells nobody which codes there are. */
function NotEnabled({ onBack }: { onBack: () => void }) {
  const user = useSession((state) => state.user);
  return (
    <Plain>
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
    </Plain>
  );
}

/** The assembly ended, and the code's session with it: said first, and what was voted here stays to be read. */
function QrOver({ kept }: { kept: readonly KeptVotes[] }) {
  const closedAt = kept.find((one) => one.closedAt !== null)?.closedAt ?? null;
  const voted = kept.filter((one) => one.questions.length > 0);
  return (
    <Stack>
      <Notice title={closedAt === null ? 'La asamblea terminó.' : endedWords(closedAt)}>
        <p>La votación con este código terminó. No necesita hacer nada más.</p>
      </Notice>
      {voted.length > 0 && <h2>Lo que usted votó</h2>}
      {voted.map((place) => (
        <section key={place.jointId} aria-label={place.name === '' ? 'Lo que usted votó' : place.name}>
          <Stack>
            {kept.length > 1 && <h3>{place.name}</h3>}
            {place.questions.map(({ conceptId, name, question, words }) => (
              <div key={conceptId}>
                <p>
                  <strong>{name}</strong>: {question}
                </p>
                <p>{words}</p>
                {place.receipts
                  .filter((one) => one.conceptId === conceptId)
                  .map(({ apartmentId, receipt }) => (
                    <p key={apartmentId}>
                      Comprobante de {apartmentId}: <strong>{receipt}</strong>
                    </p>
                  ))}
              </div>
            ))}
          </Stack>
        </section>
      ))}
      {voted.length > 0 && (
        <p>
          Si desea conservarlo, tome una foto de esta pantalla: al cerrarla ya no se puede volver a ver aquí.
        </p>
      )}
    </Stack>
  );
}
