import type { ReactNode } from 'react';
import styles from './card.module.css';

interface Props {
  title?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A piece of a page on a ground of its own. */
export function Card({ title, actions, children }: Props) {
  return (
    <section className={styles.card} aria-label={title}>
      {(title || actions) && (
        <div className={styles.header}>
          {title && <h2 className={styles.title}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
