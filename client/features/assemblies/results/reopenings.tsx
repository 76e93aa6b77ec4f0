import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { reopeningLines } from '../common/question-messages.ts';

/** List of a reopened question's earlier results; for each reopening the person, the reason and the later result. */
export function Reopenings({ concept, className }: { concept: LiveConcept; className?: string | undefined }) {
  const lines = reopeningLines(concept);
  if (lines.length === 0) return null;
  return (
    <ul
      className={`stack-1 plain anywhere ${className ?? 'soft'}`}
      aria-label="Votación abierta más de una vez"
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
