import type { OwnApartment } from '../../../../shared/accounts/users.api.ts';
import type { AssemblyNow } from '../../../../shared/assemblies/assemblies.api.ts';
import { assemblyName, isOfDay } from '../../../../shared/assemblies/words.ts';
import { today } from '../../../../shared/days.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { Meter } from '../../../ui/meter.tsx';
import { ButtonLink, Card } from '../../../ui/page.tsx';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { conceptName, quorumWords, verdictLine } from '../common/question-messages.ts';
import { useStandings } from '../live/use-standings.ts';
import { mayAnswer, useOwnUnitsFollow } from '../properties/own-units.ts';
import styles from './assemblies-now.module.css';
import { stepOf, whenWords } from './words.ts';

interface Props {
  assemblies: readonly AssemblyNow[];
  profile: Profile;
  /** Units of the signed-in owner. Absent for other profiles. */
  own?: readonly OwnApartment[];
  /** Joints with the administrator's right to run assemblies. Absent for other profiles. */
  runs?: readonly number[];
}

/**
 * Cards on the welcome page of every user: a card for each assembly open now or called for today, with a link to
 * the user's next step.
 */
export function AssembliesToday({ assemblies, ...rest }: Props) {
  const ofToday = todayOf(assemblies);
  const urgent = urgentOf({ assemblies, ...rest });
  if (ofToday.length === 0) return null;
  return (
    <div className={styles.cards}>
      {ofToday.map((one) => (
        <Card key={one.jointId} title={one.jointName}>
          <OneToday one={one} isMain={one === urgent} {...rest} />
        </Card>
      ))}
    </div>
  );
}

const todayOf = (assemblies: readonly AssemblyNow[]) =>
  assemblies.filter((one) => isOfDay(one.assembly, today()));

/** Returns the first assembly of today with an urgent step: the assembly has the full button of the page. */
const urgentOf = ({ assemblies, profile, own = [], runs = [] }: Props) =>
  todayOf(assemblies).find((one) => stepOf(one, profile, own, runs)?.isUrgent);

/** True if the card of an assembly of today has the full button of the page. */
export const hasUrgentAssembly = (of: Props): boolean => urgentOf(of) !== undefined;

function OneToday({
  one,
  isMain,
  profile,
  own = [],
  runs = [],
}: Omit<Props, 'assemblies'> & { one: AssemblyNow; isMain: boolean }) {
  const { assembly, registered, total, quorum } = one;
  useOwnUnitsFollow(useLiveJoint(one.jointId, { pollMs: LAUNCH_POLL_MS }));
  const isOpen = assembly.openedAt !== null && assembly.closedAt === null;
  return (
    <>
      <div className="stack-1">
        <p className="bold large">{whenWords(one, today())}</p>
        <p className="anywhere">
          {assemblyName(assembly)}
          {assembly.place !== null && assembly.closedAt === null && ` · ${assembly.place}`}
        </p>
      </div>
      {isOpen && <QuorumNow of={{ assembly, registered, quorum }} total={total.coefficient} />}
      {one.places.map((place) => (
        <PlaceNow key={place.jointId} place={place} />
      ))}
      <NextStep one={one} profile={profile} own={own} runs={runs} isLarge isMain={isMain} />
    </>
  );
}

/** Represented coefficient compared with the quorum, as a bar and in words. */
function QuorumNow({ of, total }: { of: Parameters<typeof quorumWords>[0]; total: number }) {
  const words = quorumWords(of);
  const { required } = of.quorum;
  return (
    <div className="stack-2 tabular">
      <Meter
        label="Coeficiente representado"
        share={total === 0 ? 0 : of.registered.coefficient / total}
        valueText={words.detail}
        threshold={required > 0 && total > 0 ? required / total : null}
        isGood={words.isGood}
      />
      <p>
        <strong className={words.isGood ? 'good' : undefined}>{words.title}.</strong> {words.detail}
      </p>
    </div>
  );
}

/** Shows the open question of an assembly, else the result of the last question. */
function PlaceNow({ place: { sectorName, open, closed } }: { place: AssemblyNow['places'][number] }) {
  const of = sectorName === null ? '' : ` de ${sectorName}`;
  if (open) {
    return (
      <p className="anywhere">
        <strong>Votación abierta{of}:</strong> {open.conceptDescription}
      </p>
    );
  }
  if (!closed) return null;
  return (
    <p className="anywhere">
      Último resultado{of}: <strong>{verdictLine(closed)}</strong> ({conceptName(closed.conceptId)}).
    </p>
  );
}

interface StepProps extends Required<Omit<Props, 'assemblies'>> {
  one: AssemblyNow;
  isLarge?: true;
  isMain?: boolean;
}

function NextStep({ one, profile, own, runs, isLarge, isMain }: StepProps) {
  const step = stepOf(one, profile, own, runs);
  const hasVoted = useHasVoted(step?.votes === true ? step.jointId : null, own);
  const choose = useChosenJoint((state) => state.choose);
  if (step === null) return null;
  const { label, to, isUrgent } = hasVoted ? votedStep : step;
  return (
    <div>
      <ButtonLink
        to={to}
        variant={isUrgent && isMain ? 'primary' : 'secondary'}
        size={isLarge ? 'large' : 'small'}
        label={`${label}, ${one.jointName}`}
        onFollow={() => choose(step.jointId)}
      >
        {label}
      </ButtonLink>
    </div>
  );
}

const votedStep = { label: 'Usted ya votó. Ver la asamblea', to: '/LaunchPage', isUrgent: false };

/** True if the owner has answered the joint's open question for all units with a vote. */
function useHasVoted(jointId: number | null, own: readonly OwnApartment[]): boolean {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const held = own.filter((unit) => unit.jointId === jointId && mayAnswer(unit));
  const standings = useStandings(joint, held);
  const standing = standings.find(({ question }) => question.active === 1)?.standing;
  return standing != null && standing.voted > 0 && standing.voted >= standing.outOf;
}

/**
 * List on the welcome page with future and recently closed assemblies, a line each.
 * @param profile kind of user, for the offered links
 * @param own units of the signed-in owner; empty for other users
 * @param runs joints with the administrator's right to run assemblies; empty for other users
 */
export function OtherAssemblies({ assemblies, profile, own = [], runs = [] }: Props) {
  const others = assemblies.filter((one) => !isOfDay(one.assembly, today()));
  if (others.length === 0) return null;
  return (
    <Card title="Próximas asambleas y recientes">
      <ul className="stack-4 plain">
        {others.map((one) => (
          <li key={one.jointId} className="stack-2">
            <h3>{one.jointName}</h3>
            <p className="anywhere">
              <strong>{whenWords(one, today())}</strong> · {assemblyName(one.assembly)}
              {one.assembly.place !== null && one.assembly.closedAt === null && ` · ${one.assembly.place}`}
            </p>
            {one.places.map((place) => (
              <PlaceNow key={place.jointId} place={place} />
            ))}
            <NextStep one={one} profile={profile} own={own} runs={runs} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
