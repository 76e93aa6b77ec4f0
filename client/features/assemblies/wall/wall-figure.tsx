import type { CSSProperties, ReactNode } from 'react';
import { coefficient, count } from '../../../lib/format.ts';
import styles from './wall-figure.module.css';

interface Props {
  label: string;
  value: number;
  /** The most it can become: the room for that is there from the start, so that nothing beside it moves. */
  most: number;
  /** A count has no decimals. */
  isCount?: boolean;
  /** The line below it. */
  children: ReactNode;
}

/** The one figure that the last row of chairs must be able to read: whole part large, decimals beside it. */
export function WallFigure({ label, value, most, isCount = false, children }: Props) {
  const say = isCount ? count : coefficient;
  const [whole = '', decimals] = say(value).split(',');
  const digits = Math.max(say(most).split(',')[0]?.length ?? 0, whole.length);
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p
        className={styles.value}
        style={{ '--digits': digits, '--decimals': decimals === undefined ? 0 : 2.2 } as CSSProperties}
      >
        {whole}
        {decimals !== undefined && <span className={styles.decimals}>,{decimals}</span>}
      </p>
      <p className={styles.below}>{children}</p>
    </div>
  );
}
