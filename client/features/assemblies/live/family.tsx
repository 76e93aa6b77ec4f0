import { coefficient, count, units } from '../../../lib/format.ts';
import { useLiveJoint, useLiveJoints } from '../../../lib/live/live.ts';
import { cx } from '../../../ui/cx.ts';
import type { JointOption } from '../../properties/index.ts';
import choice from '../common/choice.module.css';
import { ChoiceBody } from '../common/choice.tsx';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { activeQuestion, shortLabel } from '../common/question-messages.ts';
import { useJointFamily } from '../properties/use-assembly-joints.ts';
import { endOf } from './assembly-over.tsx';
import styles from './family.module.css';
import { isOnItsWay } from './gate.tsx';

interface Props {
  /** Id of the joint or of a sector of the joint. */
  jointId: number;
  /**
   * Called with the id of the joint or sector to show instead of `jointId`. Absent: the list only shows the
   * sectors.
   */
  onChoose?: (jointId: number) => void;
}

/**
 * List of a joint and the sectors, each with quorum and open question now. Renders no element for a joint without
 * sectors.
 * @param onChoose called with the id of the joint or sector to show; absent: the list has no buttons
 */
export function FamilyNow({ jointId, onChoose }: Props) {
  const family = useJointFamily(jointId);
  const places = onChoose ? family : family.slice(1);
  if (places.length === 0) return null;
  return (
    <ul className="stack-2 plain" aria-label={onChoose ? 'La copropiedad y sus sectores' : 'Sectores'}>
      {places.map((place) => (
        <FamilyMember
          key={place.id}
          place={place}
          isChosen={onChoose !== undefined && place.id === jointId}
          onChoose={onChoose && (() => onChoose(place.id))}
        />
      ))}
    </ul>
  );
}

/**
 * Hook: true until the live data of a joint and of all sectors have arrived. Pages wait, because a late list of
 * sectors would move the buttons below.
 */
export function useFamilyOnItsWay(jointId: number): boolean {
  const family = useJointFamily(jointId);
  const lives = useLiveJoints([jointId, ...family.map(({ id }) => id)], { pollMs: QUORUM_POLL_MS });
  return lives.some(isOnItsWay);
}

interface PlaceProps {
  place: JointOption;
  isChosen: boolean;
  onChoose: (() => void) | undefined;
}

function FamilyMember({ place, isChosen, onChoose }: PlaceProps) {
  const { joint } = useLiveJoint(place.id, { pollMs: QUORUM_POLL_MS });
  const open = joint && activeQuestion(joint.concepts);
  const words = (
    <>
      <span className={`between ${choice.line}`}>
        <span className={`strong breaks ${choice.name}`}>{place.label}</span>
        {joint && endOf(joint) === null && (
          <span className={joint.quorum.reached ? styles.good : styles.missing}>
            {joint.quorum.reached ? 'Hay quórum' : 'No hay quórum'}
          </span>
        )}
      </span>
      {joint && (
        <span className={`faint ${styles.text}`}>
          {coefficient(joint.registered.coefficient)} de {coefficient(joint.total.coefficient)} de
          coeficiente, {count(joint.registered.apartments)} de {units(joint.total.apartments)}
        </span>
      )}
      {open && <span className={styles.open}>Votación abierta: {shortLabel(open)}</span>}
    </>
  );
  return (
    <li className={cx('box', 'shrinks', isChosen && choice.chosen)}>
      <ChoiceBody isChosen={isChosen} onChoose={onChoose}>
        {words}
      </ChoiceBody>
    </li>
  );
}
