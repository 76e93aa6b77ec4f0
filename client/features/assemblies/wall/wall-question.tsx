import type { CSSProperties } from 'react';
import { type Bar, barsOf, partOf, turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import { endedWords } from '../../../../shared/assemblies/assembly-words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { coefficient, count, percent, units, votes } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { endOf } from '../assembly-over.tsx';
import { conceptName, outcomeWords, ruleNames, tiedWords } from '../concept-words.ts';
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

/** Up to here each answer has room for three lines beside the figure; more stand below it, in two columns. */
const FEW = 5;
/** And up to here with three lines even so. */
const SEVERAL = 12;
/** Among more than that a longer name is smaller, rather than cut. */
const LONG = 30;

interface Props {
  concept: LiveConcept;
  joint: LiveJoint;
}

/** The answers, each as large as their number allows. A table says the same to who cannot see the bars. */
function WallAnswers({ concept, joint }: Props) {
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
          <Answer key={bar.answerId} bar={bar} rule={concept.rule} isOneOfMany={bars.length > SEVERAL} />
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
const wholes = {
  simple: ' de lo representado',
  perUnit: ' de los votos',
  qualified: ' del total',
  election: ' de lo representado',
} as const;

interface AnswerProps {
  bar: Bar;
  rule: LiveConcept['rule'];
  /** Its name then has the room of its lesser figure, where that decides nothing. */
  isOneOfMany: boolean;
}

function Answer({ bar, rule, isOneOfMany }: AnswerProps) {
  const isCount = rule === 'perUnit';
  return (
    <li className={cx(styles.answer, bar.isDeciding && styles.deciding, bar.isTied && styles.tied)}>
      <span className={cx(styles.label, bar.answerDescription.length > LONG && styles.longName)}>
        {bar.answerDescription}
      </span>
      <span className={styles.figures}>
        <span className={styles.main}>{isCount ? votes(bar.dwellings) : coefficient(bar.coefficient)}</span>
        <span className={styles.share}>
          {percent(bar.share)}
          <span className={styles.of}>{wholes[rule ?? 'simple']}</span>
        </span>
        {(!isOneOfMany || bar.inRoomShare !== null) && (
          <span className={styles.tallySide}>
            {bar.inRoomShare !== null ? (
              <span className={styles.room}>
                {coefficient(bar.inRoom)} <span className={styles.small}>en el salón</span>
              </span>
            ) : isCount ? (
              <>
                <span className={styles.of}>coeficiente </span>
                {coefficient(bar.coefficient)}
              </>
            ) : (
              units(bar.apartments)
            )}
          </span>
        )}
      </span>
      <span className={styles.bar}>
        <span className={styles.track}>
          <span
            className={cx(styles.fill, bar.inRoomShare !== null && styles.all)}
            style={{ width: `${bar.share * 100}%` }}
          />
          {bar.inRoomShare !== null && (
            <span className={styles.fill} style={{ width: `${bar.inRoomShare * 100}%` }} />
          )}
        </span>
        {bar.mark !== null && <span className={styles.mark} style={{ left: `${bar.mark * 100}%` }} />}
      </span>
    </li>
  );
}
