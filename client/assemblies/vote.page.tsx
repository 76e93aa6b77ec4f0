import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { getActiveConcept } from '../../shared/assemblies/concepts.api.ts';
import { call, hasCode } from '../lib/api.ts';
import { useLiveJoint } from '../lib/live.ts';
import { useSession } from '../lib/session.store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { activeQuestion } from './concept-words.ts';
import { LiveLine } from './live-line.tsx';
import { isHeldBy, useOwnUnits, useOwnUnitsFollow } from './own-units.ts';
import { QUORUM_POLL_MS } from './poll-times.ts';
import { texts } from './texts.ts';
import { useVote } from './use-vote.ts';
import { VoteForm } from './vote-form.tsx';
import { VoteFinished, VoteSending, VoteStuck } from './vote-progress.tsx';

/** An owner's ballot: the open question of a joint, answered for the units they hold. Loads nothing heavy. */
export default function VotePage() {
  const jointId = Number(useParams().jointId);
  if (!Number.isInteger(jointId) || jointId < 1) return <Navigate to="/LaunchPage" replace />;
  return (
    <Page title="Votación" width="narrow">
      <Ballot key={jointId} jointId={jointId} />
    </Page>
  );
}

function Ballot({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const user = useSession((state) => state.user);
  const { voting, vote, retry, reset } = useVote();
  const own = useOwnUnits();
  useOwnUnitsFollow(live);

  const question = useQuery({
    queryKey: ['active-concept', jointId],
    queryFn: ({ signal }) => call(getActiveConcept, { params: { jointId }, signal }),
    staleTime: 0,
    // Nothing is kept from the last visit: the question that was open then must not be answered now.
    gcTime: 0,
  });
  // The feed says when another question opens or this one closes: then, and on coming back, it is asked again.
  const openId = live.joint && (activeQuestion(live.joint.concepts)?.conceptId ?? 0);
  const { refetch } = question;
  const isKnown = openId === null || openId === (question.data?.conceptId ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each resync is a chance to ask again
  useEffect(() => {
    if (!isKnown || question.isError) void refetch();
  }, [openId, live.resyncs]);

  // What was confirmed is seen through, whatever becomes of the question meanwhile.
  if (voting.phase === 'sending') return <VoteSending voting={voting} />;
  if (voting.phase === 'stuck') return <VoteStuck voting={voting} onRetry={retry} />;
  const isOver = voting.phase === 'finished' && voting.results.some((result) => result.kind !== 'refused');
  if (isOver) return <VoteFinished results={voting.results} />;

  // While another question is on its way, the former one is not offered.
  const isOnItsWay = question.isPending || (!isKnown && question.isFetching);
  if (isOnItsWay || own.isPending) return <Loading page />;
  const isClosed = hasCode(question.error, 'noActiveConcept') || (openId === 0 && live.status === 'live');
  if (isClosed) {
    return (
      <>
        <LiveLine live={live} />
        <div role="status">
          <EmptyState message={texts.voteInactive}>
            <p>Cuando se abra una votación aparecerá aquí; no necesita actualizar la página.</p>
          </EmptyState>
        </div>
        <div>
          <ButtonLink to="/LaunchPage" variant="secondary">
            Volver a la asamblea
          </ButtonLink>
        </div>
      </>
    );
  }
  if (!question.data || !own.data) {
    const again = () => {
      void refetch();
      void own.refetch();
    };
    return <ErrorState message={texts.voteFailed} onRetry={again} />;
  }
  const units = own.data.filter((unit) => unit.jointId === jointId);
  return (
    <>
      <LiveLine live={live} />
      <VoteForm
        key={question.data.conceptId}
        concept={question.data}
        units={units}
        held={units.filter((unit) => isHeldBy(user, unit))}
        refused={voting.phase === 'finished' ? voting.results : []}
        onVote={(answerId, apartmentIds) =>
          vote({
            jointId,
            assembly: {
              id: live.joint?.assembly?.assemblyId ?? null,
              isSure: live.status === 'live',
            },
            conceptId: question.data.conceptId,
            answerId,
            apartmentIds,
          })
        }
        onChange={reset}
      />
    </>
  );
}
