import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { assemblyName, assemblyState, calledFor } from '../../../../shared/assemblies/assembly-words.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { coefficient } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { unheard } from '../../../lib/live/live-store.ts';
import { queryOf } from '../../../lib/query.ts';
import { useAwake, useCalled } from '../../../lib/use-attention.ts';
import { ButtonLink, Card, Stack } from '../../../ui/page.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { CurrentPoint } from '../agenda/current-point.tsx';
import { AssemblyOver, endOf, JointLiveLine } from '../assembly-over.tsx';
import { activeQuestion, conceptName } from '../concept-words.ts';
import { Countdown } from '../countdown.tsx';
import { isOnItsWay, LiveGate } from '../live-gate.tsx';
import { useLinkMeeting } from '../meeting.store.ts';
import { mayAnswer, useOwnUnitsFollow } from '../own-units.ts';
import { LAUNCH_POLL_MS } from '../poll-times.ts';
import { PresenceCard, useQuorumCheck } from '../presence-card.tsx';
import { Reopenings } from '../results/reopenings.tsx';
import { Results } from '../results/results.tsx';
import { assemblyTexts } from '../texts.ts';
import type { UnitGroup } from '../units/unit-groups.ts';
import { type QuestionStanding, useStandings } from '../use-standings.ts';
import { ZoomLink } from '../zoom-link.tsx';
import styles from './launch.module.css';
import { LaunchAnswers } from './launch-answers.tsx';
import { LaunchReceipts } from './launch-receipts.tsx';
import { LaunchRegister } from './launch-register.tsx';
import { LaunchRepresent } from './launch-represent.tsx';
import { LaunchUnits } from './launch-units.tsx';

/** One joint of an owner: registering, the meeting, voting, and what was voted. */
export function LaunchJoint({ group, hasMeeting }: { group: UnitGroup; hasMeeting: boolean }) {
  const { jointId, units } = group;
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  useOwnUnitsFollow(live);
  useAwake(live.joint?.assembly?.openedAt != null && endOf(live.joint) === null);
  const joint = useQuery({
    // Another assembly has another meeting.
    ...queryOf(['joint', jointId, live.joint?.assembly?.assemblyId], getJoint, { params: { jointId } }),
    enabled: live.status !== 'connecting',
    staleTime: LAUNCH_POLL_MS,
    refetchInterval: LAUNCH_POLL_MS,
  });
  const closedAt = endOf(live.joint);
  const held = units.filter(mayAnswer);
  const free = units.filter((unit) => unit.userId === null);
  const elsewhere = units.filter((unit) => unit.userId !== null && !mayAnswer(unit));
  const ofLink = useLinkMeeting(jointId);
  const meeting = hasMeeting ? null : (joint.data?.zoomMeeting ?? ofLink);
  const standings = useStandings(live.joint, held);
  // Where a sector may ask too, each question says whose it is.
  const place = group.sectors.length > 0 ? 'Toda la copropiedad' : null;
  const sectors = group.sectors.map((sector) => ({
    jointId: sector.jointId,
    name: sector.jointName,
    units: sector.units,
    held: sector.units.filter(mayAnswer),
    alone: sector.units.filter(({ apartmentId }) => !units.some((one) => one.apartmentId === apartmentId)),
  }));

  const title = group.jointName || joint.data?.jointName || 'Copropiedad';

  // What a check asks stands on top: on a page that opens it is waited for, unless it does not come at once.
  const { isLoading, failureCount } = useQuorumCheck(jointId, live);
  const [hasStood, setStood] = useState(false);
  const isReady = hasStood || !(isOnItsWay(live) || (isLoading && failureCount === 0));
  if (isReady && !hasStood) setStood(true);

  if (!isReady) {
    return (
      <Card title={title}>
        <Loading />
      </Card>
    );
  }
  return (
    <Card title={title}>
      <div className="stack-2">
        {live.joint && <AssemblyLines joint={live.joint} />}
        <CurrentPoint assembly={live.joint?.assembly ?? null} />
        <JointLiveLine live={live} />
      </div>
      <PresenceCard jointId={jointId} live={live} />
      {joint.isError && (
        <ErrorState message={assemblyTexts.noInformation} onRetry={() => void joint.refetch()} />
      )}
      <LiveGate jointId={jointId} live={live}>
        {(state) => (
          <Stack>
            <Results joint={state} held={held} place={place} />
            {closedAt !== null ? (
              <LaunchOver closedAt={closedAt} jointId={jointId} />
            ) : (
              <>
                {free.length > 0 && <LaunchRegister jointId={jointId} joint={state} free={free} />}
                <LaunchRepresent
                  jointId={jointId}
                  assembly={state.assembly}
                  elsewhere={elsewhere}
                  voted={votedNow(standings)}
                />
                {(meeting || (joint.isPending && isFromHome(state))) && (
                  <div className={styles.meeting}>{meeting && <ZoomLink meeting={meeting} />}</div>
                )}
                <LaunchVote joint={state} held={held} standings={standings} isLit={false} place={place} />
              </>
            )}
          </Stack>
        )}
      </LiveGate>
      {(units.length > 0 || sectors.length === 0) && <LaunchUnits units={units} held={held} />}
      {live.joint && <LaunchHistory joint={live.joint} held={held} standings={standings} />}
      {sectors.map((sector) => (
        <LaunchSector key={sector.jointId} sector={sector} />
      ))}
      <div className={free.length > 0 ? styles.footBelow : styles.foot}>
        {live.joint && closedAt === null && (
          <LaunchVote joint={live.joint} held={held} standings={standings} isLit place={place} />
        )}
        {sectors.map((sector) => (
          <LaunchSectorVote key={sector.jointId} sector={sector} />
        ))}
      </div>
    </Card>
  );
}

/** Whether there is a meeting to come to from elsewhere: its link has its room before it is known. */
const isFromHome = ({ assembly }: LiveJoint): boolean => assembly !== null && assembly.mode !== 'inPerson';

/** What takes the place of all that can be done in an assembly, once it is over. */
function LaunchOver({ closedAt, jointId }: { closedAt: string; jointId: number }) {
  return (
    <>
      <AssemblyOver closedAt={closedAt}>
        <p>Abajo quedan sus inmuebles, sus votos y sus comprobantes.</p>
      </AssemblyOver>
      <ButtonLink to={`/Quorum?jointId=${jointId}`} variant="secondary" size="large" wide>
        Ver los resultados
      </ButtonLink>
    </>
  );
}

/** Which assembly it is, where it is, and whether it has a quorum: a line each. */
function AssemblyLines({ joint }: { joint: LiveJoint }) {
  const { assembly } = joint;
  return (
    <>
      {assembly && (
        <p>
          <strong>{assemblyName(assembly)}</strong>
          {endOf(joint) === null && (
            <>
              <br />
              {assemblyState(assembly)}
              {assembly.openedAt === null &&
                calledFor(assembly).map((line) => (
                  <Fragment key={line}>
                    <br />
                    {line}
                  </Fragment>
                ))}
            </>
          )}
        </p>
      )}
      {endOf(joint) === null && <LaunchQuorum joint={joint} />}
    </>
  );
}

/** What a person has in a sector. */
interface OwnSector {
  jointId: number;
  name: string;
  units: readonly OwnApartment[];
  held: readonly OwnApartment[];
  /** Those that the joint itself does not have; the others are registered with it. */
  alone: readonly OwnApartment[];
}

/** A sector has coefficients, a quorum and questions of its own. */
function LaunchSector({ sector: { jointId, name, units, held, alone } }: { sector: OwnSector }) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  // Of units that the joint has too it is the joint that tells.
  useOwnUnitsFollow(alone.length > 0 ? live : unheard);
  const standings = useStandings(live.joint, held);
  const free = alone.filter((unit) => unit.userId === null);
  const elsewhere = alone.filter((unit) => unit.userId !== null && !held.includes(unit));
  return (
    <section aria-label={name} className={`stack-3 ${styles.sector}`}>
      <h3>{name}</h3>
      <LiveGate jointId={jointId} live={live}>
        {(state) => (
          <>
            <Results joint={state} held={held} place={name} />
            {endOf(state) === null && (
              <>
                <LaunchQuorum joint={state} />
                {alone.length > 0 && <PresenceCard jointId={jointId} live={live} />}
                {free.length > 0 && <LaunchRegister jointId={jointId} joint={state} free={free} />}
                <LaunchRepresent
                  jointId={jointId}
                  assembly={state.assembly}
                  elsewhere={elsewhere}
                  voted={votedNow(standings)}
                />
                <LaunchVote joint={state} held={held} standings={standings} isLit={false} place={name} />
              </>
            )}
            <LaunchUnits units={units} held={held} place={name} />
            <LaunchHistory joint={state} held={held} standings={standings} place={name} />
          </>
        )}
      </LiveGate>
    </section>
  );
}

/** The units with a vote on the question that is open. */
function votedNow(standings: readonly QuestionStanding[]): ReadonlySet<string> {
  const now = standings.find(({ question }) => question.active === 1);
  return new Set(now?.votes?.map((vote) => vote.apartmentId));
}

/** The way to the vote of a sector whose question is open, beside that of its joint. */
function LaunchSectorVote({ sector: { jointId, name, held } }: { sector: OwnSector }) {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const standings = useStandings(joint, held);
  return (
    joint &&
    endOf(joint) === null && <LaunchVote joint={joint} held={held} standings={standings} isLit place={name} />
  );
}

/** To who comes while a question is open: what comes first. */
const CANNOT_YET = 'Para votar, primero registre la asistencia de sus inmuebles.';

/** Whether a joint, or a sector, has a quorum: one line. */
function LaunchQuorum({ joint: { quorum, registered } }: { joint: LiveJoint }) {
  return (
    <p>
      <span role="status" className={quorum.reached ? 'good bold' : styles.missing}>
        {quorum.reached ? 'Hay quórum' : 'No hay quórum'}
      </span>
      : {coefficient(registered.coefficient)} de coeficiente representado
      {quorum.required > 0 && `; se requiere más de ${coefficient(quorum.required)}`}.
    </p>
  );
}

interface Props {
  joint: LiveJoint;
  held: readonly OwnApartment[];
  standings: readonly QuestionStanding[];
  /** The sector whose questions these are. */
  place?: string;
}

/** What was asked and whether one voted, newest first, with the receipts of one's votes. */
function LaunchHistory({ joint, held, standings, place }: Props) {
  if (standings.length === 0) return null;
  const of = place === undefined ? '' : ` de ${place}`;
  const hasVoted = standings.some(({ standing }) => standing !== null && standing.voted > 0);
  return (
    <section className={`stack-3 ${styles.block}`} aria-label={`Votaciones${of}`}>
      <h3>Historial de votaciones</h3>
      <Table
        label={`Historial de votaciones${of}`}
        columns={[
          {
            id: 'name',
            header: 'Votación',
            cell: ({ question }) => <span className={styles.whole}>{conceptName(question.conceptId)}</span>,
          },
          {
            id: 'question',
            header: 'Pregunta',
            cell: ({ question }) => <span className="anywhere">{question.conceptDescription}</span>,
          },
          {
            id: 'standing',
            header: 'Estado',
            cell: ({ standing }) => <span className={styles.standing}>{standing?.words ?? ''}</span>,
          },
        ]}
        rows={[...standings].reverse()}
        rowKey={({ question }) => question.conceptId}
        empty=""
      />
      {hasVoted && <LaunchReceipts jointId={joint.jointId} held={held} isUnfolded={endOf(joint) !== null} />}
    </section>
  );
}

interface LaunchVoteProps {
  joint: LiveJoint;
  /** One's units that one may vote for. */
  held: readonly OwnApartment[];
  standings: readonly QuestionStanding[];
  /** Which of its two places this is. */
  isLit: boolean;
  /** Whose question it is, where a joint and its sectors may ask at once. */
  place: string | null;
}

/**
 * The way to the vote, at one of two places. While there is something to answer it is lit: it says what is
 * asked and stays at the foot of the screen, where the thumb is. Else it stands quietly among the rest, and that
 * place is where those who listen hear of a question that opens.
 */
function LaunchVote({ joint, held, standings, isLit, place }: LaunchVoteProps) {
  const open = activeQuestion(joint.concepts);
  const asked = standings.find(({ question }) => question.conceptId === open?.conceptId);
  const now = asked?.standing;
  const isDone = now != null && now.voted > 0 && now.voted >= now.outOf;
  const isCalling = open !== null && !isDone;
  const canVote = held.some((unit) => unit.coefficient > 0);
  const to = `/Vote/${joint.jointId}`;
  useCalled(isLit && isCalling && canVote && now != null ? open.conceptId : null, assemblyTexts.callToVote);

  if (!isLit) {
    return (
      <div className="stack-3 faint">
        <div role="status" className={isCalling && canVote ? 'unseen' : 'stack-2'}>
          {!open && <p>En este momento no hay una votación activa.</p>}
          {isCalling && (
            <p>
              Se abrió una votación{place && ` (${place})`}. {canVote ? 'Puede votar ahora.' : CANNOT_YET}
            </p>
          )}
          {open && isDone && (
            <>
              <p>{open.conceptDescription}</p>
              <p>Usted ya votó esta pregunta.</p>
            </>
          )}
        </div>
        {!isCalling && (
          <ButtonLink to={to} variant="secondary" size="large" wide>
            Votar
          </ButtonLink>
        )}
      </div>
    );
  }
  if (!isCalling || !canVote) return null;
  return (
    <div className={`stack-3 ${styles.lit}`}>
      <h3 className={styles.name}>
        {conceptName(open.conceptId)}
        {place && ` · ${place}`}
      </h3>
      <p className={styles.question}>{open.conceptDescription}</p>
      <Reopenings concept={open} />
      <Countdown concept={open} />
      {now != null && now.voted > 0 && (
        <p>
          Ya votó por {now.voted} de {now.outOf} inmuebles.
        </p>
      )}
      {asked && <LaunchAnswers jointId={joint.jointId} held={held} asked={asked} />}
      <ButtonLink to={to} size="large" wide>
        Votar
      </ButtonLink>
    </div>
  );
}
