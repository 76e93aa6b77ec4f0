import { type Bar, barsOf, turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { methodWords } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { basesOfConcept, blankOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { coefficient, count, formatCoefficientExact } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Button } from '../../../ui/page.tsx';
import {
  conceptName,
  dividedWords,
  HIDDEN,
  LEADS,
  outcomeWords,
  weightWords,
} from '../common/question-messages.ts';
import { ElectionSeats } from '../election/seats.tsx';
import { AnswerBar } from '../results/answer-bar.tsx';
import { Reopenings } from '../results/reopenings.tsx';
import { PanelCandidates } from './candidates.tsx';
import { PanelCountdown } from './countdown.tsx';
import { PanelElection } from './election.tsx';
import { LastClosing } from './last-closing.tsx';
import { NoQuorumWarning } from './questions/opening.tsx';
import type { Toggling } from './questions/use-toggle.ts';
import { nextQuestion, questionState, stateWord } from './questions/words.ts';
import styles from './stage.module.css';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  isLive: boolean;
  /** True if the lot of the question is the next step of the meeting. */
  isLotNext: boolean;
}

/**
 * Center of the operator's panel: the selected question with full text, figures and actions.
 * @param concept question shown, or attendance
 * @param toggling functions to open and close questions, from `useToggle`
 * @param isLive false while the live connection is down
 * @param isLotNext true if the lot of the question is the next step
 */
export function PanelStage({ joint, concept, toggling, isLive, isLotNext }: Props) {
  const state = questionState(concept);
  const isQuestion = concept.conceptId !== ATTENDANCE;
  const isOver = joint.assembly?.closedAt != null;
  return (
    <section
      className={cx('stack-3', 'shrinks', state === 'active' && isQuestion && styles.active)}
      aria-label={conceptName(concept.conceptId)}
    >
      <div className={`wrap-3 ${styles.head}`}>
        <h2 className={`wrap middle ${styles.name}`}>
          {conceptName(concept.conceptId)}{' '}
          <span className={cx(styles.state, styles[state])}>{stateWord(concept)}</span>
        </h2>
        {isQuestion && !isOver && <Steps joint={joint} concept={concept} toggling={toggling} />}
      </div>
      {isQuestion && concept.closing && (
        <LastClosing
          closing={concept.closing}
          onUndo={isOver ? null : () => void toggling.undo(concept)}
          isPending={toggling.pending === concept.conceptId}
        />
      )}
      {isQuestion ? (
        <StageQuestion joint={joint} concept={concept} isLive={isLive} isLotNext={isLotNext} />
      ) : (
        <Attendance concept={concept} joint={joint} />
      )}
    </section>
  );
}

/** Buttons beside the next step: open a prepared question, go on at once to the next question, or reopen. */
function Steps({ joint, concept, toggling }: { joint: LiveJoint; concept: LiveConcept; toggling: Toggling }) {
  const state = questionState(concept);
  const next = nextQuestion(joint.concepts, concept);
  const step = (of: LiveConcept, words: string) => (
    <Button
      variant="secondary"
      isPending={toggling.pending === of.conceptId}
      isDisabled={toggling.pending !== null && toggling.pending !== of.conceptId}
      onPress={() => void toggling.toggle(of, 1)}
    >
      {words}
    </Button>
  );
  return (
    <div className={`wrap-3 middle ${styles.steps}`}>
      {state === 'prepared' && step(concept, 'Activar')}
      {state === 'active' && next && step(next, 'Cerrar y abrir la siguiente')}
      {state === 'closed' && step(concept, 'Volver a activar')}
    </div>
  );
}

function StageQuestion({ joint, concept, isLive, isLotNext }: Omit<Props, 'toggling'>) {
  const { conceptDescription: text } = concept;
  const state = questionState(concept);
  const outcome = state === 'closed' ? outcomeWords(concept) : null;
  return (
    <>
      <p className={cx(styles.question, text.length > 70 && styles.long, text.length > 240 && styles.longer)}>
        {text}
      </p>
      {outcome && (
        <div className={cx(styles.outcome, outcome.isGood && styles.good)}>
          <p className={styles.verdict}>
            <strong>{outcome.title}</strong>{' '}
            {outcome.figure && <strong className={styles.part}>{outcome.figure}</strong>}
          </p>
          {outcome.detail && <p>{outcome.detail}</p>}
          {outcome.line && <p>{outcome.line}</p>}
        </div>
      )}
      <ElectionSeats concept={concept} />
      <Reopenings concept={concept} />
      {state === 'closed' && (
        <PanelElection jointId={joint.jointId} concept={concept} isLive={isLive} isLotNext={isLotNext} />
      )}
      <Rule joint={joint} concept={concept} />
      {state !== 'active' && joint.assembly?.closedAt == null && <NoQuorumWarning joint={joint} />}
      {concept.method && state === 'prepared' && joint.assembly?.closedAt == null && (
        <PanelCandidates jointId={joint.jointId} conceptId={concept.conceptId} />
      )}
      {concept.hidden ? <p className="bold">{HIDDEN}</p> : <PanelAnswers joint={joint} concept={concept} />}
      {state !== 'prepared' && <Turnout joint={joint} concept={concept} />}
      {state === 'active' && <PanelCountdown jointId={joint.jointId} concept={concept} isLive={isLive} />}
    </>
  );
}

/** Text of the majority rule with its article, and the coefficient required for approval. */
function Rule({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { rule, threshold, votePer, clause, outcome, answers, method, seats } = concept;
  if (rule === null) return null;
  if (method) {
    const { text, source } = methodWords[method];
    return <p className="faint anywhere">{`Elección de ${seats} puestos. ${text} ${source}.`}</p>;
  }
  const approving =
    answers.find((answer) => answer.answerId === outcome?.answerId)?.answerDescription ?? null;
  const { text, source } = ruleWords(
    { rule, threshold, votePer, clause },
    approving,
    outcome?.mode,
    blankOf(concept),
  );
  const bases = basesOfConcept(concept, joint);
  const required = requirement(concept, bases);
  const exactly = requirement(concept, bases, formatCoefficientExact);
  return (
    <div className="faint anywhere">
      {text}
      {` ${source}.`}
      {dividedWords(concept) && <span className={styles.required}>{dividedWords(concept)}</span>}
      {required && <span className={styles.required}>Se requieren {required}.</span>}
      {exactly !== null && exactly !== required && <ExactFigures concept={concept} required={exactly} />}
    </div>
  );
}

/** Exact figures of the answers, to add up coefficients by hand: the panel rounds to four decimals. */
function ExactFigures({ concept: { answers, voted }, required }: { concept: LiveConcept; required: string }) {
  return (
    <details>
      <summary className={styles.exact}>Ver las cifras exactas</summary>
      <p>Se requieren {required}.</p>
      <ul className="plain">
        {answers.map(({ answerId, answerDescription, coefficient: sum }) => (
          <li key={answerId}>
            {answerDescription}: {formatCoefficientExact(sum)}
          </li>
        ))}
        <li>Total votado: {formatCoefficientExact(voted.coefficient)}</li>
      </ul>
    </details>
  );
}

function Turnout({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { voted } = concept;
  if (concept.active !== 1)
    return <p className={`tabular ${styles.turnout}`}>Votaron {weightWords(voted)}.</p>;
  const { share, words, units: counted, voted: sum, of, isCount } = turnoutOf(concept, joint);
  return (
    <div className={`tabular ${styles.turnout}`}>
      <p>
        Ha votado el <strong>{words}</strong>
        {!isCount && `: ${coefficient(sum)} de ${coefficient(of)}`} ({counted})
      </p>
      <Meter label="Ha votado" share={share} valueText={words} />
    </div>
  );
}

function Attendance({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  return (
    <>
      {joint.assembly?.closedAt == null && (
        <p className="faint anywhere">
          {concept.active === 1
            ? 'Los propietarios pueden registrar su asistencia desde su página.'
            : 'Los propietarios no pueden registrarse desde su página; la mesa de registro sí puede hacerlo.'}
        </p>
      )}
      <p>Registrados: {weightWords(joint.registered)}.</p>
    </>
  );
}

/** Minimum number of characters of an answer with the text above the bar instead of beside. */
const WORDY = 24;

interface Figure {
  header: string;
  of: (bar: Bar) => string;
  /** True for the figure that decides under the majority rule. */
  counts: boolean;
}

/** Live tally of a question: a row with a bar per answer, on the scale of the deciding rule. */
function PanelAnswers({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const bars = barsOf(concept, joint);
  const figures = figureColumns(concept, bars);
  const isWordy = concept.answers.some((answer) => answer.answerDescription.length > WORDY);
  return (
    <table className={cx(styles.table, isWordy && styles.wordy)} aria-label={conceptName(concept.conceptId)}>
      <thead>
        <tr>
          <th scope="col">Respuesta</th>
          {figures.map(({ header, counts }) => (
            <th key={header} scope="col" className={cx(styles.end, counts && styles.counts)}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.answerId} className={cx(bar.isDeciding && styles.deciding)}>
            <th scope="row" data-header="Respuesta">
              <span className={`middle grid-4 ${styles.answersName}`}>
                <span className={`anywhere ${styles.label}`}>{bar.answerDescription}</span>
                <AnswerBar bar={bar} />
              </span>
            </th>
            {figures.map(({ header, of, counts }) => (
              <td key={header} data-header={header} className={cx(styles.end, counts && styles.counts)}>
                {header === SHARE_TITLE && bar.isLeading && <span className={styles.leads}>{LEADS}</span>}
                {of(bar)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SHARE_TITLE = 'Parte';

/** Columns of figures for the majority rule: the deciding figure first, then coefficient and units. */
function figureColumns({ rule }: LiveConcept, bars: readonly Bar[]): Figure[] {
  const inRoom = bars.some((bar) => bar.allShare !== null);
  const isCount = rule === 'perUnit';
  return [
    { header: SHARE_TITLE, of: (bar: Bar) => bar.words.share, counts: true },
    ...(isCount ? [{ header: 'Votos', of: (bar: Bar) => count(bar.dwellings), counts: true }] : []),
    ...(inRoom ? [{ header: 'En el salón', of: (bar: Bar) => bar.words.inRoom, counts: true }] : []),
    {
      header: 'Coeficiente',
      of: (bar: Bar) => bar.words.coefficient,
      counts: !isCount && !inRoom,
    },
    { header: 'Inmuebles', of: (bar: Bar) => count(bar.apartments), counts: false },
  ];
}
