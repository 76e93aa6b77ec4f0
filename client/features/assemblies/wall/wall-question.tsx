import { partOf, turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import { endedWords } from '../../../../shared/assemblies/assembly-words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { coefficient, count, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { endOf } from '../assembly-over.tsx';
import { conceptName, outcomeWords, ruleNames, tiedWords } from '../concept-words.ts';
import { FEW, WallAnswers } from './wall-answers.tsx';
import { WallFigure } from './wall-figure.tsx';
import styles from './wall-question.module.css';
import { jointRows, WallTable } from './wall-table.tsx';
import { isPrepared, onWallDetail, participation, quorumSentence } from './wall-words.ts';

/** A question in full, what it comes to, and who has voted of those who may. */
export function WallQuestion({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { voted, conceptDescription: title } = concept;
  const isMany = concept.answers.length > FEW;
  return (
    <div className={styles.question}>
      <div>
        <p className={styles.name}>{conceptName(concept.conceptId)}</p>
        <h2 className={cx(styles.title, sizeOf(title))}>{title}</h2>
      </div>
      <div className={cx(styles.body, isMany && styles.many)}>
        <div className={styles.side}>
          <Outcome concept={concept} />
          <Turnout joint={joint} concept={concept} />
        </div>
        <div className={styles.results}>
          <div className={styles.answers}>
            <WallAnswers concept={concept} joint={joint} />
          </div>
          <div className={styles.table}>
            <WallTable
              label="Votos y quorum"
              first="Asamblea"
              isCompact={isMany}
              rows={[{ id: 'voted', label: 'Votos', ...voted }, ...jointRows(joint)]}
            />
          </div>
        </div>
      </div>
    </div>
  );
}

/** How much was voted, large; and while it goes on, how many of those who may. */
function Turnout({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { registered } = joint;
  const isOpen = concept.active === 1;
  const closedAt = endOf(joint);
  const { voted, of, isCount } = turnoutOf(concept, joint);
  const say = isCount ? count : coefficient;
  return (
    <>
      <div className={styles.figure}>
        <WallFigure
          label={isCount ? 'Votos' : 'Coeficiente votado'}
          value={voted}
          most={Math.max(voted, of)}
          isCount={isCount}
        >
          {isOpen
            ? `de ${say(of)} representados`
            : isCount
              ? `coeficiente ${coefficient(concept.voted.coefficient)}`
              : `en ${units(concept.voted.apartments)}`}
        </WallFigure>
      </div>
      <div className={styles.turnout}>
        {isOpen && (
          <>
            <p>
              Han votado <strong>{participation(concept.voted.apartments, registered.apartments)}</strong>
            </p>
            <Meter
              label="Han votado"
              share={partOf(voted, of)}
              valueText={`${say(voted)} de ${say(of)} ${isCount ? 'votos' : 'de coeficiente'}`}
            />
          </>
        )}
        {closedAt === null ? (
          <p className={cx(styles.quorum, joint.quorum.reached && styles.reached)}>{quorumSentence(joint)}</p>
        ) : (
          <p className={cx(styles.quorum, styles.over)}>{endedWords(closedAt)}</p>
        )}
      </div>
    </>
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
  const title = words ? words.title : isPrepared(concept) ? 'Sin abrir' : 'Votación cerrada';
  const tied = concept.outcome?.status === 'tied' ? tiedWords(concept) : '';
  return (
    <div className={cx(styles.outcome, words && !isOpen && (words.isGood ? styles.good : styles.bad))}>
      <p className={cx(styles.status, title.length > 20 ? styles.wordy : title.length < 13 && styles.brief)}>
        {title}
      </p>
      {!isOpen && (words?.detail || tied) && (
        <p className={styles.detail}>{tied || onWallDetail(concept, words?.detail ?? '')}</p>
      )}
      {concept.rule && (
        <p className={styles.rule}>
          {ruleNames[concept.rule]}
          {concept.rule !== 'simple' && `: ${ruleWords(concept.rule, null, concept.outcome?.mode).need}`}
        </p>
      )}
    </div>
  );
}
