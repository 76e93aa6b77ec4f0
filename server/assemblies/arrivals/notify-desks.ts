import type { UseCase } from '../store/act.ts';

/**
 * Makes the screens of the desks reload the list of announcements, by raising the revision number of the
 * joint and of the sectors.
 */
export function notifyDesks(act: UseCase): void {
  for (const jointId of act.family) act.changed.votes.add(jointId);
}
