import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './assemblies.module.css';
import type { VoteResult } from './cast-votes.ts';
import { texts } from './texts.ts';
import type { Voting } from './use-vote.ts';

/** Long enough to see that it is done and find one's receipt. */
const REDIRECT_MS = 8_000;

type Phase<P> = Extract<Voting, { phase: P }>;

/** The votes are on their way. A bad network is waited for calmly. */
export function VoteSending({ voting }: { voting: Phase<'sending'> }) {
  return (
    <Stack>
      <Progress
        label="Enviando su voto"
        share={voting.total > 1 ? voting.done / voting.total : undefined}
        valueLabel={voting.total > 1 ? `${voting.done} de ${voting.total}` : ''}
      />
      {voting.isRetrying && (
        <Notice title="La conexión está lenta.">
          <p>Seguimos enviando su voto. No cierre esta página; su voto se cuenta una sola vez.</p>
        </Notice>
      )}
    </Stack>
  );
}

/** No answer in all that time: told plainly, with the way to go on. */
export function VoteStuck({ voting, onRetry }: { voting: Phase<'stuck'>; onRetry: () => void }) {
  return (
    <Stack>
      <Notice kind="error" title={texts.voteFailed}>
        <p>
          {voting.done > 0
            ? `Se confirmaron ${voting.done} de ${voting.total} votos; los demás no tuvieron respuesta.`
            : 'El servidor no respondió.'}{' '}
          Al reintentar, un voto que ya hubiera llegado no se cuenta dos veces.
        </p>
      </Notice>
      <div>
        <Button onPress={onRetry} size="large" autoFocus>
          Reintentar
        </Button>
      </div>
    </Stack>
  );
}

/** Votes counted: thanks, receipts, and back to the assembly. All voted before: the alert, and back at once. */
export function VoteFinished({ results }: { results: readonly VoteResult[] }) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [stays, setStays] = useState(false);
  const voted = results.flatMap((result) => (result.kind === 'voted' ? [result] : []));
  const hasVoted = voted.length > 0;

  const isTold = useRef(false);

  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    if (!hasVoted) {
      toast.error(texts.voteOnce);
      void navigate('/LaunchPage', { replace: true });
      return;
    }
    toast.success(texts.voted);
    // The button that was pressed is gone, and the focus with it.
    heading.current?.focus();
  }, [hasVoted, navigate]);
  useEffect(() => {
    if (!hasVoted || stays) return;
    const timer = setTimeout(() => void navigate('/LaunchPage', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [hasVoted, stays, navigate]);

  if (!hasVoted) return null;
  return (
    <Stack>
      <h2 ref={heading} tabIndex={-1} className={styles.thanks}>
        {texts.thanks}
      </h2>
      <NotVoted results={results} />
      {!stays && <p className={styles.soft}>En unos segundos volverá a la página de la asamblea.</p>}
      <Stack row>
        <Button onPress={() => void navigate('/LaunchPage', { replace: true })}>Volver a la asamblea</Button>
        {!stays && (
          <Button variant="secondary" onPress={() => setStays(true)}>
            Quedarme en esta página
          </Button>
        )}
      </Stack>
      <section aria-label="Comprobantes de voto">
        <p>{voted.length === 1 ? 'Comprobante de voto:' : 'Comprobantes de voto:'}</p>
        <ul className={styles.list}>
          {voted.map((result) => (
            <li key={result.apartmentId}>
              {result.apartmentId}: <span className={styles.receipt}>{result.receipt}</span>
            </li>
          ))}
        </ul>
      </section>
    </Stack>
  );
}

function NotVoted({ results }: { results: readonly VoteResult[] }) {
  const others = results.filter((result) => result.kind === 'already' || result.kind === 'refused');
  if (others.length === 0) return null;
  return (
    <Notice kind="warning" title="Sin voto nuevo">
      <ul className={styles.list}>
        {others.map((result) => (
          <li key={result.apartmentId}>
            {result.apartmentId}: {result.kind === 'refused' ? result.message : texts.voteOnce}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
