import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { ButtonLink } from '../../../ui/page.tsx';
import { deletedWords, shortLabel, verdictLine } from '../common/question-messages.ts';
import styles from './concept-list.module.css';
import { ConceptRow } from './concept-row.tsx';
import { PreparedList } from './prepared-list.tsx';
import type { Chosen } from './use-chosen-concept.ts';
import type { Toggling } from './use-toggle.ts';
import { questionState } from './words.ts';

interface Props {
  joint: LiveJoint;
  chosen: Chosen;
  toggling: Toggling;
}

/**
 * List on the operator's panel of all questions of the assembly with the state of each. A press shows the question
 * in the center of the panel.
 * @param chosen question in the center of the panel, from `useChosenConcept`
 * @param toggling functions to open and close questions, from `useToggle`
 */
export function PanelConcepts({ joint, chosen, toggling }: Props) {
  const questions = joint.concepts.filter((concept) => concept.conceptId !== ATTENDANCE);
  const prepared = questions.filter((concept) => questionState(concept) === 'prepared');
  const active = questions.filter((concept) => questionState(concept) === 'active');
  // Newest first: people ask about the last question.
  const closed = questions.filter((concept) => questionState(concept) === 'closed').reverse();
  const isOver = joint.assembly?.closedAt != null;
  // After the end, attendance is shown as inactive.
  const attendance = joint.concepts
    .filter((concept) => concept.conceptId === ATTENDANCE)
    .map((concept) => (isOver ? { ...concept, active: 0 as const } : concept));
  const chosenId = chosen.concept?.conceptId ?? null;
  return (
    <section className={`stack-3 card ${styles.card}`} aria-labelledby="panel-concepts">
      <div className={`between ${styles.head}`}>
        <h2 id="panel-concepts" className="large">
          Conceptos
        </h2>
        {!isOver && (
          <ButtonLink to="/GenerateQuestion" variant="quiet" size="small">
            Generar Pregunta
          </ButtonLink>
        )}
      </div>
      <div className={styles.select}>
        <Select
          label="Concepto"
          items={joint.concepts.map((one) => ({
            id: one.conceptId,
            label: one.active === 1 ? `${shortLabel(one)} (activo)` : shortLabel(one),
          }))}
          value={chosenId}
          onChange={chosen.choose}
          placeholder="Seleccione un concepto"
        />
      </div>
      <div className="stack-4">
        {active.length > 0 && (
          <div>
            <ConceptRows concepts={active} chosen={chosen} />
          </div>
        )}
        {prepared.length > 0 && (
          <div>
            <h3 className={styles.group}>Preguntas preparadas</h3>
            <PreparedList
              concepts={prepared}
              toggling={toggling}
              isOver={isOver}
              chosenId={chosenId}
              onChoose={chosen.choose}
            />
          </div>
        )}
        {closed.length > 0 && (
          <div>
            <h3 className={styles.group}>Votaciones cerradas</h3>
            <ConceptRows concepts={closed} chosen={chosen} />
          </div>
        )}
        {joint.deleted.length > 0 && <DeletedConcepts concepts={joint.deleted} />}
        <div>
          <h3 className={styles.group}>Asistencia</h3>
          <ConceptRows concepts={attendance} chosen={chosen} />
        </div>
      </div>
    </section>
  );
}

/** Rows of a group of questions. A press shows the question in the center of the panel. */
function ConceptRows({ concepts, chosen }: { concepts: readonly LiveConcept[]; chosen: Chosen }) {
  return (
    <ul className="stack-2 plain">
      {concepts.map((concept) => (
        <ConceptRow
          key={concept.conceptId}
          concept={concept}
          isChosen={concept.conceptId === chosen.concept?.conceptId}
          onChoose={() => chosen.choose(concept.conceptId)}
        />
      ))}
    </ul>
  );
}

/** Group of the deleted questions, each with the announced result and the deletion. */
function DeletedConcepts({ concepts }: { concepts: LiveJoint['deleted'] }) {
  return (
    <div>
      <h3 className={styles.group}>Preguntas eliminadas</h3>
      <ul className="stack-2 plain">
        {concepts.map((concept) => (
          <ConceptRow key={concept.conceptId} concept={concept} hasState={false}>
            <span>{verdictLine(concept)}.</span>
            {concept.deleted && <span className="soft">{deletedWords(concept.deleted)}</span>}
          </ConceptRow>
        ))}
      </ul>
    </div>
  );
}
