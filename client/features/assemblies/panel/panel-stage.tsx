import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { basesOfConcept, blankOf, requirement, ruleWords } from '../../../../shared/assemblies/rule-words.ts';
import { coefficient } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { conceptName, outcomeWords, weightWords } from '../concept-words.ts';
import { mayClose, NoQuorumWarning } from './opening.tsx';
import { PanelActions } from './panel-actions.tsx';
import { PanelAnswers } from './panel-answers.tsx';
import styles from './panel-stage.module.css';
import { stateOf, stateWord, turnout } from './panel-words.ts';
import type { Toggling } from './use-toggle.ts';

interface Props {
  joint: LiveJoint;
  concept: LiveConcept;
  toggling: Toggling;
  isLive: boolean;
  onDeleted: () => void;
}

/** The concept in the centre of the panel: in full, with its figures and everything that can be done with it. */
export function PanelStage({ joint, concept, toggling, isLive, onDeleted }: Props) {
  const state = stateOf(concept);
  const isQuestion = concept.conceptId !== ATTENDANCE;
  const isOver = joint.assembly?.closedAt != null;
  const close = async () => {
    if (await mayClose(joint.jointId, concept)) await toggling.toggle(concept, 0);
  };
  return (
    <section
      className={cx(styles.stage, state === 'active' && isQuestion && styles.active)}
      aria-label={conceptName(concept.conceptId)}
    >
      <div className={styles.head}>
        <h2 className={styles.name}>
          {conceptName(concept.conceptId)}{' '}
          <span className={cx(styles.state, styles[state])}>{stateWord(concept)}</span>
        </h2>
        {isQuestion && !isOver && (
          <Button
            size="large"
            variant={state === 'closed' ? 'secondary' : 'primary'}
            isPending={toggling.pending === concept.conceptId}
            isDisabled={toggling.pending !== null && toggling.pending !== concept.conceptId}
            onPress={() => void (state === 'active' ? close() : toggling.toggle(concept, 1))}
          >
            {state === 'active' ? 'Cerrar votación' : state === 'prepared' ? 'Activar' : 'Volver a activar'}
          </Button>
        )}
      </div>
      {isQuestion ? (
        <Question joint={joint} concept={concept} />
      ) : (
        <Attendance concept={concept} joint={joint} />
      )}
      {!isOver && (
        <PanelActions
          joint={joint}
          concept={concept}
          toggling={toggling}
          isLive={isLive}
          onDeleted={onDeleted}
        />
      )}
    </section>
  );
}

function Question({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { conceptDescription: text } = concept;
  const state = stateOf(concept);
  const outcome = state === 'closed' ? outcomeWords(concept) : null;
  return (
    <>
      <p className={cx(styles.question, text.length > 70 && styles.long, text.length > 240 && styles.longer)}>
        {text}
      </p>
      {outcome && (
        <div className={cx(styles.outcome, outcome.isGood ? styles.good : styles.bad)}>
          <p className={styles.verdict}>{outcome.title}</p>
          {outcome.detail && <p>{outcome.detail}</p>}
        </div>
      )}
      <Rule joint={joint} concept={concept} />
      {state === 'prepared' && <NoQuorumWarning joint={joint} />}
      <PanelAnswers joint={joint} concept={concept} />
      {state !== 'prepared' && <Turnout joint={joint} concept={concept} />}
    </>
  );
}

/** How it is decided, with the article, and what that takes by what is represented. */
function Rule({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { rule, outcome, answers } = concept;
  if (rule === null) return null;
  const approving = answers.find((answer) => answer.answerId === outcome?.answerId)?.answerDescription ?? '';
  const { text, source } = ruleWords(rule, approving, outcome?.mode, blankOf(concept));
  const required = requirement(rule, basesOfConcept(concept, joint));
  return (
    <p className={styles.rule}>
      {text}
      {` ${source}.`}
      {required && <span className={styles.required}>Se requieren {required}.</span>}
    </p>
  );
}

function Turnout({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const { voted } = concept;
  const isOpen = concept.active === 1;
  const represented = basesOfConcept(concept, joint).represented;
  if (!isOpen) return <p className={styles.turnout}>Votaron {weightWords(voted)}.</p>;
  return (
    <div className={styles.turnout}>
      <p>
        Han votado <strong>{turnout(voted.apartments, joint.registered.apartments)}</strong>:{' '}
        {coefficient(voted.coefficient)} de {coefficient(represented)} de coeficiente
      </p>
      <Meter
        label="Han votado"
        share={partOf(voted.coefficient, represented)}
        valueText={`${coefficient(voted.coefficient)} de ${coefficient(represented)} de coeficiente`}
      />
    </div>
  );
}

function Attendance({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  return (
    <>
      {joint.assembly?.closedAt == null && (
        <p className={styles.rule}>
          {concept.active === 1
            ? 'Los propietarios pueden registrar su asistencia desde su página.'
            : 'Los propietarios no pueden registrarse desde su página; la mesa de registro sí puede hacerlo.'}
        </p>
      )}
      <p>Registrados: {weightWords(joint.registered)}.</p>
    </>
  );
}
