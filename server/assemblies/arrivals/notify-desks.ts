import type { UseCase } from '../store/act.ts';

/** Makes the screens of the desks reload the announcements: raises the revision of the joint and of its sectors. */
export function notifyDesks(act: UseCase): void {
  for (const jointId of act.family) act.changed.votes.add(jointId);
}
