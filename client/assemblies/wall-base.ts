import { useEffect, useRef } from 'react';
import type { LiveConcept } from '../../shared/live.ts';
import { refreshJoint } from '../lib/live.ts';
import type { LiveJoint } from '../lib/live-merge.ts';

/** Arrivals come in bursts; one question after each burst is enough. */
const AFTER_MS = 2_000;

/**
 * How many votes of one each are represented comes with a snapshot, not with each arrival: while such a question
 * is open, a wall asks for one after somebody came or left.
 */
export function useFreshBase({ jointId, registered }: LiveJoint, { rule, active }: LiveConcept): void {
  const isNeeded = rule === 'perUnit' && active === 1;
  const known = useRef(registered.apartments);
  useEffect(() => {
    if (!isNeeded || known.current === registered.apartments) return;
    const asking = setTimeout(() => {
      known.current = registered.apartments;
      refreshJoint(jointId);
    }, AFTER_MS);
    return () => clearTimeout(asking);
  }, [isNeeded, jointId, registered.apartments]);
}
