import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import { coefficient, units as countUnits } from '../../../lib/format.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { lazyPart } from '../../../ui/optional-part.tsx';
import { Card, Notice, Stack } from '../../../ui/page.tsx';
import { CurrentPoint } from '../agenda/current-point.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { activeQuestion } from '../common/question-messages.ts';
import styles from '../launch/launch.module.css';
import { QuestionSheet } from '../launch/question-sheet.tsx';
import { LaunchReceipts } from '../launch/receipts.tsx';
import { LaunchRegister } from '../launch/register.tsx';
import { AssemblyOver, endOf } from '../live/assembly-over.tsx';
import { PresenceCard } from '../live/presence-card.tsx';
import { ReleasedNotice } from '../live/released-notice.tsx';
import { useStandings } from '../live/use-standings.ts';
import { mayAnswer, registrationWords, totalCoefficient, useLostUnits } from '../properties/own-units.ts';
import { Results } from '../results/results.tsx';
import { type UnitGroup, unitsOfGroup } from '../units/groups.ts';
import { Former } from '../vote/refused.tsx';
import { useForgetRead, useVote } from '../vote/use-vote.ts';

// Loaded on demand: the page shows before.
const PhoneTurns = lazyPart(async () => (await import('../turns/phone-turns.tsx')).default);

/**
 * Waiting page for a person signed in by the code of a card or badge: units, past votes, and a hint: the next
 * question appears without a reload.
 * @param groups units of the code, by joint and sector
 */
export default function QrWaiting({ groups }: { groups: readonly UnitGroup[] }) {
  const isSeveral = groups.length > 1;
  const lost = useLostUnits().data ?? [];
  return (
    <>
      <ReleasedNotice units={[...lost, ...groups.flatMap(unitsOfGroup).filter(({ userId }) => userId)]} />
      {groups.map((group) => (
        <Group key={group.jointId} group={group} hasName={isSeveral} />
      ))}
    </>
  );
}

function Group({ group, hasName }: { group: UnitGroup; hasName: boolean }) {
  const { jointId } = group;
  const units = unitsOfGroup(group);
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const closedAt = endOf(live.joint);
  const free = units.filter((unit) => unit.userId === null);
  const elsewhere = units.filter((unit) => unit.userId !== null && !mayAnswer(unit));
  const byOther =
    closedAt === null ? units.filter((unit) => mayAnswer(unit) && unit.registeredWith !== 'self') : [];
  return (
    <Card title={hasName ? group.jointName : undefined}>
      <CurrentPoint assembly={live.joint?.assembly ?? null} />
      {closedAt !== null && (
        <AssemblyOver closedAt={closedAt}>
          <p>La votación con este código terminó. No necesita hacer nada más.</p>
        </AssemblyOver>
      )}
      {live.joint && closedAt === null && free.length > 0 && (
        <LaunchRegister jointId={jointId} joint={live.joint} free={free} />
      )}
      {closedAt === null && elsewhere.length > 0 && (
        <Notice kind="warning" title={`Otra persona responde por: ${namesOf(elsewhere)}.`}>
          <p>Si no está de acuerdo, acérquese a la mesa de registro.</p>
        </Notice>
      )}
      {byOther.map((unit) => (
        <p key={unit.apartmentId}>
          {unit.apartmentId}: {registrationWords(unit).toLowerCase()}. También puede votar desde aquí.
        </p>
      ))}
      <WaitingQuestion
        jointId={jointId}
        name={group.sectors.length > 0 ? group.jointName : ''}
        held={group.units.filter(mayAnswer)}
      />
      {group.sectors.map((sector) => (
        <WaitingQuestion
          key={sector.jointId}
          jointId={sector.jointId}
          name={sector.jointName}
          held={sector.units.filter(mayAnswer)}
        />
      ))}
      {live.joint && closedAt === null && <PhoneTurns joint={live.joint} held={units.filter(mayAnswer)} />}
      <PresenceCard jointId={jointId} live={live} isBanner />
      <div className={styles.foot}>
        <WaitingSheet
          jointId={jointId}
          name={group.sectors.length > 0 ? group.jointName : ''}
          units={group.units}
        />
        {group.sectors.map((sector) => (
          <WaitingSheet
            key={sector.jointId}
            jointId={sector.jointId}
            name={sector.jointName}
            units={sector.units}
          />
        ))}
      </div>
    </Card>
  );
}

const namesOf = (units: readonly OwnApartment[]): string => units.map((unit) => unit.apartmentId).join(', ');

interface QuestionProps {
  jointId: number;
  /** Name of the joint or sector, shown if the code has units in several. */
  name: string;
  held: readonly OwnApartment[];
}

/**
 * State of a joint or sector on the waiting page: no open question, already voted, or the reason against voting.
 */
function WaitingQuestion({ jointId, name, held }: QuestionProps) {
  const live = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const { voting } = useVote(jointId, live);
  useForgetRead(jointId);
  const standings = useStandings(live.joint, held);
  if (!live.joint) return null;
  const isOver = endOf(live.joint) !== null;
  const open = activeQuestion(live.joint.concepts);
  const hasVoted = standings.some((one) => one.standing !== null && one.standing.voted > 0);
  return (
    <section aria-label={name === '' ? 'Votación' : name}>
      <Stack>
        {name !== '' && <h2>{name}</h2>}
        {voting.phase === 'finished' && <Former voting={voting} />}
        <Results joint={live.joint} held={held} place={name || null} />
        {!isOver && (
          <Notice title={open ? 'Hay una votación activa.' : 'En este momento no hay una votación activa.'}>
            <p>La siguiente votación aparecerá aquí; no necesita actualizar la página.</p>
          </Notice>
        )}
        {held.length > 0 && !isOver && (
          <p>
            Usted vota por {countUnits(held.length)}, con un coeficiente de{' '}
            <strong>{coefficient(totalCoefficient(held))}</strong>: {namesOf(held)}.
          </p>
        )}
        {hasVoted && (
          <>
            <h2>Lo que usted votó</h2>
            <LaunchReceipts jointId={jointId} held={held} heading="h3" isUnfolded={isOver} />
          </>
        )}
      </Stack>
    </section>
  );
}

/** Open question of a joint or sector, or the new result, at the bottom of the screen. */
function WaitingSheet({
  jointId,
  name,
  units,
}: Omit<QuestionProps, 'held'> & { units: readonly OwnApartment[] }) {
  const { joint } = useLiveJoint(jointId, { pollMs: QUORUM_POLL_MS });
  const held = units.filter(mayAnswer);
  const standings = useStandings(joint, held);
  if (!joint || endOf(joint) !== null) return null;
  const free = units.filter((unit) => unit.userId === null);
  return <QuestionSheet joint={joint} held={held} free={free} standings={standings} place={name || null} />;
}
