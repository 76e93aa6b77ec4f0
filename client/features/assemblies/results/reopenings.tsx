import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { reopeningLines } from '../concept-words.ts';

/** Of a question that was opened again: each result that had been announced, who opened it, why, and what came after. */
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
