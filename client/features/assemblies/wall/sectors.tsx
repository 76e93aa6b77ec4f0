import { useLiveJoint } from '../../../lib/live/live.ts';
import type { JointOption } from '../../properties/index.ts';
import { QUORUM_POLL_MS } from '../common/intervals.ts';
import { activeQuestion, conceptName } from '../common/question-messages.ts';
import styles from './wall.module.css';
import { quorumSentence } from './words.ts';

/**
 * Lines on the wall about the other sectors of a joint: quorum, or the open question. A single wall then serves sectors
 * voting at the same time. Renders no element for a joint without sectors.
 * @param others joint and sectors without the shown sector
 */
export function WallSectors({ others }: { others: readonly JointOption[] }) {
  if (others.length === 0) return null;
  return (
    <ul className={`plain wrap ${styles.sectors}`} aria-label="Sectores">
      {others.map((place) => (
        <WallSector key={place.id} place={place} />
      ))}
    </ul>
  );
}

function WallSector({ place: { id, label } }: { place: JointOption }) {
  const { joint } = useLiveJoint(id, { pollMs: QUORUM_POLL_MS });
  const open = joint && activeQuestion(joint.concepts);
  return (
    <li>
      <strong>{label}</strong>
      {joint && `: ${open ? `vota la ${conceptName(open.conceptId)}` : quorumSentence(joint)}`}
    </li>
  );
}
