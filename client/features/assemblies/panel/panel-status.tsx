import {
  assemblyKindNames,
  assemblyName,
  callNames,
  modeNames,
} from '../../../../shared/assemblies/assembly-words.ts';
import { coefficient, count, units } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { cx } from '../../../ui/cx.ts';
import { Meter } from '../../../ui/meter.tsx';
import { JointLiveLine } from '../joint-live-line.tsx';
import { gaugeOf } from '../wall/wall-figures.ts';
import styles from './panel-status.module.css';
import { assemblyNotice, quorumNeed } from './panel-words.ts';

/** Which assembly this is, how fresh the screen is, and whether there is a quorum. */
export function PanelStatus({ joint, live }: { joint: LiveJoint; live: LiveEntry }) {
  const { assembly, registered, total, quorum } = joint;
  const gauge = gaugeOf(joint);
  const notice = assemblyNotice(assembly);
  const need = quorumNeed(joint);
  return (
    <section className={styles.status} aria-label="En este momento">
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>{assembly ? assemblyName(assembly) : 'Sin asamblea actual'}</h2>
          {assembly && (
            <p className={styles.soft}>
              {assemblyKindNames[assembly.kind]} · {modeNames[assembly.mode]} · {callNames[assembly.call]}{' '}
              convocatoria
            </p>
          )}
        </div>
        <JointLiveLine live={live} />
      </div>
      {notice && (
        <div className={cx(styles.notice, notice.isOver && styles.over)}>
          <p className={styles.strong}>{notice.title}</p>
          <p>{notice.detail}</p>
        </div>
      )}
      <div className={styles.figures}>
        <p>
          <strong className={styles.figure}>{coefficient(registered.coefficient)}</strong> de{' '}
          {coefficient(total.coefficient)} de coeficiente
        </p>
        <p className={styles.units}>
          {count(registered.apartments)} de {units(total.apartments)}
        </p>
      </div>
      <div className={styles.meter}>
        <Meter
          label="Quórum"
          share={gauge.share}
          threshold={gauge.threshold}
          valueText={`${coefficient(registered.coefficient)} de ${coefficient(total.coefficient)}. ${need}`}
          isGood={quorum.reached}
        />
      </div>
      {!notice?.isOver && (
        <p className={cx(styles.quorum, quorum.reached ? styles.good : styles.missing)}>
          <strong>{quorum.reached ? 'Hay quórum' : 'No hay quórum'}</strong> <span>{need}</span>
        </p>
      )}
    </section>
  );
}
