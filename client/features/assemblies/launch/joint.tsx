import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { assemblyName, assemblyState, calledFor } from '../../../../shared/assemblies/words.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { coefficient } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { type LiveEntry, unheard } from '../../../lib/live/store.ts';
import { patientCode } from '../../../lib/patient-code.ts';
import { queryOf } from '../../../lib/query.ts';
import { useAwake } from '../../../lib/use-attention.ts';
import { ButtonLink, Card, Stack } from '../../../ui/page.tsx';
import { ErrorState, Loading } from '../../../ui/query-view.tsx';
import { Table } from '../../../ui/table.tsx';
import { CurrentPoint } from '../agenda/current-point.tsx';
import { NoticePapers } from '../agenda/notice-papers.tsx';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { conceptName } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { AssemblyOver, endOf, JointLiveLine } from '../live/assembly-over.tsx';
import { isOnItsWay, LiveGate } from '../live/gate.tsx';
import { PresenceCard } from '../live/presence-card.tsx';
import { type QuestionStanding, useStandings } from '../live/use-standings.ts';
import { ZoomLink } from '../live/zoom-link.tsx';
import { mayAnswer, useOwnUnitsFollow } from '../properties/own-units.ts';
import { Results } from '../results/results.tsx';
import type { UnitGroup } from '../units/groups.ts';
import styles from './launch.module.css';
import { useLinkMeeting } from './meeting.store.ts';
import { callOf, hasAnswerButtons, QuestionSheet } from './question-sheet.tsx';
import { LaunchReceipts } from './receipts.tsx';
import { LaunchRegister } from './register.tsx';
import { LaunchRepresent } from './represent.tsx';
import { LaunchUnits } from './units.tsx';

// Loaded on demand: a phone that arrives during a question votes first.
const PhoneTurns = lazy(patientCode(() => import('../turns/phone-turns.tsx')));
// Loaded on demand: only before the assembly, or with a unit held by another person.
const OwnPowers = lazy(
  patientCode(async () => ({ default: (await import('../own-powers/own-powers.tsx')).OwnPowers })),
);

/**
 * Part of an owner's page of the evening about a joint: registration, meeting link, voting and past votes.
 * @param group units of the person in the joint and the sectors
 * @param hasMeeting true to show the link to the video meeting
 */
export function LaunchJoint({ group, hasMeeting }: { group: UnitGroup; hasMeeting: boolean }) {
  const { jointId, units } = group;
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  useOwnUnitsFollow(live);
  useAwake(live.joint?.assembly?.openedAt != null && endOf(live.joint) === null);
  const { joint, meeting } = useJointMeeting(jointId, live, hasMeeting);
  const closedAt = endOf(live.joint);
  const held = units.filter(mayAnswer);
  const free = units.filter((unit) => unit.userId === null);
  const elsewhere = units.filter((unit) => unit.userId !== null && !mayAnswer(unit));
  const standings = useStandings(live.joint, held);
  // With sectors, each question names its joint or sector.
  const place = group.sectors.length > 0 ? 'Toda la copropiedad' : null;
  const sectors = ownSectors(group);

  const title = group.jointName || joint.data?.jointName || 'Copropiedad';

  if (isOnItsWay(live)) {
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
      <PresenceCard jointId={jointId} live={live} isBanner />
      {joint.isError && (
        <ErrorState message={assemblyTexts.noInformation} onRetry={() => void joint.refetch()} />
      )}
      <LiveGate jointId={jointId} live={live}>
        {(state) => (
          <Stack>
            <Results joint={state} held={held} place={place} />
            {closedAt !== null ? (
              <LaunchOver closedAt={closedAt} jointId={jointId} held={held} elsewhere={elsewhere} />
            ) : (
              <LaunchActs joint={state} units={{ held, free, elsewhere }} standings={standings} place={place}>
                {(meeting || (joint.isPending && isFromHome(state))) && (
                  <div className={styles.meeting}>{meeting && <ZoomLink meeting={meeting} />}</div>
                )}
              </LaunchActs>
            )}
            {closedAt === null && <LaunchOnDemand joint={state} held={held} units={units} />}
          </Stack>
        )}
      </LiveGate>
      <NoticePapers jointId={jointId} assembly={live.joint?.assembly ?? null} />
      {(units.length > 0 || sectors.length === 0) && <LaunchUnits units={units} held={held} />}
      {live.joint && <LaunchHistory joint={live.joint} held={held} standings={standings} />}
      {sectors.map((sector) => (
        <LaunchSector key={sector.jointId} sector={sector} />
      ))}
      <div className={styles.foot}>
        {live.joint && closedAt === null && (
          <QuestionSheet joint={live.joint} held={held} free={free} standings={standings} place={place} />
        )}
        {sectors.map((sector) => (
          <LaunchSectorVote key={sector.jointId} sector={sector} />
        ))}
      </div>
    </Card>
  );
}

interface OnDemandProps {
  joint: LiveJoint;
  units: readonly OwnApartment[];
  /** Units answered by the person. */
  held: readonly OwnApartment[];
}

/** Parts loaded on demand: turn to speak and proposals, and powers before the opening or for units held by others. */
function LaunchOnDemand({ joint, units, held }: OnDemandProps) {
  return (
    <Suspense fallback={null}>
      <PhoneTurns joint={joint} held={held} />
      {(joint.assembly?.openedAt === null || held.length < units.length) && (
        <OwnPowers jointId={joint.jointId} />
      )}
    </Suspense>
  );
}

/** Hook: data of the joint, and the video meeting for the link. Null `meeting` without one, or if shown elsewhere. */
function useJointMeeting(jointId: number, live: LiveEntry, isElsewhere: boolean) {
  const joint = useQuery({
    // The assembly id is part of the key, because each assembly has its own meeting.
    ...queryOf(['joint', jointId, live.joint?.assembly?.assemblyId], getJoint, { params: { jointId } }),
    enabled: live.status !== 'connecting',
    staleTime: LAUNCH_POLL_MS,
    refetchInterval: LAUNCH_POLL_MS,
  });
  const ofLink = useLinkMeeting(jointId);
  return { joint, meeting: isElsewhere ? null : (joint.data?.zoomMeeting ?? ofLink) };
}

/** True if people attend from home: the page then reserves space for the meeting link, before its data arrive. */
const isFromHome = ({ assembly }: LiveJoint): boolean => assembly !== null && assembly.mode !== 'inPerson';

interface OverProps {
  closedAt: string;
  jointId: number;
  held: readonly OwnApartment[];
  /** Units registered by another person, who has the receipts. */
  elsewhere: readonly OwnApartment[];
}

/** Shown after the end of the assembly in place of the actions. */
function LaunchOver({ closedAt, jointId, held, elsewhere }: OverProps) {
  return (
    <>
      <AssemblyOver closedAt={closedAt}>
        <p>
          {held.length > 0
            ? 'Abajo quedan sus inmuebles, sus votos y sus comprobantes.'
            : 'Abajo quedan sus inmuebles y las votaciones.'}
          {elsewhere.length > 0 && ' Los comprobantes de un inmueble los tiene quien lo registró.'}
        </p>
      </AssemblyOver>
      <ButtonLink to={`/Quorum?jointId=${jointId}`} variant="secondary" size="large" wide>
        Ver los resultados
      </ButtonLink>
    </>
  );
}

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
      {assembly?.openedAt != null && endOf(joint) === null && <LaunchQuorum joint={joint} />}
    </>
  );
}

/** Units of the signed-in person in a sector of the joint. */
interface OwnSector {
  jointId: number;
  name: string;
  units: readonly OwnApartment[];
  held: readonly OwnApartment[];
  /** Units in the table of the sector only. Other units are registered with the joint. */
  alone: readonly OwnApartment[];
}

/** Sectors of the joint with the person's units. */
function ownSectors({ units, sectors }: UnitGroup): OwnSector[] {
  return sectors.map((sector) => ({
    jointId: sector.jointId,
    name: sector.jointName,
    units: sector.units,
    held: sector.units.filter(mayAnswer),
    alone: sector.units.filter(({ apartmentId }) => !units.some((one) => one.apartmentId === apartmentId)),
  }));
}

interface LaunchActsProps {
  joint: LiveJoint;
  /** Own units: answered by the person, not registered, and registered by another person. */
  units: Record<'held' | 'free' | 'elsewhere', readonly OwnApartment[]>;
  standings: readonly QuestionStanding[];
  place: string | null;
  /** Content above the link to vote. */
  children?: ReactNode;
}

/** Actions during the assembly of a joint or sector: register, represent own units, vote. */
function LaunchActs({ joint, units, standings, place, children }: LaunchActsProps) {
  const { held, free, elsewhere } = units;
  return (
    <>
      {free.length > 0 && <LaunchRegister jointId={joint.jointId} joint={joint} free={free} />}
      <LaunchRepresent
        jointId={joint.jointId}
        assembly={joint.assembly}
        elsewhere={elsewhere}
        voted={votedNow(standings)}
      />
      {children}
      <LaunchVote joint={joint} held={held} standings={standings} place={place} />
    </>
  );
}

/** Part of a joint's card for a sector with its own coefficients, quorum and questions. */
function LaunchSector({ sector: { jointId, name, units, held, alone } }: { sector: OwnSector }) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  // For units of the joint, the live state of the joint is enough.
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
                <LaunchActs
                  joint={state}
                  units={{ held, free, elsewhere }}
                  standings={standings}
                  place={name}
                />
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

/** Numbers of the units with a vote on the open question. */
function votedNow(standings: readonly QuestionStanding[]): ReadonlySet<string> {
  const now = standings.find(({ question }) => question.active === 1);
  return new Set(now?.votes?.map((vote) => vote.apartmentId));
}

/** Open question of a sector, beside the question of the joint. */
function LaunchSectorVote({ sector: { jointId, name, held, alone } }: { sector: OwnSector }) {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const standings = useStandings(joint, held);
  const free = alone.filter((unit) => unit.userId === null);
  return (
    joint &&
    endOf(joint) === null && (
      <QuestionSheet joint={joint} held={held} free={free} standings={standings} place={name} />
    )
  );
}

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
  /** Name of the sector for the headings. Absent for the joint. */
  place?: string;
}

/** Table of the questions so far with the votes of the person's units, newest first, and the receipts. */
function LaunchHistory({ joint, held, standings, place }: Props) {
  // An open question to answer stands at the bottom of the screen alone.
  const shown = standings.filter(
    ({ question, standing }) => question.active !== 1 || (standing?.voted ?? 0) > 0,
  );
  if (shown.length === 0) return null;
  const of = place === undefined ? '' : ` de ${place}`;
  const hasVoted = standings.some(({ standing }) => standing !== null && standing.voted > 0);
  return (
    <section className={`stack-3 ${styles.block}`} aria-label={`Votaciones${of}`}>
      <h3>Historial de votaciones</h3>
      <Table
        label={`Historial de votaciones${of}`}
        columns={[
          {
            header: 'Votación',
            cell: ({ question }) => <span className={styles.whole}>{conceptName(question.conceptId)}</span>,
          },
          {
            header: 'Pregunta',
            cell: ({ question }) => <span className="anywhere">{question.conceptDescription}</span>,
          },
          {
            header: 'Estado',
            cell: ({ standing }) => (
              <span className={`breaks block ${styles.standing}`}>{standing?.words ?? ''}</span>
            ),
          },
        ]}
        rows={shown.reverse()}
        rowKey={({ question }) => question.conceptId}
      />
      {hasVoted && <LaunchReceipts jointId={joint.jointId} held={held} isUnfolded={endOf(joint) !== null} />}
    </section>
  );
}

interface LaunchVoteProps {
  joint: LiveJoint;
  /** Units that the person may vote for. */
  held: readonly OwnApartment[];
  standings: readonly QuestionStanding[];
  /** Name of the joint or sector with the question. Null if the joint has no sectors. */
  place: string | null;
}

/**
 * State of the voting in the page, with the link to the voting page. Screen readers hear of a new question here; the
 * open question itself stands at the bottom of the screen (`QuestionSheet`), so an opening moves no control.
 */
function LaunchVote({ joint, held, standings, place }: LaunchVoteProps) {
  const { open, isCalling, canVote, hint } = callOf(joint, held, standings);
  return (
    <div className="stack-3 faint">
      <p role="status" className={styles.call}>
        {!open && 'En este momento no hay una votación activa.'}
        {isCalling && `Se abrió una votación${place ? ` (${place})` : ''}. ${hint ?? 'Puede votar ahora.'}`}
        {open && !isCalling && 'Usted ya votó esta pregunta.'}
      </p>
      {(!isCalling || (canVote && hasAnswerButtons(open))) && (
        <ButtonLink to={`/Vote/${joint.jointId}`} variant="secondary" size="large" wide>
          Votar
        </ButtonLink>
      )}
    </div>
  );
}
