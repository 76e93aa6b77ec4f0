import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** A sentence under the title. */
  intro?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** `narrow` for forms and reading, `wide` for tables, `full` for walls. */
  width?: 'narrow' | 'wide' | 'full';
  children: ReactNode;
}

/** A screen: its heading, which also names the browser's tab, and its content. */
export function Page({ title, intro, actions, width = 'wide', children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · SCAF`;
  }, [title]);
  return (
    <div className={cx(styles.page, styles[width])}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface StackProps {
  children: ReactNode;
  /** Side by side, wrapping, instead of one below the other. */
  row?: boolean;
  /** In a row: pushed to the end. */
  end?: boolean;
}

/** Things with the usual space between them. */
export function Stack({ children, row, end }: StackProps) {
  return <div className={cx(row ? styles.row : styles.stack, end && styles.end)}>{children}</div>;
}
