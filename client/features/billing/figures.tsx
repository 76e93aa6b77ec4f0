import type { ReactNode } from 'react';
import styles from './billing.module.css';

/** A few figures side by side, each under its name. */
export function Figures({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.figures}>
      {items.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
