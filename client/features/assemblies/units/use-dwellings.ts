import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { useGathered } from '../../../lib/use-gathered.ts';

/**
 * Hook: keeps the number of equal votes (a vote per unit or owner) current on a screen: asks for the joint's
 * complete live state after each registration, because the live events do not carry the number.
 * @param matters false: no request, since the page does not show the number
 */
export function useDwellings(jointId: number, live: LiveEntry, matters: boolean): void {
  useGathered(matters ? String(live.joint?.registered.apartments) : '', () => {
    if (matters && live.status === 'live') refreshJoint(jointId);
  });
}
