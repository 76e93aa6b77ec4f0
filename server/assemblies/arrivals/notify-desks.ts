import type { UseCase } from '../store/act.ts';

/**
 * Makes the desks' screens reload the list of phone announcements: raises the revision (counter of changes) of the
 * joint and of the sectors. Call after every change of an announcement.
 */
export function notifyDesks(act: UseCase): void {
  for (const jointId of act.family) act.changed.votes.add(jointId);
}
