import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { Button, Notice, Stack } from '../../../ui/page.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { useOwnUnitsFollow } from '../own-units.ts';
import { PresenceCard } from '../presence-card.tsx';
import { assemblyTexts } from '../texts.ts';
import { useQuestion } from '../use-question.ts';
import { useVote, type Voting } from './use-vote.ts';
import { VoteFinished, type WayBack } from './vote-finished.tsx';
import { VoteForm } from './vote-form.tsx';

type Finished = Extract<Voting, { phase: 'finished' }>;

/** Refusals alone: there is nothing to thank for, and the ballot says why. */
export const isRefused = (voting: Voting): boolean =>
  voting.phase === 'finished' && voting.results.every((result) => result.kind === 'refused');

interface Props {
  jointId: number;
  live: LiveEntry;
  back: WayBack;
  /** A question that waits for an answer in another joint or sector, with its name. */
  elsewhere?: { concept: Concept; place: string } | null;
  /** What stands while nothing is open, with a vote that came too late. */
  closed: (refused: Finished | null) => ReactNode;
}

/** The open question of a joint, answered for the units one holds; then what became of the votes. */
export function Ballot({ jointId, live, back, elsewhere = null, closed }: Props) {
  const { voting, vote, retry, reset } = useVote(jointId, live);
  const asked = useQuestion(jointId, live);
  useOwnUnitsFollow(live);

  // What was confirmed is seen through, whatever becomes of the question meanwhile.
  if (voting.phase === 'sending') return <VoteSending voting={voting} />;
  if (voting.phase === 'stuck') return <VoteStuck voting={voting} onRetry={retry} />;
  if (voting.phase === 'finished' && !isRefused(voting)) {
    const { question } = asked;
    const isNext = question !== null && question.conceptId !== voting.choice.conceptId;
    return (
      <VoteFinished
        voting={voting}
        live={live}
        next={isNext ? { concept: question, place: null } : elsewhere}
        onNext={reset}
        back={back}
      />
    );
  }
  const refused = voting.phase === 'finished' ? voting : null;
  return (
    <>
      <p role="status" className="unseen">
        {asked.question && `Votación activa: ${asked.question.conceptDescription}`}
      </p>
      <Asking
        jointId={jointId}
        live={live}
        asked={asked}
        refused={refused}
        closed={closed}
        onVote={vote}
        onChange={reset}
      />
    </>
  );
}

interface AskingProps extends Pick<Props, 'jointId' | 'live' | 'closed'> {
  asked: ReturnType<typeof useQuestion>;
  refused: Finished | null;
  onVote: ReturnType<typeof useVote>['vote'];
  onChange: () => void;
}

/** What there is to answer now: the ballot, or that nothing is open. */
function Asking({ jointId, live, asked, refused, closed, onVote, onChange }: AskingProps) {
  const { question, units, held, votes } = asked;
  if (asked.isOnItsWay) return <Loading page />;
  if (asked.isClosed) {
    return (
      <>
        {closed(refused)}
        <PresenceCard jointId={jointId} live={live} />
      </>
    );
  }
  if (!question) return <ErrorState message={assemblyTexts.voteFailed} onRetry={asked.again} />;
  return (
    <>
      <PresenceCard jointId={jointId} live={live} isCompact />
      <VoteForm
        key={question.conceptId}
        concept={question}
        units={units}
        held={held}
        votes={votes}
        refused={refused?.choice.conceptId === question.conceptId ? refused.results : []}
        former={refused && refused.choice.conceptId !== question.conceptId ? refused : null}
        onVote={(ballots) =>
          onVote({
            jointId,
            assembly: { id: live.joint?.assembly?.assemblyId ?? null, isSure: live.status === 'live' },
            conceptId: question.conceptId,
            ballots,
          })
        }
        onChange={onChange}
      />
    </>
  );
}

type Phase<P> = Extract<Voting, { phase: P }>;

/** So long without another confirmation is worth a word: a request on a dead network says nothing for 30 s. */
const LATE_MS = 5_000;

/** The votes are on their way. A bad network is waited for calmly. */
function VoteSending({ voting: { choice, done, isRetrying } }: { voting: Phase<'sending'> }) {
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
function VoteStuck({ voting, onRetry }: { voting: Phase<'stuck'>; onRetry: () => void }) {
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
