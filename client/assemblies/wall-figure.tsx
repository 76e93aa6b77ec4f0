import type { CSSProperties, ReactNode } from 'react';
import { coefficient } from '../lib/format.ts';
import styles from './wall-figure.module.css';

interface Props {
  label: string;
  value: number;
  /** The most it can become: the room for that is there from the start, so that nothing beside it moves. */
  most: number;
  /** The line below it. */
  children: ReactNode;
}

/** The one figure that the last row of chairs must be able to read: whole part large, decimals beside it. */
export function WallFigure({ label, value, most, children }: Props) {
  const [whole = '', decimals] = coefficient(value).split(',');
  const digits = Math.max(coefficient(most).length - 5, whole.length);
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p className={styles.value} style={{ '--digits': digits } as CSSProperties}>
        {whole}
        <span className={styles.decimals}>,{decimals}</span>
      </p>
      <p className={styles.below}>{children}</p>
    </div>
  );
}
