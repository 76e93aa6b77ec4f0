import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface Props {
  items: readonly (readonly [name: string, value: ReactNode])[];
  /** Replaces the default style. */
  className?: string;
}

/** Facts side by side, each under a name. */
export function Figures({ items, className = styles.figures }: Props) {
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
