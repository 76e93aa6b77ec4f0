import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { unheard } from '../../../lib/live/live-store.ts';
import { endOf } from '../assembly-over.tsx';
import { activeQuestion } from '../concept-words.ts';
import { LiveGate } from '../live-gate.tsx';
import { useOwnUnitsFollow } from '../own-units.ts';
import { LAUNCH_POLL_MS } from '../poll-times.ts';
import { PresenceCard } from '../presence-card.tsx';
import { useStandings } from '../use-standings.ts';
import styles from './launch.module.css';
import { LaunchHistory } from './launch-history.tsx';
import { LaunchQuorum } from './launch-quorum.tsx';
import { LaunchRegister } from './launch-register.tsx';
import { LaunchRepresent } from './launch-represent.tsx';
import { LaunchUnits } from './launch-units.tsx';
import { LaunchVote } from './launch-vote.tsx';

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
export function LaunchSector({ sector: { jointId, name, units, held, alone } }: { sector: OwnSector }) {
  const live = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  // Of units that the joint has too it is the joint that tells.
  useOwnUnitsFollow(alone.length > 0 ? live : unheard);
  const standings = useStandings(live.joint, held);
  const free = alone.filter((unit) => unit.userId === null);
  const elsewhere = alone.filter((unit) => unit.userId !== null && !held.includes(unit));
  return (
    <section aria-label={name} className={styles.sector}>
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
export function LaunchSectorVote({ sector: { jointId, name, held } }: { sector: OwnSector }) {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const standings = useStandings(joint, held);
  return (
    joint && endOf(joint) === null && <LaunchVote joint={joint} standings={standings} isLit place={name} />
  );
}
