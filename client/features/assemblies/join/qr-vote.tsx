import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { holderNotFound } from '../../../../shared/said-errors.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { isWorthResending } from '../../../lib/resend.ts';
import { useAwake, useCalled } from '../../../lib/use-attention.ts';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, Loading } from '../../../ui/query-view.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { assemblyTexts } from '../common/texts.ts';
import { endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { ReleasedNotice } from '../live/released-notice.tsx';
import { useLostUnits, useOwnUnits } from '../properties/own-units.ts';
import { useAssemblyJoints } from '../properties/use-assembly-joints.ts';
import { groupUnits, type UnitGroup, unitsOfGroup } from '../units/groups.ts';
import { VoteSection } from '../vote/section.tsx';
import { useVote } from '../vote/use-vote.ts';
import { useVotingPlace, type VotingPlace } from '../vote/use-voting-place.ts';
import { NoNetwork } from './states.tsx';

// Loaded on demand: a phone that arrives during a question votes first.
const loadWaiting = () => import('./qr-waiting.tsx');
const QrWaiting = lazy(patientCode(loadWaiting));

/**
 * Voting page for a person signed in by the code of a card or badge: shows the open questions of all joints and
 * sectors in turn, and a waiting page in between.
 */
export function QrVote() {
  const own = useOwnUnits();
  const lost = useLostUnits().data ?? [];
  const joints = useAssemblyJoints();
  const groups = groupUnits(own.data ?? [], joints.data ?? []);
  const [first] = groups;
  const { refetch } = own;
  // Without a joint there are no events, so the page polls.
  const isAlone = !own.isPending && !first;
  useEffect(() => {
    if (!isAlone) return;
    const timer = setInterval(() => void refetch(), QUORUM_POLL_MS);
    const ask = () => void refetch();
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [isAlone, refetch]);

  if (first) return <QrPlaces groups={groups} first={first} />;
  return (
    <Page title="Votación" width="narrow">
      {own.isPending && <Loading page />}
      {own.isError && isWorthResending(own.error) && <NoNetwork />}
      <ReleasedNotice units={lost} />
      {isAlone && lost.length === 0 && !(own.isError && isWorthResending(own.error)) && (
        <EmptyState message={holderNotFound[1]} />
      )}
    </Page>
  );
}

interface NamedJoint {
  jointId: number;
  name: string;
  units: readonly OwnApartment[];
}

/** Joints and sectors with units of the code, each joint before its sectors. */
function placesOf(groups: readonly UnitGroup[]): NamedJoint[] {
  return groups.flatMap((group) => [
    { jointId: group.jointId, name: group.jointName, units: group.units },
    ...group.sectors.map((sector) => ({
      jointId: sector.jointId,
      name: sector.jointName,
      units: sector.units,
    })),
  ]);
}

function QrPlaces({ groups, first }: { groups: readonly UnitGroup[]; first: UnitGroup }) {
  const live = useLiveJoint(first.jointId, { pollMs: QUORUM_POLL_MS });
  const [placeByJoint, setKnown] = useState<Readonly<Record<number, VotingPlace>>>({});
  const [shown, setShown] = useState<number | null>(null);
  const tell = useCallback(
    (place: VotingPlace) => setKnown((before) => ({ ...before, [place.jointId]: place })),
    [],
  );
  const named = placesOf(groups);
  const places = named.flatMap(({ jointId }) => placeByJoint[jointId] ?? []);
  const isKnown = places.length === named.length && places.every((place) => place.isKnown);
  // Content on screen stays, even if other places become known later.
  const place = isKnown || shown !== null ? placeToShow(places, shown) : null;
  if ((place?.jointId ?? null) !== shown) setShown(place?.jointId ?? null);
  useAwake(live.joint?.assembly?.openedAt != null && endOf(live.joint) === null);
  useCalled(place && place.left > 0 ? (place.concept?.conceptId ?? null) : null, assemblyTexts.callToVote);
  const waiting = places.filter((one) => one.left > 0 && one !== place);
  const nameOf = (jointId: number) => named.find((one) => one.jointId === jointId)?.name ?? '';

  return (
    <Page title="Votación" width="narrow" actions={<JointLiveLine live={live} />}>
      {named.map(({ jointId }) => (
        <Follow key={jointId} jointId={jointId} onTell={tell} />
      ))}
      <p role="status" className="unseen">
        {place && place.left > 0 && 'Se abrió una votación. Puede votar ahora.'}
      </p>
      {place && <ReleasedNotice units={groups.flatMap(unitsOfGroup)} />}
      {place && (
        <QrBallot
          key={place.jointId}
          jointId={place.jointId}
          name={named.length > 1 ? nameOf(place.jointId) : ''}
          waiting={waiting}
          nameOf={nameOf}
        />
      )}
      {!place && (
        <Suspense fallback={<Loading page />}>
          {isKnown ? <QrWaiting groups={groups} /> : <Loading page />}
        </Suspense>
      )}
    </Page>
  );
}

/** Component without content: watches a joint or sector and reports changes of its open question. */
function Follow({ jointId, onTell }: { jointId: number; onTell: (place: VotingPlace) => void }) {
  const { concept, left, isBusy, isKnown } = useVotingPlace(jointId);
  useEffect(
    () => onTell({ jointId, concept, left, isBusy, isKnown }),
    [jointId, concept, left, isBusy, isKnown, onTell],
  );
  return null;
}

interface BallotProps {
  jointId: number;
  /** Name of the joint or sector, shown if the code has units in several. */
  name: string;
  /** Other joints or sectors with a question to answer. */
  waiting: readonly VotingPlace[];
  nameOf: (jointId: number) => string;
}

function QrBallot({ jointId, name, waiting, nameOf }: BallotProps) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { reset, voting } = useVote(jointId, live);
  const isFinished = voting.phase === 'finished';
  // Preloads the waiting page, shown some seconds later, while the server is reachable.
  useEffect(() => {
    if (isFinished) void loadWaiting().catch(() => undefined);
  }, [isFinished]);
  const [next] = waiting;
  const elsewhere = next?.concept ? { concept: next.concept, place: nameOf(next.jointId) } : null;
  return (
    <>
      {name !== '' && <p className="strong large anywhere">{name}</p>}
      {waiting.length > 0 && (
        <p className="soft">
          {waiting.length === 1
            ? 'Después sigue otra pregunta.'
            : `Después siguen otras ${waiting.length} preguntas.`}
        </p>
      )}
      <VoteSection
        jointId={jointId}
        live={live}
        back={{
          label: 'Continuar',
          soon: 'En unos segundos esta página quedará a la espera de la siguiente pregunta.',
          go: reset,
        }}
        elsewhere={elsewhere}
        closed={null}
      />
    </>
  );
}

/**
 * Selects the joint or sector to show: (1) the current, while votes are being sent; (2) another in the same state;
 * (3) the current, if units have not voted; (4) the first with units left to vote. Null without any.
 */
function placeToShow(places: readonly VotingPlace[], shown: number | null): VotingPlace | null {
  const now = places.find((place) => place.jointId === shown);
  if (now?.isBusy) return now;
  const busy = places.find((place) => place.isBusy);
  if (busy) return busy;
  if (now && now.left > 0) return now;
  return places.find((place) => place.left > 0) ?? null;
}
