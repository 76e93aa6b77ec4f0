import { useCallback, useMemo } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { useAwake, useCalled } from '../../../lib/use-attention.ts';
import { ButtonLink, Page } from '../../../ui/page.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { ReleasedNotice } from '../live/released-notice.tsx';
import { useOwnUnits } from '../properties/own-units.ts';
import { LaterResults, useResultsReady } from '../results/later-results.tsx';
import { NothingOpen } from './closed.tsx';
import { VoteSection } from './section.tsx';
import { useVotingPlace } from './use-voting-place.ts';

/**
 * Voting page of an owner: open question of a joint, answered for the owner's units. Must stay small to download.
 */
export default function VotePage() {
  const jointId = Number(useParams().jointId);
  if (!Number.isInteger(jointId) || jointId < 1) return <Navigate to="/LaunchPage" replace />;
  return <VoteOf key={jointId} jointId={jointId} />;
}

function VoteOf({ jointId }: { jointId: number }) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  useResultsReady();
  useAwake(live.joint?.assembly?.openedAt != null && endOf(live.joint) === null);
  const { concept, left } = useVotingPlace(jointId);
  useCalled(concept !== null && left > 0 ? concept.conceptId : null, assemblyTexts.callToVote);
  const released = (useOwnUnits().data ?? []).filter(
    (unit) => unit.jointId === jointId && unit.released !== undefined,
  );
  const navigate = useNavigate();
  const go = useCallback(() => void navigate('/LaunchPage', { replace: true }), [navigate]);
  const back = useMemo(
    () => ({
      label: 'Volver a la asamblea',
      soon: 'En unos segundos volverá a la página de la asamblea.',
      go,
    }),
    [go],
  );
  return (
    <Page title="Votación" width="narrow" actions={<JointLiveLine live={live} />}>
      {released.length > 0 && endOf(live.joint) === null && (
        <>
          <ReleasedNotice units={released} />
          <ButtonLink to="/LaunchPage" size="large" wide>
            Volver a registrarse
          </ButtonLink>
        </>
      )}
      <VoteSection
        jointId={jointId}
        live={live}
        back={back}
        closed={(refused) => (
          <NothingOpen refused={refused} closedAt={endOf(live.joint)}>
            <LaterResults jointId={jointId} />
          </NothingOpen>
        )}
      />
    </Page>
  );
}
