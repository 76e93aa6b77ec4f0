import { lazy, Suspense } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { electedNames } from '../../../../shared/assemblies/elections/words.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { coefficient, count, dateTime, units } from '../../../lib/format.ts';
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
  const { registered, total, quorum } = joint;
  const hasBuilding = useBuildingShown(joint.jointId);
  const code = joint.joining?.code ?? null;
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
        <Suspense fallback={<div />}>
          <WallBuilding joint={joint} />
        </Suspense>
      ) : (
        <div className={styles.foot}>
          {hasGrowth &&
            (code === null ? (
              <WallGrowth joint={joint} />
            ) : (
              <WallJoining jointId={joint.jointId} code={code} />
            ))}
          <div className={`stack ${styles.aside}`}>
            <WallOutcomes concepts={joint.concepts} />
            <WallTable label={conceptName(conceptId)} first="Registro" rows={jointRows(joint)} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Sign on the wall screen for a reached or missing quorum, as large as the room allows. */
function QuorumPanel({ joint }: { joint: LiveJoint }) {
  const { isReached, before, figure, after } = quorumLine(joint);
  if (joint.assembly && joint.assembly.closedAt !== null) {
    return (
      <div className={cx(styles.panel, styles.ended)}>
        <p className={styles.words}>
          La asamblea terminó
          <span className={`block regular ${styles.endedAt}`}>{dateTime(joint.assembly.closedAt)}</span>
        </p>
      </div>
    );
  }
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

/** Number of question results shown beside the chart. */
const LATEST = 3;

/** Results of the last questions on the wall screen, while no question is open. */
function WallOutcomes({ concepts }: { concepts: readonly LiveConcept[] }) {
  const latest = concepts
    .filter((concept) => concept.conceptId !== ATTENDANCE && !isPrepared(concept))
    .slice(-LATEST);
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
