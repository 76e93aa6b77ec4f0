import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface Props {
  items: readonly (readonly [name: string, value: ReactNode])[];
  /** CSS class in place of the default style. */
  className?: string;
}

/**
 * Shows facts side by side, each value under the name.
 * @param items name and value of each fact
 */
export function Figures({ items, className = `grid-3 ${styles.figures}` }: Props) {
  return (
    <dl className={className}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
