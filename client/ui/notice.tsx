import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './notice.module.css';

interface Props {
  kind?: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
}

/** A word that stays on the page, beside what it is about. Faults are read out when they appear. */
export function Notice({ kind = 'info', title, children }: Props) {
  return (
    <div className={cx(styles.notice, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  );
}
