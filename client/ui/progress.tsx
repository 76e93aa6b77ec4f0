import { Label } from 'react-aria-components/Label';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import styles from './progress.module.css';

interface Props {
  label: string;
  /** Share done, 0 to 1. Left out: under way, without knowing how far. */
  share?: number;
  /** What to write instead of the percentage. */
  valueLabel?: string;
}

/** How far something is. */
export function Progress({ label, share, valueLabel }: Props) {
  return (
    <ProgressBar
      className={styles.progress}
      value={share === undefined ? undefined : share * 100}
      isIndeterminate={share === undefined}
      valueLabel={valueLabel}
    >
      {({ percentage, valueText }) => (
        <>
          <div className={styles.words}>
            <Label>{label}</Label>
            <span className={styles.value}>{valueText}</span>
          </div>
          <div className={styles.track}>
            <div
              className={share === undefined ? styles.moving : styles.fill}
              style={share === undefined ? undefined : { width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </ProgressBar>
  );
}
