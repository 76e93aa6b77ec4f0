import type { AssemblyApartment } from '../../../../shared/accounts/users.api.ts';
import styles from '../vote.module.css';
import { type Choices, toAll, toEach } from './vote-ballot.ts';

const WAYS = [
  { isEach: false, label: 'La misma respuesta para todos' },
  { isEach: true, label: 'Respuestas diferentes' },
];

interface Props {
  choices: Choices;
  units: readonly AssemblyApartment[];
  onChange: (choices: Choices) => void;
}

/** With several units: one answer for all of them, or, one press away, an answer for each. */
export function VoteWays({ choices, units, onChange }: Props) {
  return (
    <fieldset className={styles.ways} aria-label="Cómo votar por sus inmuebles">
      {WAYS.map(({ isEach, label }) => (
        <button
          key={label}
          type="button"
          className={styles.way}
          aria-pressed={choices.isEach === isEach}
          onClick={() => {
            if (choices.isEach !== isEach) onChange(isEach ? toEach(choices, units) : toAll(choices, units));
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
