import { type Bar, barsOf } from '../../../../shared/assemblies/answer-bars.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { coefficient, count } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import { cx } from '../../../ui/cx.ts';
import { conceptName } from '../concept-words.ts';
import styles from './panel-answers.module.css';

/** Answers longer than this stand above their bars instead of beside them. */
const WORDY = 24;

interface Figure {
  header: string;
  of: (bar: Bar) => string;
  /** The figure that the rule counts. */
  counts: boolean;
}

/** The live tally: a row and a bar per answer, on the scale of the rule that decides. */
export function PanelAnswers({ joint, concept }: { joint: LiveJoint; concept: LiveConcept }) {
  const bars = barsOf(concept, joint);
  const figures = figuresOf(concept, bars);
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
          <tr key={bar.answerId} className={cx(bar.isDeciding && styles.deciding, bar.isTied && styles.tied)}>
            <th scope="row" data-header="Respuesta">
              <span className={styles.name}>
                <span className={styles.label}>{bar.answerDescription}</span>
                <span className={styles.track} aria-hidden="true">
                  <span
                    className={cx(styles.fill, bar.inRoomShare !== null && styles.all)}
                    style={{ width: `${bar.share * 100}%` }}
                  />
                  {bar.inRoomShare !== null && (
                    <span className={styles.fill} style={{ width: `${bar.inRoomShare * 100}%` }} />
                  )}
                  {bar.mark !== null && (
                    <span className={styles.mark} style={{ left: `${bar.mark * 100}%` }} />
                  )}
                </span>
              </span>
            </th>
            {figures.map(({ header, of, counts }) => (
              <td key={header} data-header={header} className={cx(styles.end, counts && styles.counts)}>
                {of(bar)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Under each rule the figure that counts comes first; coefficient and units are always there. */
function figuresOf({ rule }: LiveConcept, bars: readonly Bar[]): Figure[] {
  const inRoom = bars.some((bar) => bar.inRoomShare !== null);
  const isCount = rule === 'perUnit';
  return [
    ...(isCount ? [{ header: 'Votos', of: (bar: Bar) => count(bar.dwellings), counts: true }] : []),
    ...(inRoom ? [{ header: 'En el salón', of: (bar: Bar) => coefficient(bar.inRoom), counts: true }] : []),
    {
      header: 'Coeficiente',
      of: (bar: Bar) => coefficient(bar.coefficient),
      counts: !isCount && !inRoom,
    },
    { header: 'Inmuebles', of: (bar: Bar) => count(bar.apartments), counts: false },
  ];
}
