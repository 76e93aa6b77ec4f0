import type { ReactNode } from 'react';
import styles from './state.module.css';

/** Nothing here, and why; with what can be done about it, if anything. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.text}>{message}</p>
      {children}
    </div>
  );
}
