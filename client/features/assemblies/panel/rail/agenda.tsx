import { ATTENDANCE } from '../../../../../shared/assemblies/concepts.api.ts';
import { LONGEST_POINT_TEXT } from '../../../../../shared/assemblies/facts/point-texts.api.ts';
import { type AgendaItem, agendaItems } from '../../../../../shared/assemblies/law/agenda.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { time } from '../../../../lib/format.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { cx } from '../../../../ui/cx.ts';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { ButtonLink } from '../../../../ui/page.tsx';
import { deletedWords, verdictLine } from '../../common/question-messages.ts';
import { ConceptRow } from '../questions/concept-row.tsx';
import { PreparedList } from '../questions/prepared-list.tsx';
import type { Chosen } from '../questions/use-chosen-concept.ts';
import type { Toggling } from '../questions/use-toggle.ts';
import { questionState } from '../questions/words.ts';
import styles from './agenda.module.css';
import type { Moving } from './use-agenda-point.ts';
import { type PointOfAgenda, usePointText } from './use-point-text.ts';

interface Props {
  joint: LiveJoint;
  chosen: Chosen;
  toggling: Toggling;
  moving: Moving;
}

/**
 * Agenda on the operator's panel: the points as a rail with the current point, and the questions under the points.
 * A press on a point opens the point; a press on a question shows the question in the centre.
 * @param moving function to open a point, from `useAgendaPoint`
 * @param chosen question in the centre of the panel, from `useChosenConcept`
 * @param toggling functions to open and close questions, from `useToggle`
 */
export function PanelAgenda({ joint, chosen, toggling, moving }: Props) {
  const { assembly, concepts, deleted } = joint;
  const items = agendaItems(assembly?.agenda);
  const isOver = assembly?.closedAt != null;
  const at = items.findIndex(({ number }) => number === assembly?.point?.number);
  const questions = concepts.filter(({ conceptId }) => conceptId !== ATTENDANCE);
  const numbers = new Set(items.map(({ number }) => number));
  const loose = questions.filter(({ agendaItem }) => agendaItem === undefined || !numbers.has(agendaItem));
  const of = { chosen, toggling, isOver };
  return (
    <section className="stack-3 shrinks" aria-labelledby="panel-agenda">
      <h2 id="panel-agenda" className="large">
        {items.length > 0 ? 'Orden del día' : 'Preguntas'}
      </h2>
      {items.length > 0 && (
        <ol className={`plain ${styles.rail}`}>
          {items.map((item, place) => (
            <li
              key={item.number}
              className={cx('stack-2', styles.point, place < at && styles.past, place === at && styles.here)}
              aria-current={place === at ? 'step' : undefined}
            >
              <PointName
                item={item}
                isPast={place < at}
                since={place === at ? (assembly?.point?.since ?? null) : null}
                onOpen={isOver ? null : moving}
              />
              {!isOver && assembly !== null && (
                <PointText
                  key={item.text}
                  of={{ jointId: joint.jointId, assemblyId: assembly.assemblyId, items, item }}
                  isHere={place === at}
                />
              )}
              <Questions
                concepts={questions.filter(({ agendaItem }) => agendaItem === item.number)}
                {...of}
              />
            </li>
          ))}
        </ol>
      )}
      {items.length > 0 && loose.length > 0 && (
        <h3 className="soft strong">Preguntas sin punto del orden del día</h3>
      )}
      <Questions concepts={loose} {...of} />
      {deleted.length > 0 && <DeletedConcepts concepts={deleted} />}
      {!isOver && (
        <div>
          <ButtonLink to="/GenerateQuestion" variant="secondary" size="small">
            Generar Pregunta
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

interface PointNameProps {
  item: AgendaItem;
  isPast: boolean;
  /** Opening of the current point. Null for other points. */
  since: string | null;
  /** Null after the end. */
  onOpen: Moving | null;
}

/** Number and text of a point; a press opens the point. Plain text after the end. */
function PointName({ item, isPast, since, onOpen }: PointNameProps) {
  const words = (
    <>
      <span className={`bold ${styles.mark}`} aria-hidden="true">
        {isPast ? '✓' : item.number}
      </span>
      <span className="anywhere grow">
        <span className="unseen">{`Punto ${item.number}: `}</span>
        {item.text}
      </span>
      {since !== null && <span className={`soft regular ${styles.since}`}>{time(since)}</span>}
    </>
  );
  return onOpen === null ? (
    <span className={`top full ${styles.name}`}>{words}</span>
  ) : (
    <button
      type="button"
      className={`top full ${styles.name}`}
      disabled={onOpen.isPending}
      onClick={() => onOpen.move(item.number)}
    >
      {words}
    </button>
  );
}

/** Text of the secretary on a point: a box on the current point. Another point has no box, but an unsent text is sent. */
function PointText({ of, isHere }: { of: PointOfAgenda; isHere: boolean }) {
  return isHere ? <PointWriting of={of} /> : <PointSending of={of} />;
}

/** Component without content: sends a text left unsent by opening another point. */
function PointSending({ of }: { of: PointOfAgenda }) {
  usePointText(of);
  return null;
}

/** Box for the text of the secretary on the current point, saved while typing. */
function PointWriting({ of }: { of: PointOfAgenda }) {
  const { text, type, stateWords } = usePointText(of);
  return (
    <div className={styles.writing}>
      <TextField
        label={`Texto del punto ${of.item.number}`}
        description={stateWords}
        value={text}
        onChange={type}
        maxLength={LONGEST_POINT_TEXT}
        multiline
      />
    </div>
  );
}

interface QuestionsProps {
  concepts: readonly LiveConcept[];
  chosen: Chosen;
  toggling: Toggling;
  isOver: boolean;
}

/** Rows of questions: open and closed questions with their state, then prepared questions with 'Activar'. */
function Questions({ concepts, chosen, toggling, isOver }: QuestionsProps) {
  if (concepts.length === 0) return null;
  const chosenId = chosen.concept?.conceptId ?? null;
  const prepared = concepts.filter((one) => questionState(one) === 'prepared');
  const opened = concepts.filter((one) => questionState(one) !== 'prepared');
  return (
    <>
      {opened.length > 0 && (
        <ul className="stack-2 plain">
          {opened.map((concept) => (
            <ConceptRow
              key={concept.conceptId}
              concept={concept}
              isChosen={concept.conceptId === chosenId}
              onChoose={() => chosen.choose(concept.conceptId)}
            />
          ))}
        </ul>
      )}
      {prepared.length > 0 && (
        <PreparedList
          concepts={prepared}
          toggling={toggling}
          isOver={isOver}
          chosenId={chosenId}
          onChoose={chosen.choose}
        />
      )}
    </>
  );
}

/** Group of the deleted questions, each with the announced result and the deletion. */
function DeletedConcepts({ concepts }: { concepts: LiveJoint['deleted'] }) {
  return (
    <div className="stack-2">
      <h3 className="soft strong">Preguntas eliminadas</h3>
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
