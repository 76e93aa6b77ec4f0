import type { CSSProperties } from 'react';
import { turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import { methodWords } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { endedWords } from '../../../../shared/assemblies/words.ts';
import { coefficient, count } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import {
  belowVerdict,
  conceptName,
  type OutcomeWords,
  outcomeWords,
  ruleName,
  verdictLine,
  verdictWords,
} from '../common/question-messages.ts';
import { endOf } from '../live/assembly-over.tsx';
import { Countdown } from '../live/countdown.tsx';
import { Reopenings } from '../results/reopenings.tsx';
import { FEW_ANSWERS, WallAnswers } from './answers.tsx';
import { WallFigure } from './figure.tsx';
import styles from './question.module.css';
import { WallSeats } from './seats.tsx';
import { jointRows, WallTable } from './table.tsx';
import { isPrepared, quorumSentence } from './words.ts';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
}

/**
 * Question on the wall in full, with the turnout while open and the result once closed.
 * @param former question closed just before, named beside the question; null without a closed question
 */
export function WallQuestion({ joint, concept, former }: Props & { former: LiveConcept | null }) {
  const { voted, conceptDescription: title, outcome } = concept;
  const isMany = concept.answers.length > FEW_ANSWERS;
  // A closed question gets the outcome by a later event.
  const words = concept.active === 0 && outcome?.status !== 'open' ? outcomeWords(concept) : null;
  return (
    <div className={cx('stack', styles.question, words && styles.closed)}>
      <div>
        <p className={`strong faint ${styles.name}`}>
          {conceptName(concept.conceptId)}
          {former && former !== concept && (
            <span className={styles.former}>
              Resultado de la {conceptName(former.conceptId)}: {verdictLine(former)}
            </span>
          )}
        </p>
        <h2 className={cx(styles.title, sizeOf(title))}>{title}</h2>
        <Reopenings concept={concept} className={styles.again} />
      </div>
      {/* Another view after an opening or a closing, not the same view with parts that move. */}
      <div
        key={`${words !== null} ${concept.intervals?.length}`}
        className={cx(styles.body, isMany && styles.many)}
      >
        {words ? (
          <Verdict concept={concept} words={words} />
        ) : (
          <div className={`stack ${styles.side}`}>
            <QuestionState concept={concept} />
            <TurnoutFigure joint={joint} concept={concept} />
          </div>
        )}
        <div className={styles.results}>
          <div className={styles.answers}>
            {words && outcome?.election ? (
              <WallSeats concept={concept} />
            ) : (
              <WallAnswers concept={concept} joint={joint} />
            )}
          </div>
          <div className={styles.table}>
            <WallTable
              label="Votos y quórum"
              first="Asamblea"
              isCompact={isMany || outcome?.election !== undefined}
              rows={[{ id: 'voted', label: 'Votos', ...voted }, ...jointRows(joint)]}
            />
            {words && <QuorumLine joint={joint} />}
          </div>
        </div>
      </div>
    </div>
  );
}

/**
 * Turnout on the wall screen: votes in large; while the question is open, also the share of the units with a right
 * to vote.
 */
function TurnoutFigure({ joint, concept }: Props) {
  const isOpen = concept.active === 1;
  const { voted, of, isCount, share, words, units: counted } = turnoutOf(concept, joint);
  return (
    <>
      <div className={styles.figure}>
        <WallFigure
          label={isCount ? 'Votos' : 'Coeficiente votado'}
          value={voted}
          most={Math.max(voted, of)}
          isCount={isCount}
        >
          {isOpen ? `de ${isCount ? count(of) : coefficient(of)} representados` : counted}
        </WallFigure>
      </div>
      <div className={`tabular stack ${styles.turnout}`}>
        {isOpen && (
          <>
            <p>
              Ha votado el <strong>{words}</strong>
            </p>
            <Meter label="Ha votado" share={share} valueText={words} />
            <p className="faint">{counted}</p>
          </>
        )}
        <QuorumLine joint={joint} />
      </div>
    </>
  );
}

function QuorumLine({ joint }: Pick<Props, 'joint'>) {
  const closedAt = endOf(joint);
  return closedAt === null ? (
    <p className={cx('strong', styles.quorum, joint.quorum.reached ? 'good' : 'warned')}>
      {quorumSentence(joint)}
    </p>
  ) : (
    <p className={cx('strong', styles.quorum, styles.over)}>{endedWords(closedAt)}</p>
  );
}

/** CSS font size for a question: a long text is shown in full, in a smaller font. Undefined for the normal size. */
function sizeOf({ length }: string): string | undefined {
  if (length > 360) return cx(styles.longer, styles.longest);
  if (length > 240) return styles.longer;
  return length > 90 ? styles.long : undefined;
}

/** State of a question without an outcome, and the majority rule. */
function QuestionState({ concept }: Pick<Props, 'concept'>) {
  const title = isPrepared(concept) ? 'Sin abrir' : (outcomeWords(concept)?.title ?? 'Votación cerrada');
  return (
    <div className={styles.outcome}>
      <p className={`bold ${styles.status}`}>{title}</p>
      <Countdown concept={concept} className={styles.countdown} />
      <RuleLine concept={concept} />
    </div>
  );
}

function RuleLine({ concept: { rule, threshold, votePer, outcome, method, seats } }: Pick<Props, 'concept'>) {
  if (rule === null) return null;
  if (method) {
    return (
      <p
        className={`faint tabular ${styles.rule}`}
      >{`Elección de ${seats} puestos: ${methodWords[method].name}`}</p>
    );
  }
  return (
    <p className={`faint tabular ${styles.rule}`}>
      {ruleName({ rule, votePer })}
      {rule !== 'simple' && `: ${ruleWords({ rule, threshold, votePer }, null, outcome?.mode).need}`}
    </p>
  );
}

/** Maximum number of characters of a verdict in two lines. A longer verdict takes four. */
const SHORT = 48;
/** Maximum number of characters of a verdict in one line. */
const ONE_LINE = 24;

/**
 * Verdict of a closed question in the largest font of the wall screen, with the exact share and the base. For several
 * seats, the names of the elected stand below in that font, and the verdict is a line.
 */
function Verdict({ concept, words }: { concept: LiveConcept; words: OutcomeWords }) {
  const { title, half, isGood } = words;
  const verdict = verdictWords(concept);
  const sentence = verdict?.sentence ?? title;
  const isBeside = concept.outcome?.election !== undefined;
  const [main = '', need] = sentence.split(/(?<=;) /);
  const lines = main.length > SHORT ? 4 : main.length > ONE_LINE ? 2 : 1;
  const word = Math.max(...main.split(' ').map(({ length }) => length));
  const signs = lines === 1 ? main.length : Math.max(Math.ceil((main.length * 1.15) / lines), word);
  const isSaid = sentence !== title;
  return (
    <div className={cx(styles.verdict, isGood ? styles.good : styles.bad)}>
      <p
        className={cx(styles.decision, isBeside && styles.small)}
        style={{ '--signs': signs, '--lines': lines, '--word': word } as CSSProperties}
      >
        <strong>{main}</strong>
        {need !== undefined && <span className={`strong ${styles.need}`}> {need}</span>}
      </p>
      <p className={`tabular wrap ${styles.detail}`}>
        {isSaid && <strong className={styles.word}>{title}</strong>}
        {verdict?.beside && <span>{verdict.beside}</span>}
        {half && <strong>{half}</strong>}
        {!isSaid && <span>{belowVerdict(words)}</span>}
      </p>
    </div>
  );
}
