import type { CSSProperties } from 'react';
import { type Bar, barsOf } from '../../../../shared/assemblies/answer-bars.ts';
import { isOfRoll } from '../../../../shared/assemblies/law/majority.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { units, votes } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { cx } from '../../../ui/cx.ts';
import { conceptName, HIDDEN, LEADS } from '../concept-words.ts';
import { AnswerBar } from '../results/answer-bar.tsx';
import styles from './wall-answers.module.css';
import { WallTable } from './wall-table.tsx';

/** Up to here each answer has room for three lines beside the figure; more stand below it, in two columns. */
export const FEW = 5;
/** And up to here with three lines even so. */
const SEVERAL = 12;
/** Among more than that a longer name is smaller, rather than cut. */
const LONG = 30;

interface Props {
  concept: LiveConcept;
  joint: LiveJoint;
}

/** The answers, each as large as their number allows. A table says the same to who cannot see the bars. */
export function WallAnswers({ concept, joint }: Props) {
  if (concept.hidden) return <p className={styles.hidden}>{HIDDEN}</p>;
  const bars = barsOf(concept, joint);
  const isFew = bars.length <= FEW;
  const columns = isFew ? 1 : 2;
  const layout = { '--all': bars.length, '--columns': columns, '--half': Math.ceil(bars.length / columns) };
  return (
    <div className={styles.tally}>
      <ul
        className={cx(
          styles.list,
          isFew ? styles.few : bars.length <= SEVERAL ? styles.several : styles.crowd,
        )}
        style={layout as CSSProperties}
        aria-hidden="true"
      >
        {bars.map((bar) => (
          <Answer key={bar.answerId} bar={bar} concept={concept} isOneOfMany={bars.length > SEVERAL} />
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

/** What the share is a part of. */
function wholeOf(concept: LiveConcept): string {
  if (concept.rule === 'perUnit') return ' de los representados';
  return isOfRoll(concept) ? ' del total' : ' de lo representado';
}

interface AnswerProps {
  bar: Bar;
  concept: LiveConcept;
  /** Its name then has the room of its lesser figure, where that decides nothing. */
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
