import { reporters } from '../../../../shared/api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { onSessionEnd, useSession } from '../../../lib/session.store.ts';
import { deleteScans, readScans } from './kept/door-db.ts';
import { forgetLists } from './kept/lists.ts';
import { isPendingScan, isUnread } from './kept/scan.ts';
import { forgetSession, keepSession } from './kept-session.ts';
import { readClock } from './scan/clock.ts';
import { closeQueue, openQueue, useQueue } from './scan/queue.ts';
import { startSender } from './scan/sender.ts';

let current: { userId: string; stop: () => void } | null = null;
let isKeeping = false;

/**
 * Starts to send and store the registrations of the signed-in operator, on any page: registrations scanned without
 * network wait on this device. Later calls have no effect.
 */
export function keepDoor(): void {
  if (isKeeping) return;
  isKeeping = true;
  follow();
  useSession.subscribe(follow);
  useQueue.subscribe(() => void keepSession().catch(() => undefined));
  useSession.subscribe(() => void keepSession().catch(() => undefined));
  useChosenJoint.subscribe(() => void keepSession().catch(() => undefined));
  onSessionEnd(leave);
}

function follow(): void {
  const { user } = useSession.getState();
  if (
    user === null ||
    !reporters.some((profile) => profile === user.profileId) ||
    current?.userId === user.userId
  )
    return;
  leave();
  const { userId } = user;
  current = { userId, stop: startSender(userId) };
  void readClock()
    .catch(() => undefined)
    .then(() => openQueue(userId));
}

/**
 * Stops the registration queue at sign-out. Unsent and unread registrations stay stored for the same user. Offline
 * lists are deleted if no registration is unsent.
 */
function leave(): void {
  if (current === null) return;
  const { userId, stop } = current;
  current = null;
  stop();
  closeQueue();
  void clean(userId).catch(() => undefined);
}

async function clean(userId: string): Promise<void> {
  await forgetSession(userId);
  const scans = await readScans(userId);
  await deleteScans(scans.filter((scan) => !isPendingScan(scan) && !isUnread(scan)).map((scan) => scan.id));
  if (!scans.some(isPendingScan)) await forgetLists(userId);
}

/**
 * Returns the number of unsent registrations of the signed-in operator on this device, over all tabs: a sign-out
 * must wait for the registrations.
 */
export async function countPending(): Promise<number> {
  const { userId } = useSession.getState().user ?? {};
  if (userId === undefined) return 0;
  const shown = useQueue.getState().scans.filter(isPendingScan);
  const stored = await readScans(userId).catch(() => []);
  return new Set([...shown, ...stored.filter(isPendingScan)].map((scan) => scan.id)).size;
}
