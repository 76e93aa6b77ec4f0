import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/live-store.ts';
import { useGathered } from '../../../lib/use-gathered.ts';

/**
 * Keeps the number of represented dwellings right while it matters. It travels with snapshots alone, so one is
 * taken when somebody comes or goes; while the hub is away the polls bring it.
 */
export function useDwellings(jointId: number, live: LiveEntry, matters: boolean): void {
  useGathered(matters ? String(live.joint?.registered.apartments) : '', () => {
    if (matters && live.status === 'live') refreshJoint(jointId);
  });
}
