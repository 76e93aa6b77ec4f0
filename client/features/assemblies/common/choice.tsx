import type { ReactNode } from 'react';
import styles from './choice.module.css';

interface Props {
  isChosen: boolean;
  /** Called to choose the item. Absent for an item only to read. */
  onChoose: (() => void) | undefined;
  children: ReactNode;
}

/** Item of a list as a button to choose the item, or as text without `onChoose`. */
export function ChoiceBody({ isChosen, onChoose, children }: Props) {
  const className = `stack-1 grow full ${styles.choice}`;
  if (!onChoose) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}
