import { Meter as AriaMeter } from 'react-aria-components/Meter';
import { cx } from './cx.ts';
import styles from './meter.module.css';

interface Props {
  label: string;
  /** Part of the whole, 0 to 1. */
  share: number;
  /** The same in words, for whoever cannot see it. */
  valueText: string;
  /** What has to be exceeded, 0 to 1. */
  threshold?: number | null;
  isGood?: boolean;
}

/** A level against a threshold, as a bar that fills. Its height is the text's, so it grows with what is around. */
export function Meter({ label, share, valueText, threshold = null, isGood = false }: Props) {
  return (
    <AriaMeter aria-label={label} value={share * 100} valueLabel={valueText} className={styles.meter}>
      {({ percentage }) => (
        <>
          <div className={styles.track}>
            <div className={cx(styles.fill, isGood && styles.good)} style={{ width: `${percentage}%` }} />
          </div>
          {threshold !== null && <div className={styles.threshold} style={{ left: `${threshold * 100}%` }} />}
        </>
      )}
    </AriaMeter>
  );
}
