import {
  alternatesWords,
  electionNotes,
  seatRows,
  sumLines,
} from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { coefficient } from '../../../lib/format.ts';
import styles from './seats.module.css';

interface Props {
  concept: Pick<LiveConcept, 'answers' | 'outcome'>;
}

/**
 * List of the elected people of a closed election, with alternates, notes and vote sums. Renders no element for
 * other questions.
 */
export function ElectionSeats({ concept: { answers, outcome } }: Props) {
  const election = outcome?.election;
  if (!election) return null;
  const toldElection = { election, answers };
  const alternates = alternatesWords(toldElection);
  const sums = sumLines(toldElection);
  return (
    <div className="stack-3">
      {election.elected.length > 0 && (
        <ol className={styles.seats} aria-label="Elegidos">
          {seatRows(toldElection).map(({ seat, name, list, how, acceptance, coefficient: votes }) => (
            <li key={seat} value={seat} className="anywhere">
              <strong>{name}</strong>{' '}
              <span className={styles.how}>
                {[list, votes === null ? '' : coefficient(votes), how].filter(Boolean).join(', ')}.{' '}
                {acceptance}
              </span>
            </li>
          ))}
        </ol>
      )}
      {alternates && (
        <p className="anywhere">
          <strong>Suplentes, en orden.</strong> {alternates}.
        </p>
      )}
      {electionNotes(toldElection).map((note) => (
        <p key={note} className="anywhere">
          {note}
        </p>
      ))}
      {sums.length > 0 && (
        <details>
          <summary className={styles.fold}>Ver la cuenta</summary>
          <ul className="stack-1 plain">
            {sums.map((line) => (
              <li key={line} className="anywhere">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
