import { type RegistrationResult, register } from '../../../../../shared/assemblies/attendance.api.ts';
import { ApiError, call, hasCode } from '../../../../lib/api.ts';
import { createOutbox } from '../../../../lib/delivery/outbox.ts';
import { useLiveStore } from '../../../../lib/live/store.ts';
import { onWakeUp } from '../../../../lib/live/wake.ts';
import { useSession } from '../../../../lib/session.store.ts';
import { electLeader } from '../kept/one-sender.ts';
import { isPendingScan, type StoredScan } from '../kept/scan.ts';
import { keepClock, serverNow } from './clock.ts';
import { mayStillPass, refusedScan, taken } from './outcome.ts';
import { change, isBeingWritten, onNewScan, useQueue } from './queue.ts';

/**
 * Timeout of a registration request in milliseconds. Shorter than for other requests, because a registration can be
 * resent.
 */
const ANSWER_MS = 10_000;
/** Tolerated error of the known clock offset, in milliseconds. */
const JUST_NOW_MS = 5_000;

/** Age of a late scan in milliseconds: the person has left the desk. */
const LATE_MS = 10_000;

/** True if the person of a scan has left the desk: after a while, or when the next person was read. */
const isLate = ({ order }: StoredScan): boolean =>
  Date.now() - order > LATE_MS || useQueue.getState().scans.some((other) => other.order > order);

let isLeader = false;

const outbox = createOutbox<StoredScan, RegistrationResult>({
  pending: () => {
    const { userId, isRead, scans } = useQueue.getState();
    const { user, token } = useSession.getState();
    return isRead && token !== null && user?.userId === userId ? scans.filter(isPendingScan) : [];
  },
  // The server receives the scans of a card or unit in order.
  claims: ({ jointId, code, apartments, wish }) => [
    `code ${code}`,
    ...apartments.map(({ apartmentId }) => `unit ${jointId} ${apartmentId}`),
    ...(wish.apartmentIds ?? []).map((id) => `unit ${jointId} ${id}`),
  ],
  isReady: (entry) => isLeader && !isBeingWritten(entry),
  send: (entry) => {
    change(entry.id, { state: 'sending' });
    return call(register, {
      params: { jointId: entry.jointId },
      body: { ...entry.wish, ...(entry.isTimed && { scannedAt: entry.scannedAt }) },
      idempotencyKey: entry.isTimed ? entry.id : `${entry.id}-now`,
      timeoutMs: ANSWER_MS,
    });
  },
  isWorth: mayStillPass,
  onStored: (entry, result) => {
    change(entry.id, taken(entry, result, isLate(entry)));
    online();
  },
  onRefused: (entry, error) => {
    if (entry.isTimed && hasCode(error, 'scanOutdated') && Date.now() - entry.order < JUST_NOW_MS) {
      // The unit left and came back within the error of the device's clock: resend without the scan time.
      change(entry.id, { state: 'pending', isTimed: false });
    } else {
      online();
      change(entry.id, refusedScan(entry.wish, error));
    }
  },
  onWait: ({ id }, error) => {
    const isCut = !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
    if (isCut && useQueue.getState().offlineSince === null) useQueue.setState({ offlineSince: serverNow() });
    change(id, { state: 'pending' });
  },
});

/**
 * Starts to send the desk's queued registrations of a user to the server; only a single tab of the browser sends.
 * Returns a function to stop sending.
 */
export function startSender(userId: string): () => void {
  onNewScan(outbox.pump);
  const giveBack = electLeader(`scaf-door-${userId}`, {
    begin: () => {
      isLeader = true;
      outbox.wake();
    },
    cease: () => {
      isLeader = false;
    },
  });
  const stopWaking = onWakeUp({ wake: () => outbox.wake(), offline: () => undefined });
  // The hub often reconnects before the browser reports online; a local network never reports.
  const stopHearing = useLiveStore.subscribe(({ joints }, { joints: before }) => {
    const isBack = Object.entries(joints).some(
      ([id, entry]) => entry.status === 'live' && before[Number(id)]?.status !== 'live',
    );
    if (isBack) outbox.wake();
  });
  return () => {
    giveBack();
    stopWaking();
    stopHearing();
  };
}

function online(): void {
  if (useQueue.getState().offlineSince !== null) useQueue.setState({ offlineSince: null });
  void keepClock().catch(() => undefined);
}
