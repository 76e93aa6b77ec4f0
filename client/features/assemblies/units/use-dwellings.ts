import { refreshJoint } from '../../../lib/live/live.ts';
import type { LiveEntry } from '../../../lib/live/store.ts';
import { useGathered } from '../../../lib/use-gathered.ts';

/**
 * Keeps the number of represented dwellings current. Only snapshots carry the number, so a snapshot is requested
 * after each registration; while the hub is away, polling brings snapshots.
 */
export function useDwellings(jointId: number, live: LiveEntry, matters: boolean): void {
  useGathered(matters ? String(live.joint?.registered.apartments) : '', () => {
    if (matters && live.status === 'live') refreshJoint(jointId);
  });
}
