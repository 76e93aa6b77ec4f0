import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { assemblyTexts } from '../texts.ts';
import type { Voting } from './use-vote.ts';

type Phase<P> = Extract<Voting, { phase: P }>;

/** So long without another confirmation is worth a word: a request on a dead network says nothing for 30 s. */
const LATE_MS = 5_000;

/** The votes are on their way. A bad network is waited for calmly. */
export function VoteSending({ voting: { choice, done, isRetrying } }: { voting: Phase<'sending'> }) {
  const total = choice.ballots.length;
  const isLate = useLate(done);
  return (
    <Stack>
      <Progress
        label={total > 1 ? 'Enviando sus votos' : 'Enviando su voto'}
        share={total > 1 ? done / total : undefined}
        valueLabel={total > 1 ? `${done} de ${total} confirmados` : ''}
      />
      {(isRetrying || isLate) && (
        <Notice title="La conexión está lenta.">
          <p>
            Seguimos enviando su voto; no necesita hacer nada. Cada voto se cuenta una sola vez, y lo que ya
            se confirmó no se pierde.
          </p>
          <p>Si esta página se recarga, continúa sola.</p>
        </Notice>
      )}
    </Stack>
  );
}

/** Whether nothing has moved for a while. */
function useLate(done: number): boolean {
  const [lateAt, setLateAt] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateAt(done), LATE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return lateAt === done;
}

/** No answer in all that time: told plainly, with the way to go on. */
export function VoteStuck({ voting, onRetry }: { voting: Phase<'stuck'>; onRetry: () => void }) {
  const total = voting.choice.ballots.length;
  const lost = voting.results.flatMap((result) => (result.kind === 'lost' ? [result.apartmentId] : []));
  return (
    <Stack>
      <Notice kind="error" title={assemblyTexts.voteFailed}>
        <p>
          {lost.length < total
            ? `Se confirmaron ${total - lost.length} de ${total} votos. Sin respuesta todavía: ${lost.join(', ')}.`
            : 'El servidor todavía no ha confirmado su voto.'}
        </p>
        <p>
          Revise que su teléfono esté conectado a la red. Al reintentar, un voto que ya hubiera llegado no se
          cuenta dos veces.
        </p>
      </Notice>
      <Button onPress={onRetry} size="large" wide autoFocus>
        Reintentar
      </Button>
    </Stack>
  );
}
