import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { startSession, useSession } from '../../../lib/session.store.ts';
import { doorDb } from './kept/door-db.ts';
import { isPendingScan } from './kept/scan.ts';
import { useQueue } from './scan/queue.ts';

let written: string | null = null;

/**
 * Stores the sign-in session (token, user, chosen joint) on this device while the user has unsent registrations,
 * else deletes the stored session. So a desk opened again without network can go on. Called at every change of the
 * unsent registrations.
 */
export async function keepSession(): Promise<void> {
  const { token, user } = useSession.getState();
  const { userId, scans, isRead } = useQueue.getState();
  if (token === null || user === null || user.userId !== userId || !isRead) return;
  const { jointId } = useChosenJoint.getState();
  const isNeeded = scans.some(isPendingScan);
  const wanted = isNeeded ? JSON.stringify([token, jointId]) : '';
  if (wanted === written) return;
  written = wanted;
  const db = await doorDb();
  if (isNeeded) await db.put('sessions', { userId, token, user, jointId });
  else await db.delete('sessions', userId);
}

/**
 * Deletes the sign-in session stored on this device for work without network, after sign-out, or after the server
 * rejected the session.
 * @param userId id of the user with the stored session
 */
export async function forgetSession(userId: string): Promise<void> {
  written = null;
  await (await doorDb()).delete('sessions', userId);
}

/**
 * Signs in with the session stored on this device, before the first render, if the tab has no session: a desk
 * opened again without network can go on.
 */
export async function restoreSession(): Promise<void> {
  if (useSession.getState().token !== null) return;
  try {
    const storedSessions = await (await doorDb()).getAll('sessions');
    const [only, another] = storedSessions;
    // With sessions of two users the current user is unknown and must sign in.
    if (!only || another) return;
    startSession(only.token, only.user);
    if (only.jointId !== null) useChosenJoint.getState().choose(only.jointId);
  } catch {
    // No store, so no stored session.
  }
}
