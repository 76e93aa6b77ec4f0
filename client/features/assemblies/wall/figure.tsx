import type { CSSProperties, ReactNode } from 'react';
import { coefficient, count } from '../../../lib/format.ts';
import styles from './figure.module.css';

interface Props {
  label: string;
  value: number;
  /** Largest possible value. Reserves the width from the start, so the layout does not move. */
  most: number;
  /** True for a whole number, shown without decimals. */
  isCount?: boolean;
  /** Text line below the figure. */
  children: ReactNode;
}

/**
 * Large figure of the wall screen, readable from the last row of a hall: whole part large, decimals small.
 * @param most largest possible value: reserves the width from the start
 * @param isCount true for a whole number, shown without decimals
 * @param children text line below the figure
 */
export function WallFigure({ label, value, most, isCount = false, children }: Props) {
  const say = isCount ? count : coefficient;
  const [whole = '', decimals] = say(value).split(',');
  const digits = Math.max(say(most).split(',')[0]?.length ?? 0, whole.length);
  return (
    <div className="stack shrinks">
      <p className={`faint ${styles.label}`}>{label}</p>
      <p
        className={`bold ${styles.value}`}
        style={{ '--digits': digits, '--decimals': decimals === undefined ? 0 : 2.2 } as CSSProperties}
      >
        {whole}
        {decimals !== undefined && <span className={`strong ${styles.decimals}`}>,{decimals}</span>}
      </p>
      <p className={`tabular ${styles.below}`}>{children}</p>
    </div>
  );
}
