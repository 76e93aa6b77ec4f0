import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { useGathered } from '../../../lib/use-gathered.ts';

/**
 * Hook: requests the number of represented dwellings again after each registration. Only a complete snapshot
 * carries the number; while the WebSocket connection is down, polling brings snapshots.
 * @param matters false: no request, since the page does not show the number
 */
export function useDwellings(jointId: number, live: LiveEntry, matters: boolean): void {
  useGathered(matters ? String(live.joint?.registered.apartments) : '', () => {
    if (matters && live.status === 'live') refreshJoint(jointId);
  });
}
