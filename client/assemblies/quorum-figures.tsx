import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Weight } from '../../shared/live.ts';
import { coefficient, count } from '../lib/format.ts';
import type { LiveJoint } from '../lib/live-merge.ts';
import { Notice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import styles from './assemblies.module.css';
import { conceptName, outcomeWords, quorumWords, ruleNames } from './concept-words.ts';

interface Row extends Weight {
  id: string;
  label: string;
}

/** What the whole joint amounts to, and who is here while that is not everybody. */
function jointRows({ registered, total }: LiveJoint): Row[] {
  return [
    ...(registered.apartments === total.apartments
      ? []
      : [{ id: 'quorum', label: 'Quorum Actual', ...registered }]),
    { id: 'total', label: 'Total', ...total },
  ];
}

function FiguresTable({ label, first, rows }: { label: string; first: string; rows: Row[] }) {
  return (
    <Table
      label={label}
      columns={[
        { id: 'label', header: first, cell: (row) => row.label },
        {
          id: 'coefficient',
          header: 'Coeficiente',
          cell: (row) => coefficient(row.coefficient),
          align: 'end',
        },
        { id: 'apartments', header: 'Inmuebles', cell: (row) => count(row.apartments), align: 'end' },
      ]}
      rows={rows}
      rowKey={(row) => row.id}
      empty=""
    />
  );
}

/** The two figures that a room looks at, large. */
function Figures({ label, weight }: { label: string; weight: Weight }) {
  return (
    <div className={styles.figures}>
      <div className={styles.figure}>
        <span className={styles.figureLabel}>{label}</span>
        <span className={styles.figureValue}>{coefficient(weight.coefficient)}</span>
      </div>
      <div className={styles.figure}>
        <span className={styles.figureLabel}>Inmuebles</span>
        <span className={styles.figureValue}>{count(weight.apartments)}</span>
      </div>
    </div>
  );
}

/** Whether there is a quorum, in words. Announced when it is reached or lost, not at each arrival. */
export function QuorumNotice({ joint }: { joint: LiveJoint }) {
  const words = quorumWords(joint);
  return (
    <div className={words.isGood ? styles.quorumGood : styles.quorumMissing}>
      <p role="status" className={styles.quorumTitle}>
        {words.title}
      </p>
      <p>{words.detail}</p>
    </div>
  );
}

/** Live figures of one concept: attendance, or a question's answers. */
export function ConceptFigures({
  joint,
  concept,
  hasQuorum = true,
}: {
  joint: LiveJoint;
  concept: LiveConcept;
  /** False where the screen says the quorum elsewhere. */
  hasQuorum?: boolean;
}) {
  const name = conceptName(concept.conceptId);
  if (concept.conceptId === ATTENDANCE) {
    return (
      <>
        <h2 className={styles.conceptTitle}>{name}</h2>
        <Figures label="Coeficiente registrado" weight={joint.registered} />
        {hasQuorum && <QuorumNotice joint={joint} />}
        <FiguresTable label={name} first="Registro" rows={jointRows(joint)} />
      </>
    );
  }
  const outcome = outcomeWords(concept);
  return (
    <>
      <div>
        <h2 className={styles.conceptTitle}>{name}</h2>
        <p className={styles.question}>{concept.conceptDescription}</p>
      </div>
      <Figures label="Coeficiente votado" weight={concept.voted} />
      {outcome && (
        <Notice kind={concept.active === 1 ? 'info' : outcome.isGood ? 'success' : 'warning'}>
          <p className={styles.quorumTitle}>{outcome.title}</p>
          {outcome.detail && <p>{outcome.detail}</p>}
          {concept.rule && <p className={styles.soft}>Regla: {ruleNames[concept.rule]}.</p>}
        </Notice>
      )}
      <FiguresTable
        label={name}
        first="Respuesta"
        rows={concept.answers.map((answer) => ({
          id: `answer ${answer.answerId}`,
          label: answer.answerDescription,
          apartments: answer.apartments,
          coefficient: answer.coefficient,
        }))}
      />
      <FiguresTable
        label="Votos y quorum"
        first="Asamblea"
        rows={[{ id: 'voted', label: 'Votos', ...concept.voted }, ...jointRows(joint)]}
      />
      {hasQuorum && <QuorumNotice joint={joint} />}
    </>
  );
}
