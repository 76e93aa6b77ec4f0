import { useQuery } from '@tanstack/react-query';
import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { assemblyName, assemblyState } from '../../../../shared/assemblies/assembly-words.ts';
import { getJoint } from '../../../../shared/properties/joints.api.ts';
import { call } from '../../../lib/api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { unheard } from '../../../lib/live/live-store.ts';
import { useSession } from '../../../lib/session.store.ts';
import { ButtonLink, Card, Stack } from '../../../ui/page.tsx';
import { ErrorState } from '../../../ui/query-view.tsx';
import { AssemblyOver, endOf, JointLiveLine } from '../assembly-over.tsx';
import { activeQuestion } from '../concept-words.ts';
import { LiveGate } from '../live-gate.tsx';
import { useLinkMeeting } from '../meeting.store.ts';
import { isHeldBy, useOwnUnitsFollow } from '../own-units.ts';
import { LAUNCH_POLL_MS } from '../poll-times.ts';
import { PresenceCard } from '../presence-card.tsx';
import { assemblyTexts } from '../texts.ts';
import type { UnitGroup } from '../units/unit-groups.ts';
import { useStandings } from '../use-standings.ts';
import { ZoomLink } from '../zoom-link.tsx';
import styles from './launch.module.css';
import { LaunchHistory } from './launch-history.tsx';
import { LaunchQuorum } from './launch-quorum.tsx';
import { LaunchRegister } from './launch-register.tsx';
import { LaunchRepresent } from './launch-represent.tsx';
import { LaunchUnits } from './launch-units.tsx';
import { LaunchVote } from './launch-vote.tsx';

/** One joint of an owner: registering, the meeting, voting, and what was voted. */
export function LaunchJoint({ group, hasMeeting }: { group: UnitGroup; hasMeeting: boolean }) {
  const { jointId, units } = group;
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  useOwnUnitsFollow(live);
  const user = useSession((state) => state.user);
  const joint = useQuery({
    // Another assembly has another meeting.
    queryKey: ['joint', jointId, live.joint?.assembly?.assemblyId],
    queryFn: ({ signal }) => call(getJoint, { params: { jointId }, signal }),
    enabled: live.status !== 'connecting',
    staleTime: LAUNCH_POLL_MS,
    refetchInterval: LAUNCH_POLL_MS,
  });
  const closedAt = endOf(live.joint);
  const held = units.filter((unit) => isHeldBy(user, unit));
  const free = units.filter((unit) => unit.userId === null);
  const elsewhere = units.filter((unit) => unit.userId !== null && !isHeldBy(user, unit));
  const ofLink = useLinkMeeting(jointId);
  const meeting = hasMeeting ? null : (joint.data?.zoomMeeting ?? ofLink);
  const standings = useStandings(live.joint, held);
  // Where a sector may ask too, each question says whose it is.
  const place = group.sectors.length > 0 ? 'Toda la copropiedad' : null;
  const sectors = group.sectors.map((sector) => ({
    jointId: sector.jointId,
    name: sector.jointName,
    units: sector.units,
    held: sector.units.filter((unit) => isHeldBy(user, unit)),
    alone: sector.units.filter(({ apartmentId }) => !units.some((one) => one.apartmentId === apartmentId)),
  }));

  return (
    <Card title={group.jointName || joint.data?.jointName || 'Copropiedad'}>
      <div className="stack-2">
        {live.joint && <AssemblyLines joint={live.joint} />}
        <JointLiveLine live={live} />
      </div>
      <PresenceCard jointId={jointId} live={live} />
      {joint.isError && (
        <ErrorState message={assemblyTexts.noInformation} onRetry={() => void joint.refetch()} />
      )}
      <LiveGate jointId={jointId} live={live}>
        {(state) => (
          <Stack>
            {closedAt !== null ? (
              <LaunchOver closedAt={closedAt} jointId={jointId} />
            ) : (
              <>
                {free.length > 0 && <LaunchRegister jointId={jointId} joint={state} free={free} />}
                <LaunchRepresent
                  jointId={jointId}
                  elsewhere={elsewhere}
                  isOpen={activeQuestion(state.concepts) !== null}
                />
                {meeting && (
                  <div>
                    <ZoomLink meeting={meeting} />
                  </div>
                )}
                <LaunchVote joint={state} standings={standings} isLit={false} place={place} />
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
      <div className={styles.foot}>
        {live.joint && closedAt === null && (
          <LaunchVote joint={live.joint} standings={standings} isLit place={place} />
        )}
        {sectors.map((sector) => (
          <LaunchSectorVote key={sector.jointId} sector={sector} />
        ))}
      </div>
    </Card>
  );
}

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
  units: readonly AssemblyApartment[];
  held: readonly AssemblyApartment[];
  /** Those that the joint itself does not have; the others are registered with it. */
  alone: readonly AssemblyApartment[];
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
            {endOf(state) === null && (
              <>
                <LaunchQuorum joint={state} />
                {alone.length > 0 && <PresenceCard jointId={jointId} live={live} />}
                {free.length > 0 && <LaunchRegister jointId={jointId} joint={state} free={free} />}
                <LaunchRepresent
                  jointId={jointId}
                  elsewhere={elsewhere}
                  isOpen={activeQuestion(state.concepts) !== null}
                />
                <LaunchVote joint={state} standings={standings} isLit={false} place={name} />
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

/** The way to the vote of a sector whose question is open, beside that of its joint. */
function LaunchSectorVote({ sector: { jointId, name, held } }: { sector: OwnSector }) {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const standings = useStandings(joint, held);
  return (
    joint && endOf(joint) === null && <LaunchVote joint={joint} standings={standings} isLit place={name} />
  );
}
