import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/live.ts';
import { conceptName, outcomeWords } from '../concept-words.ts';
import styles from './wall-attendance.module.css';
import { isPrepared } from './wall-words.ts';

/** As many as fit beside the curve. */
const LATEST = 3;

/** What became of the last questions, while nothing is being voted. */
export function WallOutcomes({ concepts }: { concepts: readonly LiveConcept[] }) {
  const latest = concepts
    .filter((concept) => concept.conceptId !== ATTENDANCE && !isPrepared(concept))
    .slice(-LATEST);
  if (latest.length === 0) return null;
  return (
    <ul className={styles.outcomes} aria-label="Votaciones">
      {latest.map((concept) => {
        const words = outcomeWords(concept);
        return (
          <li key={concept.conceptId}>
            <span>{conceptName(concept.conceptId)}</span>
            <strong>{words?.title ?? ''}</strong>
            {words?.half && <span className={styles.half}>{words.half}</span>}
          </li>
        );
      })}
    </ul>
  );
}
