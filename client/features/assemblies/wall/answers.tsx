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
 * Maximum of answers with the text beside the figure, on up to three lines. More answers have the text above, in two
 * columns.
 */
export const FEW = 5;
/** Maximum of answers in two columns with three lines each. */
const SEVERAL = 12;
/** Answers longer than these characters get lower bars, for the lines of the text. */
const SHORT = 40;
/** Maximum of lines of an answer. */
const LINES = 8;
/** Length of a long name, in characters. Shown in a smaller font among many answers, rather than cut. */
const LONG = 30;

interface Props {
  concept: LiveConcept;
  joint: LiveJoint;
}

/** Answers as bars, sized by their number, and as a table for screen readers. */
export function WallAnswers({ concept, joint }: Props) {
  if (concept.hidden) return <p className={styles.hidden}>{HIDDEN}</p>;
  const bars = barsOf(concept, joint);
  const isFew = bars.length <= FEW;
  const columns = isFew ? 1 : 2;
  const longest = Math.max(...bars.map((bar) => bar.answerDescription.length));
  const isCrowd = bars.length > SEVERAL;
  const layout = {
    '--columns': columns,
    '--half': Math.ceil(bars.length / columns),
    '--bar': longest > SHORT ? 0.15 : 0.26,
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
 * Largest font size, in CSS, that shows the longest answer in full within the height and width of a row. The estimate
 * takes 0.6 em for a letter, 10 letters for 'Va adelante', and 6 letters lost at the end of a line. In a crowd, figures
 * take 11 em of the line; else they have a line of their own.
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

/** Words for the base of the percentage. */
function wholeOf(concept: LiveConcept): string {
  if (concept.rule === 'perUnit') return ' de los representados';
  return isOfRoll(concept) ? ' del total' : ' de lo representado';
}

interface AnswerProps {
  bar: Bar;
  concept: LiveConcept;
  /** The name takes the place of the lesser figure, unless that figure decides. */
  isOneOfMany: boolean;
}

function Answer({ bar, concept, isOneOfMany }: AnswerProps) {
  const isCount = concept.rule === 'perUnit';
  const inRoom = bar.allShare !== null;
  return (
    <li className={cx(styles.answer, bar.isDeciding && styles.deciding, inRoom && styles.both)}>
      <span className={cx(styles.label, bar.answerDescription.length > LONG && styles.longName)}>
        {bar.answerDescription}
        {bar.isLeading && <span className={styles.leads}>{LEADS}</span>}
      </span>
      <span className={styles.figures}>
        <span className={styles.main}>
          {isCount ? votes(bar.dwellings) : inRoom ? bar.words.inRoom : bar.words.coefficient}
          {inRoom && <span className={styles.small}> en el salón</span>}
        </span>
        <span className={styles.share}>
          {bar.words.share}
          <span className={styles.of}>{wholeOf(concept)}</span>
        </span>
        {(!isOneOfMany || inRoom) && (
          <span className={styles.tallySide}>
            {inRoom ? (
              `${bar.words.coefficient} con todos los votos`
            ) : isCount ? (
              <>
                <span className={styles.of}>coeficiente </span>
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
