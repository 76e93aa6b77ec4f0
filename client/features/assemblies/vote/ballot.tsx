import type { ReactNode } from 'react';
import type { Concept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { useOwnUnitsFollow } from '../own-units.ts';
import { PresenceCard } from '../presence-card.tsx';
import { assemblyTexts } from '../texts.ts';
import { useQuestion } from '../use-question.ts';
import styles from '../vote.module.css';
import { useVote, type Voting } from './use-vote.ts';
import { VoteFinished, type WayBack } from './vote-finished.tsx';
import { VoteForm } from './vote-form.tsx';
import { VoteSending, VoteStuck } from './vote-progress.tsx';

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
      <p role="status" className={styles.unseen}>
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
