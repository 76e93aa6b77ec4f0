import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface Props {
  items: readonly (readonly [name: string, value: ReactNode])[];
  /** A look of their own, instead of figures on a ground. */
  className?: string;
}

/** A few facts side by side, each under its name. */
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
