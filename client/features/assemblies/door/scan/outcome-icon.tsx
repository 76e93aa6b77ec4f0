import type { Outcome } from '../../../../lib/outcome-sound.ts';

/**
 * SVG path of each result of a scan. The shapes differ without colour: tick, two bars, cross, clock, exclamation
 * mark, arrow out.
 */
const shapes: Readonly<Record<Outcome, string>> = {
  registered: 'M5 17l7 7L27 8',
  already: 'M6 11h20M6 21h20',
  blocked: 'M7 7l18 18M25 7L7 25',
  pending: 'M16 4a12 12 0 1 0 .01 0M16 9v8l5 4',
  asking: 'M16 5v14M16 26v.5',
  gone: 'M5 16h21M18 8l8 8-8 8',
};

/**
 * Icon for the result of a scan at the desk (registered, blocked …), in the text colour.
 * @param outcome result of the scan
 */
export function OutcomeIcon({ outcome, className }: { outcome: Outcome; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d={shapes[outcome]} />
    </svg>
  );
}
