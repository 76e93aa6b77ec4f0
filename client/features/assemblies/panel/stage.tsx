import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Bar, barsOf, turnoutOf } from '../../../../shared/assemblies/answer-bars.ts';
import { removeRegistrations } from '../../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, deleteConcept } from '../../../../shared/assemblies/concepts.api.ts';
import { methodWords } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { basesOfConcept, blankOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { sentence } from '../../../../shared/format.ts';
import { call } from '../../../lib/api.ts';
import { coefficient, count, formatCoefficientExact, units } from '../../../lib/format.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { cx } from '../../../ui/cx.ts';
import { ReasonDialog } from '../../../ui/fields/reason-dialog.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Button, Card } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../common/failure.ts';
import {
  activeQuestion,
  conceptLabel,
  conceptName,
  dividedWords,
  HIDDEN,
  LEADS,
  outcomeWords,
  shortLabel,
  tiedAnswers,
  weightWords,
} from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { ElectionSeats } from '../election/seats.tsx';
import { AnswerBar } from '../results/answer-bar.tsx';
import { Reopenings } from '../results/reopenings.tsx';
import { PanelCandidates } from './candidates.tsx';
import { PanelCountdown } from './countdown.tsx';
import { PanelElection } from './election.tsx';
import { LastClosing } from './last-closing.tsx';
import { mayClose, NoQuorumWarning } from './opening.tsx';
import styles from './stage.module.css';
import { useAskAgain } from './use-ask-again.ts';
import type { Toggling } from './use-toggle.ts';
import { nextQuestion, questionState, stateWord } from './words.ts';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  isLive: boolean;
  onDeleted: () => void;
}

/**
 * Center of the operator's panel: the selected question with full text, figures and actions.
 * @param concept question shown, or attendance
 * @param toggling functions to open and close questions, from `useToggle`
 * @param isLive false while the live connection is down
 * @param onDeleted called after the deletion of the question
 */
export function PanelStage({ joint, concept, toggling, isLive, onDeleted }: Props) {
  const state = questionState(concept);
  const isQuestion = concept.conceptId !== ATTENDANCE;
  const isOver = joint.assembly?.closedAt != null;
  return (
    <>
      <section
        className={cx('stack-3 card', styles.stage, state === 'active' && isQuestion && styles.active)}
        aria-label={conceptName(concept.conceptId)}
      >
        <div className={`wrap-3 ${styles.head}`}>
          <h2 className={styles.name}>
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
          <StageQuestion joint={joint} concept={concept} isLive={isLive} />
        ) : (
          <Attendance concept={concept} joint={joint} />
        )}
      </section>
      {!isOver && (
        <PanelActions
          joint={joint}
          concept={concept}
          toggling={toggling}
          isLive={isLive}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

interface StepsProps {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
}

/** Large button for the next step: open the question, close the question, or open the next prepared question. */
function Steps({ joint, concept, toggling }: StepsProps) {
  const state = questionState(concept);
  const active = activeQuestion(joint.concepts);
  const next = nextQuestion(joint.concepts, concept);
  const close = async () => {
    if (await mayClose(joint.jointId, concept)) await toggling.toggle(concept, 0);
  };
  const step = (of: LiveConcept, words: string, act: () => Promise<void>, isNext = true) => (
    <Button
      size={isNext ? 'large' : 'normal'}
      variant={isNext ? 'primary' : 'secondary'}
      isPending={toggling.pending === of.conceptId}
      isDisabled={toggling.pending !== null && toggling.pending !== of.conceptId}
      onPress={() => void act()}
    >
      {words}
    </Button>
  );
  const open = (of: LiveConcept) => () => toggling.toggle(of, 1);
  const isTied = concept.outcome?.status === 'tied';
  return (
    <div className={`wrap-3 ${styles.steps}`}>
      {state === 'prepared' && step(concept, 'Activar', open(concept))}
      {state === 'active' && step(concept, 'Cerrar votación', close, !next)}
      {state === 'active' && next && step(next, 'Cerrar y abrir la siguiente', open(next))}
      {state === 'closed' && isTied && !active && !concept.method && (
        <RepeatAmongTied jointId={joint.jointId} concept={concept} />
      )}
      {state === 'closed' && step(concept, 'Volver a activar', open(concept), false)}
      {state === 'closed' &&
        !active &&
        next &&
        step(next, `Abrir ${conceptName(next.conceptId)}`, open(next), !isTied)}
    </div>
  );
}

/** Button to ask a tied question again with the tied answers and the blank vote alone. */
function RepeatAmongTied({ jointId, concept }: { jointId: number; concept: LiveConcept }) {
  const askAgain = useAskAgain(jointId);
  const tied = tiedAnswers(concept).map(({ answerId }) => answerId);
  const blank = concept.outcome?.blankAnswerId ?? null;
  return (
    <Button
      size="large"
      onPress={() => void askAgain(concept.conceptId, blank === null ? tied : [...tied, blank])}
    >
      Repetir entre los empatados
    </Button>
  );
}

function StageQuestion({ joint, concept, isLive }: Pick<Props, 'joint' | 'concept' | 'isLive'>) {
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
      {state === 'closed' && <PanelElection jointId={joint.jointId} concept={concept} isLive={isLive} />}
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
  if (concept.active !== 1) return <p className={styles.turnout}>Votaron {weightWords(voted)}.</p>;
  const { share, words, units: counted, voted: sum, of, isCount } = turnoutOf(concept, joint);
  return (
    <div className={styles.turnout}>
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

interface PanelActionsProps {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  /** False while the WebSocket connection is down: the component then refetches after a change. */
  isLive: boolean;
  onDeleted: () => void;
}

/**
 * Buttons for the three actions on a question (specification): open or close, restart the count, delete. Figures
 * change with the live data, not with the answer to the request.
 */
function PanelActions({ joint, concept, toggling, isLive, onDeleted }: PanelActionsProps) {
  const { conceptId } = concept;
  const label = conceptLabel(concept);
  const isAttendance = conceptId === ATTENDANCE;
  const [reasoned, setReasoned] = useState<keyof typeof acts | null>(null);
  const { resetting, deleting } = useAnnulling({ joint, concept, isLive, onDeleted });
  const isToggling = toggling.pending !== null;
  const isBusy = isToggling || resetting.isPending || deleting.isPending;

  const acts = {
    reset: { title: '¿Está seguro de reiniciar el conteo?', yes: 'Reiniciar', act: resetting.mutate },
    remove: { title: '¿Está seguro de eliminar el concepto?', yes: 'Eliminar', act: deleting.mutate },
  };
  const body = <What label={label} effect={annulled(joint, concept)} />;
  const ask = async (name: keyof typeof acts) => {
    const { title, act } = acts[name];
    if (isAnnounced(concept)) setReasoned(name);
    else if (await confirm({ title, body, danger: true })) act({});
  };

  return (
    <Card title={`Otras acciones en ${conceptName(conceptId)}`}>
      <div className={`wrap-3 ${styles.acts}`}>
        <Button
          variant="secondary"
          size="small"
          onPress={() => void toggling.toggle(concept, concept.active === 1 ? 0 : 1)}
          isPending={isToggling}
          isDisabled={isBusy && !isToggling}
        >
          Activar/Desactivar
        </Button>
        <RareActs
          isAttendance={isAttendance}
          isBusy={isBusy}
          resetting={resetting.isPending}
          deleting={deleting.isPending}
          onPress={(name) => void ask(name)}
        />
      </div>
      {reasoned && (
        <ReasonDialog
          {...acts[reasoned]}
          body={`${sentence(shortLabel(concept))} ${annulled(joint, concept)} El resultado anunciado y el motivo quedan en los informes y en el acta.`}
          isPending={false}
          onYes={(reason) => {
            acts[reasoned].act({ reason });
            setReasoned(null);
          }}
          onClose={() => setReasoned(null)}
        />
      )}
    </Card>
  );
}

/** Hook: mutations to restart the count of a question and to delete the question. */
function useAnnulling({ joint, concept, isLive, onDeleted }: Omit<PanelActionsProps, 'toggling'>) {
  const { jointId } = joint;
  const { conceptId } = concept;
  const settled = () => {
    if (!isLive) refreshJoint(jointId);
  };
  const resetting = useMutation({
    mutationFn: (query: { reason?: string }) =>
      call(removeRegistrations, { params: { conceptId, jointId }, query }),
    onSuccess: () => toast.success(assemblyTexts.reset),
    onError: (error) => toast.error(failureText(error, assemblyTexts.resetFailed)),
    onSettled: settled,
  });
  const deleting = useMutation({
    mutationFn: (why: { reason?: string }) => call(deleteConcept, { body: { conceptId, jointId, ...why } }),
    onSuccess: () => {
      toast.success(assemblyTexts.deleted);
      onDeleted();
    },
    onError: (error) => toast.error(failureText(error, assemblyTexts.deleteFailed)),
    onSettled: settled,
  });
  return { resetting, deleting };
}

interface RareActsProps {
  isAttendance: boolean;
  /** True while any request about the question runs. */
  isBusy: boolean;
  resetting: boolean;
  deleting: boolean;
  onPress: (act: 'reset' | 'remove') => void;
}

/** Closed menu with the acts that annul votes, away from the buttons in use all evening. */
function RareActs({ isAttendance, isBusy, resetting, deleting, onPress }: RareActsProps) {
  return (
    <details className={styles.menu}>
      <summary className={styles.exact}>Reiniciar o eliminar</summary>
      <div className={`wrap-3 ${styles.acts}`}>
        <Button
          variant="secondary"
          size="small"
          onPress={() => onPress('reset')}
          isPending={resetting}
          isDisabled={isBusy && !resetting}
        >
          Reiniciar
        </Button>
        <span className={styles.remove}>
          <Button
            variant="danger"
            size="small"
            onPress={() => onPress('remove')}
            isPending={deleting}
            isDisabled={isAttendance || (isBusy && !deleting)}
          >
            Eliminar
          </Button>
        </span>
      </div>
    </details>
  );
}

/** True if the question was closed before, so a result was announced. */
const isAnnounced = ({ conceptId, active, outcome, intervals = [] }: LiveConcept): boolean =>
  conceptId !== ATTENDANCE &&
  ((active === 0 && outcome !== null && outcome.status !== 'open') ||
    intervals.some(({ closedAt }) => closedAt !== null));

function What({ label, effect }: { label: string; effect: string }) {
  return (
    <>
      <p>{label}</p>
      <p>{effect}</p>
    </>
  );
}

function annulled(joint: LiveJoint, concept: LiveConcept): string {
  if (concept.conceptId === ATTENDANCE) {
    return joint.registered.apartments === 0
      ? 'No hay inmuebles registrados.'
      : `Se anulará el registro de ${units(joint.registered.apartments)}.`;
  }
  return concept.voted.apartments === 0
    ? 'No tiene votos.'
    : `Se anularán los votos de ${units(concept.voted.apartments)}.`;
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
              <span className={styles.answersName}>
                <span className={styles.label}>{bar.answerDescription}</span>
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
