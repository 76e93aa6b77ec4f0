import type { ReactNode } from 'react';
import styles from './key-figure.module.css';

interface Props {
  /** What it is a figure of. */
  name?: ReactNode;
  value: string;
  /** What it means, in one sentence. */
  sentence?: ReactNode;
  /** One next step. */
  children?: ReactNode;
}

/** A figure that is read before everything beside it, what it means, and what to do about it. */
export function KeyFigure({ name, value, sentence, children }: Props) {
  return (
    <div className="stack-2">
      {name && <p className="soft">{name}</p>}
      <p className={styles.value}>{value}</p>
      {sentence && <p className="anywhere">{sentence}</p>}
      {children}
    </div>
  );
}

/** Several of them side by side, where there is room. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
);
