import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { startSession, useSession } from '../../../lib/session.store.ts';
import { doorDb } from './kept/door-db.ts';
import { isPendingScan } from './kept/scan.ts';
import { useQueue } from './scan/scan-queue.ts';

let written: string | null = null;

/**
 * Keeps the session in this browser as long as something of its user is pending, and only then: without it, a
 * door that is closed and opened again without network could not go on.
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

/** The person left, or the server does not know the session any more. */
export async function forgetSession(userId: string): Promise<void> {
  written = null;
  await (await doorDb()).delete('sessions', userId);
}

/** Before anything is drawn: takes up the session that was kept, where this browser has none. */
export async function restoreSession(): Promise<void> {
  if (useSession.getState().token !== null) return;
  try {
    const kept = await (await doorDb()).getAll('sessions');
    const [only, another] = kept;
    // Of two people nobody knows who sits here: they sign in.
    if (!only || another) return;
    startSession(only.token, only.user);
    if (only.jointId !== null) useChosenJoint.getState().choose(only.jointId);
  } catch {
    // No store, so nothing was kept either.
  }
}
