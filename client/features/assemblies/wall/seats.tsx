import type { CSSProperties } from 'react';
import {
  alternatesWords,
  electionNotes,
  seatRows,
  sumLines,
} from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { coefficient } from '../../../lib/format.ts';
import styles from './seats.module.css';

/** Maximum number of names in a single column. More names take two columns. */
const ONE_COLUMN = 5;

/** Elected people of a closed election on the wall screen, as large as possible, then alternates and vote sums. */
export function WallSeats({ concept: { answers, outcome } }: { concept: LiveConcept }) {
  const election = outcome?.election;
  if (!election) return null;
  const toldElection = { election, answers };
  const rows = seatRows(toldElection);
  const columns = rows.length > ONE_COLUMN ? 2 : 1;
  const alternates = alternatesWords(toldElection);
  const notes = electionNotes(toldElection);
  const lines = [...(alternates ? [`Suplentes, en orden. ${alternates}.`] : []), ...sumLines(toldElection)];
  const layout = { '--columns': columns, '--lines': Math.ceil(rows.length / columns) };
  return (
    <div className={`shrinks ${styles.seats}`} style={layout as CSSProperties}>
      <ol className={`plain ${styles.list}`} aria-label="Elegidos">
        {rows.map(({ seat, name, list, how, acceptance, coefficient: votes }) => (
          <li key={seat} value={seat} className={`anywhere wrap ${styles.seat}`}>
            <span className={`bold ${styles.name}`}>
              {seat}. {name}
            </span>
            <span className={`faint ${styles.how}`}>
              {[list, votes === null ? '' : coefficient(votes), how].filter(Boolean).join(', ')}. {acceptance}
            </span>
          </li>
        ))}
      </ol>
      {notes.length > 0 && (
        <div className={`strong tabular ${styles.notes}`}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <div className={`faint tabular ${styles.more}`}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
