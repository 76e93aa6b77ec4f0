import type { UseCase } from '../store/act.ts';

/** Notifies desks: raises the revision of the joint and its sectors. */
export function notifyDesks(act: UseCase): void {
  for (const jointId of act.family) act.changed.votes.add(jointId);
}
