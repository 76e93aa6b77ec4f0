import { type CSSProperties, lazy, Suspense } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { electedNames } from '../../../../shared/assemblies/elections/words.ts';
import { agendaItems, agendaLabel } from '../../../../shared/assemblies/law/agenda.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { endedWords } from '../../../../shared/assemblies/words.ts';
import { invitedDay, invitedHour } from '../../../../shared/format.ts';
import { coefficient, count, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { conceptName, outcomeWords } from '../common/question-messages.ts';
import styles from './attendance.module.css';
import { useBuildingShown } from './building/wall-view.ts';
import { WallFigure } from './figure.tsx';
import { gaugeOf } from './figures.ts';
import { WallGrowth } from './growth.tsx';
import { WallJoining } from './joining.tsx';
import { jointRows, WallTable } from './table.tsx';
import { isPrepared, quorumLine, quorumRule, quorumSentence } from './words.ts';

// Loaded on demand: only walls with the building view fetch the code.
const WallBuilding = lazy(() => import('./building/wall-building.tsx'));

/**
 * Part of the wall with the coefficient present compared with the quorum. `hasGrowth`: true if the wall has room
 * for the chart or the QR.
 */
export function WallAttendance({
  joint,
  conceptId,
  hasGrowth,
}: {
  joint: LiveJoint;
  conceptId: number;
  hasGrowth: boolean;
}) {
  const { registered, total, quorum, assembly } = joint;
  const hasBuilding = useBuildingShown(joint.jointId);
  const code = joint.joining?.code ?? null;
  const foot = hasGrowth && code !== null ? <WallJoining jointId={joint.jointId} code={code} /> : null;
  const table = <WallTable label={conceptName(conceptId)} first="Registro" rows={jointRows(joint)} />;
  const moment = assembly && momentOf(assembly, joint.concepts);
  if (moment) {
    return (
      <div className={cx(styles.attendance, styles.moment)}>
        <p className={styles.start}>
          {moment.before} <strong className={styles.hour}>{moment.title}</strong> {moment.after}
        </p>
        {hasBuilding ? (
          <Building joint={joint} />
        ) : (
          <div className={styles.foot}>
            {foot ?? <MomentList {...moment} />}
            <div className={`stack ${styles.aside}`}>{table}</div>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={styles.attendance}>
      <div className={styles.main}>
        <WallFigure label="Coeficiente registrado" value={registered.coefficient} most={total.coefficient}>
          {count(registered.apartments)} de {units(total.apartments)}
        </WallFigure>
        <QuorumPanel joint={joint} />
      </div>
      <div className={`stack ${styles.gauge}`}>
        <Meter
          label="Quórum"
          {...gaugeOf(joint)}
          isGood={quorum.reached}
          valueText={`${coefficient(registered.coefficient)} de ${coefficient(total.coefficient)}. ${quorumSentence(joint)}.`}
        />
        <div className={`faint grid-4 tabular ${styles.scale}`}>
          <span>{quorumRule(joint)}</span>
          <span className={styles.end}>{coefficient(total.coefficient)}</span>
        </div>
      </div>
      {hasBuilding ? (
        <Building joint={joint} />
      ) : (
        <div className={styles.foot}>
          {foot ?? (hasGrowth && <WallGrowth joint={joint} />)}
          <div className={`stack ${styles.aside}`}>
            <WallOutcomes concepts={joint.concepts} />
            {table}
          </div>
        </div>
      )}
    </div>
  );
}

const Building = ({ joint }: { joint: LiveJoint }) => (
  <Suspense fallback={<div />}>
    <WallBuilding joint={joint} />
  </Suspense>
);

/** Large words of the wall before the opening or after the end of the assembly, with a list. */
interface WallMoment {
  before: string;
  title: string;
  after: string;
  /** Name of the list, for screen readers. */
  label: string;
  /** Points of the agenda, or the questions, each with the result. */
  items: readonly { id: number; text: string; result?: string | undefined }[];
}

/** Words of the wall before the called hour and after the end. Null in between, and without a called hour. */
function momentOf(
  { scheduledAt, openedAt, closedAt, agenda }: NonNullable<LiveJoint['assembly']>,
  concepts: readonly LiveConcept[],
): WallMoment | null {
  if (closedAt !== null) {
    const items = openedQuestions(concepts).map((concept) => ({
      id: concept.conceptId,
      text: concept.conceptDescription,
      result: electedNames(concept.outcome?.election) || outcomeWords(concept)?.title,
    }));
    return { before: '', title: 'Gracias', after: endedWords(closedAt), label: 'Votaciones', items };
  }
  if (openedAt !== null || scheduledAt === null) return null;
  return {
    before: 'Empezamos a las',
    title: invitedHour(scheduledAt),
    after: invitedDay(scheduledAt),
    label: 'Orden del día',
    items: agendaItems(agenda).map((item) => ({ id: item.number, text: agendaLabel(item) })),
  };
}

/** Number of characters of a line in the list, for the estimate of the font size. */
const LINE_LETTERS = 40;

/** Agenda before the opening, or the results after the end, in the largest font that fits. */
function MomentList({ label, items }: WallMoment) {
  const lines = items.reduce(
    (sum, { text, result = '' }) => sum + Math.ceil((text.length + result.length) / LINE_LETTERS),
    0,
  );
  return (
    <ul
      aria-label={label}
      className={`plain stack ${styles.items}`}
      style={{ '--lines': Math.max(lines, 1) } as CSSProperties}
    >
      {items.map(({ id, text, result }) => (
        <li key={id} className="anywhere">
          {text} {result && <strong>{result}</strong>}
        </li>
      ))}
    </ul>
  );
}

/** Sign on the wall screen for a reached or missing quorum, as large as the room allows. */
function QuorumPanel({ joint }: { joint: LiveJoint }) {
  const { isReached, before, figure, after } = quorumLine(joint);
  return (
    <div className={cx(styles.panel, isReached && styles.reached)}>
      <p className={cx(styles.words, figure === '' && !isReached && styles.long)}>
        {isReached && (
          <svg viewBox="0 0 24 24" className={styles.tick} aria-hidden="true">
            <path d="M4 12.500l5.5 5.500L20 6.5" />
          </svg>
        )}
        {before}{' '}
        {figure !== '' && (
          <strong className={cx(styles.missing, figure.length > 8 && styles.finely)}>{figure}</strong>
        )}{' '}
        {after}
      </p>
    </div>
  );
}

/** Questions opened at least once. */
const openedQuestions = (concepts: readonly LiveConcept[]): LiveConcept[] =>
  concepts.filter((concept) => concept.conceptId !== ATTENDANCE && !isPrepared(concept));

/** Number of question results shown beside the chart. */
const LATEST = 3;

/** Results of the last questions on the wall screen, while no question is open. */
function WallOutcomes({ concepts }: { concepts: readonly LiveConcept[] }) {
  const latest = openedQuestions(concepts).slice(-LATEST);
  if (latest.length === 0) return null;
  return (
    <ul className={`plain stack ${styles.outcomes}`} aria-label="Votaciones">
      {latest.map((concept) => {
        const words = outcomeWords(concept);
        return (
          <li key={concept.conceptId}>
            <span>{conceptName(concept.conceptId)}</span>
            <strong>{electedNames(concept.outcome?.election) || words?.title}</strong>
            {words?.half && <span className={styles.half}>{words.half}</span>}
          </li>
        );
      })}
    </ul>
  );
}
