import styles from './roll.module.css';
import { factLines, type RollFacts } from './words.ts';

/** List of the facts changed by a correction of a unit on the roll, old → new value, a line each. */
export function RollPreview({ before, after }: { before: RollFacts; after: RollFacts }) {
  const lines = factLines(before, after);
  if (lines.length === 0) return null;
  return (
    <dl className={`stack-1 shrinks ${styles.preview}`} aria-label="Antes y después">
      {lines.map((line) => (
        <div key={line.name}>
          <dt>{line.name}</dt>
          <dd>
            <del>{line.before}</del> <span aria-hidden="true">→</span> <ins>{line.after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
