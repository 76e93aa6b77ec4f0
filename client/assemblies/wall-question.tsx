import type { LiveConcept } from '../../shared/live.ts';
import { coefficient, units } from '../lib/format.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { cx } from '../ui/cx.ts';
import { Meter } from '../ui/meter.tsx';
import { conceptName, outcomeWords, ruleNames } from './concept-words.ts';
import { WallAnswers } from './wall-answers.tsx';
import { WallFigure } from './wall-figure.tsx';
import { partOf } from './wall-figures.ts';
import styles from './wall-question.module.css';
import { jointRows, WallTable } from './wall-table.tsx';
import { isPrepared, onWall, onWallDetail, participation, quorumSentence } from './wall-words.ts';

/** A question in full, what it comes to, and who has voted of those who may. */
export function WallQuestion({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { registered } = joint;
  const { voted, conceptDescription: title } = concept;
  const isOpen = concept.active === 1;
  return (
    <div className={styles.question}>
      <div>
        <p className={styles.name}>{conceptName(concept.conceptId)}</p>
        <h2 className={cx(styles.title, sizeOf(title))}>{title}</h2>
      </div>
      <div className={styles.body}>
        <div className={styles.side}>
          <Outcome concept={concept} />
          <WallFigure
            label="Coeficiente votado"
            value={voted.coefficient}
            most={Math.max(voted.coefficient, registered.coefficient)}
          >
            {isOpen
              ? `de ${coefficient(registered.coefficient)} representados`
              : `en ${units(voted.apartments)}`}
          </WallFigure>
          <div className={styles.turnout}>
            {isOpen && (
              <>
                <p>
                  Han votado <strong>{participation(voted.apartments, registered.apartments)}</strong>
                </p>
                <Meter
                  label="Han votado"
                  share={partOf(voted.coefficient, registered.coefficient)}
                  valueText={`${coefficient(voted.coefficient)} de ${coefficient(registered.coefficient)} de coeficiente`}
                />
              </>
            )}
            <p className={cx(styles.quorum, joint.quorum.reached && styles.reached)}>
              {quorumSentence(joint)}
            </p>
          </div>
        </div>
        <div className={styles.results}>
          <WallAnswers concept={concept} />
          <WallTable
            label="Votos y quorum"
            first="Asamblea"
            rows={[{ id: 'voted', label: 'Votos', ...voted }, ...jointRows(joint)]}
          />
        </div>
      </div>
    </div>
  );
}

/** A question is shown in full: the longer it is, the smaller. */
function sizeOf({ length }: string): string | undefined {
  if (length > 360) return cx(styles.longer, styles.longest);
  if (length > 240) return styles.longer;
  return length > 90 ? styles.long : undefined;
}

/** The state of the question in words, with the rule that decides it. */
function Outcome({ concept }: { concept: LiveConcept }) {
  const words = isPrepared(concept) ? null : outcomeWords(concept);
  const isOpen = concept.active === 1;
  const title = words ? onWall(words.title) : isPrepared(concept) ? 'Sin abrir' : 'Votación cerrada';
  return (
    <div className={cx(styles.outcome, words && !isOpen && (words.isGood ? styles.good : styles.bad))}>
      <p className={cx(styles.status, title.length > 20 ? styles.wordy : title.length < 13 && styles.brief)}>
        {title}
      </p>
      {!isOpen && words?.detail && <p className={styles.detail}>{onWallDetail(concept, words.detail)}</p>}
      {concept.rule && <p className={styles.rule}>Regla: {ruleNames[concept.rule]}</p>}
    </div>
  );
}
