import type { CSSProperties } from 'react';
import { type Bar, barsOf } from '../../../../shared/assemblies/answer-bars.ts';
import { isOfRoll } from '../../../../shared/assemblies/law/majority.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { units, votes } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { cx } from '../../../ui/cx.ts';
import { conceptName, HIDDEN, LEADS } from '../common/question-messages.ts';
import { AnswerBar } from '../results/answer-bar.tsx';
import styles from './answers.module.css';
import { WallTable } from './table.tsx';

/**
 * Highest number of answers on the wall with the text beside the figure. With more answers the text stands above
 * the figure, in two columns.
 */
export const FEW_ANSWERS = 5;
/** Maximum number of answers in two columns with three lines of text each. */
const SEVERAL = 12;
/**
 * Maximum number of characters of an answer with a high bar. Longer answers get a lower bar, to leave room for the
 * lines of text.
 */
const SHORT_ANSWER = 40;
/** Maximum number of text lines of an answer. */
const LINES = 8;
/** Number of characters of a long name. Among many answers, long names get a smaller font rather than being cut. */
const LONG = 30;

/**
 * Answers of a question on the wall screen, as bars sized by the number of answers, and as a table for screen
 * readers.
 */
export function WallAnswers({ concept, joint }: { concept: LiveConcept; joint: LiveJoint }) {
  if (concept.hidden) return <p className={`faint ${styles.hidden}`}>{HIDDEN}</p>;
  const bars = barsOf(concept, joint);
  const isFew = bars.length <= FEW_ANSWERS;
  const columns = isFew ? 1 : 2;
  const longest = Math.max(...bars.map((bar) => bar.answerDescription.length));
  const isCrowd = bars.length > SEVERAL;
  const layout = {
    '--columns': columns,
    '--half': Math.ceil(bars.length / columns),
    '--bar': longest > SHORT_ANSWER ? 0.15 : 0.26,
    '--fit': fitOf(longest, isCrowd),
  };
  return (
    <div className={styles.tally}>
      <ul
        className={cx(styles.list, isFew ? styles.few : isCrowd ? styles.crowd : styles.several)}
        style={layout as CSSProperties}
        aria-hidden="true"
      >
        {bars.map((bar) => (
          <Answer key={bar.answerId} bar={bar} concept={concept} isOneOfMany={isCrowd} />
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
          votes: concept.rule === 'perUnit' ? answer.dwellings : undefined,
        }))}
        isUnseen
      />
    </div>
  );
}

/**
 * CSS font size, as large as possible, for the longest answer in full within a row. The estimate takes 0.6 em for a
 * letter, 10 letters for 'Va adelante', and 6 letters lost at the end of a line. `isCrowd`: the figures take 11 em
 * of the line; else the figures have a line apart.
 */
function fitOf(longest: number, isCrowd: boolean): string {
  const sizes = Array.from({ length: LINES }, (_, at) => {
    const lines = at + 1;
    const height = isCrowd ? 0.72 / (1.1 * lines) : 0.87 / (1.21 * lines + 1.15);
    const bar = isCrowd ? '' : ` - var(--bar) * ${(1 / (1.21 * lines + 1.15)).toFixed(3)} * var(--row)`;
    const letters = 0.6 * (longest + 10 + 6 * lines) + (isCrowd ? 11 * lines : 0);
    return `min(${height.toFixed(3)} * var(--row)${bar}, ${(lines / letters).toFixed(4)} * var(--width))`;
  });
  return `max(${sizes.join(', ')})`;
}

/**
 * Spanish words for the total behind a percentage: the represented units, the whole joint, or the represented
 * coefficient.
 */
function wholeOf(concept: LiveConcept): string {
  if (concept.rule === 'perUnit') return ' de los representados';
  return isOfRoll(concept) ? ' del total' : ' de lo representado';
}

interface AnswerProps {
  bar: Bar;
  concept: LiveConcept;
  /**
   * True among many answers: the name then takes the place of the second figure, unless the second figure decides.
   */
  isOneOfMany: boolean;
}

function Answer({ bar, concept, isOneOfMany }: AnswerProps) {
  const isCount = concept.rule === 'perUnit';
  const inRoom = bar.allShare !== null;
  return (
    <li className={cx(styles.answer, bar.isDeciding && styles.deciding, inRoom && styles.both)}>
      <span
        className={cx('strong breaks', styles.label, bar.answerDescription.length > LONG && styles.longName)}
      >
        {bar.answerDescription}
        {bar.isLeading && <span className={styles.leads}>{LEADS}</span>}
      </span>
      <span className={styles.figures}>
        <span className={`bold ${styles.main}`}>
          {isCount ? votes(bar.dwellings) : inRoom ? bar.words.inRoom : bar.words.coefficient}
          {inRoom && <span className="regular"> en el salón</span>}
        </span>
        <span className={styles.share}>
          {bar.words.share}
          <span className={`faint ${styles.of}`}>{wholeOf(concept)}</span>
        </span>
        {(!isOneOfMany || inRoom) && (
          <span className={`faint ${styles.tallySide}`}>
            {inRoom ? (
              `${bar.words.coefficient} con todos los votos`
            ) : isCount ? (
              <>
                <span className={`faint ${styles.of}`}>coeficiente </span>
                {bar.words.coefficient}
              </>
            ) : (
              units(bar.apartments)
            )}
          </span>
        )}
      </span>
      <AnswerBar bar={bar} className={styles.bar} />
    </li>
  );
}
