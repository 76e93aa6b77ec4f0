import type { ReactNode } from 'react';
import styles from './key-figure.module.css';

interface Props {
  name?: ReactNode;
  value: string;
  /** Meaning of the figure, in a sentence. */
  sentence?: ReactNode;
  /** Link or button for the next step, shown below. */
  children?: ReactNode;
}

/** Main figure of a page: name, value, meaning in a sentence, and a link to the next step (`children`). */
export function KeyFigure({ name, value, sentence, children }: Props) {
  return (
    <div className="stack-2">
      {name && <p className="soft">{name}</p>}
      <p className={`bold tabular breaks ${styles.value}`}>{value}</p>
      {sentence && <p className="anywhere">{sentence}</p>}
      {children}
    </div>
  );
}

/** Row of key figures, side by side if the width allows. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
);
