import type { CSSProperties } from 'react';
import type { LiveConcept } from '../../shared/live.ts';
import { coefficient, percent, units } from '../lib/format.ts';
import { cx } from '../ui/cx.ts';
import { conceptName } from './concept-words.ts';
import styles from './wall-answers.module.css';
import { type Bar, barsOf } from './wall-figures.ts';
import { WallTable } from './wall-table.tsx';

/** Up to here each answer has room for three lines; more stand in two columns, where the screen is wide. */
const FEW = 5;
/** And up to here with three lines even so. */
const SEVERAL = 12;

/** The answers, each as large as their number allows. A table says the same to who cannot see the bars. */
export function WallAnswers({ concept }: { concept: LiveConcept }) {
  const bars = barsOf(concept);
  const isFew = bars.length <= FEW;
  const columns = isFew ? 1 : 2;
  const layout = { '--all': bars.length, '--columns': columns, '--half': Math.ceil(bars.length / columns) };
  return (
    <div className={styles.answers}>
      <ul
        className={cx(styles.list, isFew ? styles.few : bars.length <= SEVERAL && styles.several)}
        style={layout as CSSProperties}
        aria-hidden="true"
      >
        {bars.map((bar) => (
          <Answer key={bar.answerId} bar={bar} />
        ))}
      </ul>
      <WallTable
        label={conceptName(concept.conceptId)}
        first="Respuesta"
        rows={concept.answers.map((answer) => ({
          id: `answer ${answer.answerId}`,
          label: answer.answerDescription,
          apartments: answer.apartments,
          coefficient: answer.coefficient,
        }))}
        isUnseen
      />
    </div>
  );
}

function Answer({ bar }: { bar: Bar }) {
  return (
    <li className={cx(styles.answer, bar.isDeciding && styles.deciding)}>
      <span className={styles.label}>{bar.answerDescription}</span>
      <span className={styles.figures}>
        <span className={styles.coefficient}>{coefficient(bar.coefficient)}</span>
        <span className={styles.share}>
          {percent(bar.share)}
          <span className={styles.of}> de lo votado</span>
        </span>
        <span className={styles.units}>{units(bar.apartments)}</span>
      </span>
      <span className={styles.track}>
        <span className={styles.fill} style={{ width: `${bar.share * 100}%` }} />
      </span>
    </li>
  );
}
