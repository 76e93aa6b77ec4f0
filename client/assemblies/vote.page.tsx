import { Navigate, useParams } from 'react-router-dom';
import { useLiveJoint } from '../lib/live.ts';
import type { LiveEntry } from '../lib/live-store.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { LiveLine } from './live-line.tsx';
import { useOwnUnitsFollow } from './own-units.ts';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { PresenceCard } from './presence-card.tsx';
import { texts } from './texts.ts';
import { useQuestion } from './use-question.ts';
import { useVote, type Voting } from './use-vote.ts';
import styles from './vote.module.css';
import { NothingOpen } from './vote-closed.tsx';
import { VoteFinished } from './vote-finished.tsx';
import { VoteForm } from './vote-form.tsx';
import { VoteSending, VoteStuck } from './vote-progress.tsx';

/** An owner's ballot: the open question of a joint, answered for the units they hold. Loads nothing heavy. */
export default function VotePage() {
  const jointId = Number(useParams().jointId);
  if (!Number.isInteger(jointId) || jointId < 1) return <Navigate to="/LaunchPage" replace />;
  return <VoteOf key={jointId} jointId={jointId} />;
}

function VoteOf({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  return (
    <Page title="Votación" width="narrow" actions={<LiveLine live={live} />}>
      <Ballot jointId={jointId} live={live} />
    </Page>
  );
}

function Ballot({ jointId, live }: { jointId: number; live: LiveEntry }) {
  const { voting, vote, retry, reset } = useVote(jointId, live);
  const asked = useQuestion(jointId, live);
  useOwnUnitsFollow(live);

  // What was confirmed is seen through, whatever becomes of the question meanwhile.
  if (voting.phase === 'sending') return <VoteSending voting={voting} />;
  if (voting.phase === 'stuck') return <VoteStuck voting={voting} onRetry={retry} />;
  if (voting.phase === 'finished' && voting.results.some((result) => result.kind !== 'refused')) {
    return (
      <VoteFinished
        voting={voting}
        live={live}
        next={asked.question && asked.question.conceptId !== voting.choice.conceptId ? asked.question : null}
        onNext={reset}
      />
    );
  }
  return (
    <>
      <p role="status" className={styles.unseen}>
        {asked.question && `Votación activa: ${asked.question.conceptDescription}`}
      </p>
      <Asking jointId={jointId} live={live} asked={asked} voting={voting} onVote={vote} onChange={reset} />
    </>
  );
}

interface Props {
  jointId: number;
  live: LiveEntry;
  asked: ReturnType<typeof useQuestion>;
  voting: Voting;
  onVote: ReturnType<typeof useVote>['vote'];
  onChange: () => void;
}

/** What there is to answer now: the ballot, or that nothing is open. */
function Asking({ jointId, live, asked, voting, onVote, onChange }: Props) {
  const { question, units, held, votes } = asked;
  const refused = voting.phase === 'finished' ? voting : null;
  if (asked.isOnItsWay) return <Loading page />;
  if (asked.isClosed) {
    return (
      <>
        <NothingOpen refused={refused} />
        <PresenceCard jointId={jointId} live={live} />
      </>
    );
  }
  if (!question) return <ErrorState message={texts.voteFailed} onRetry={asked.again} />;
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
