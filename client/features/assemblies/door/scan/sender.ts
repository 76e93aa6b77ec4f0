import { register } from '../../../../../shared/assemblies/attendance.api.ts';
import { ApiError, call, hasCode } from '../../../../lib/api.ts';
import { useLiveStore } from '../../../../lib/live/store.ts';
import { onWakeUp } from '../../../../lib/live/wake.ts';
import { backoffMs } from '../../../../lib/resend.ts';
import { useSession } from '../../../../lib/session.store.ts';
import { electLeader } from '../kept/one-sender.ts';
import type { ScanEntry, StoredScan } from '../kept/scan.ts';
import { keepClock, serverNow } from './clock.ts';
import { nextScans } from './next-scans.ts';
import { concernsAll, mayStillPass, refusedScan, taken } from './outcome.ts';
import { change, isBeingWritten, onNewScan, useQueue } from './queue.ts';

/**
 * Timeout of a registration request in milliseconds. Shorter than for other requests, because a registration can be
 * resent.
 */
const ANSWER_MS = 10_000;
/** Tolerated error of the known clock offset, in milliseconds. */
const JUST_NOW_MS = 5_000;

/**
 * Wait before a retry, for all requests or for a registration: number of failed attempts, and the end of the wait.
 */
interface Rest {
  failures: number;
  until: number;
}

let isLeader = false;
let rest: Rest = { failures: 0, until: 0 };
/** End of the wait that the server asked for, in milliseconds. A restored connection does not shorten the wait. */
let patientUntil = 0;
const rests = new Map<string, Rest>();
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Sends the queued registrations of a user; only a single tab of the browser sends. Returns a function that stops
 * sending.
 */
export function startSender(userId: string): () => void {
  onNewScan(pump);
  const giveBack = electLeader(`scaf-door-${userId}`, {
    begin: () => {
      isLeader = true;
      wake();
    },
    cease: () => {
      isLeader = false;
    },
  });
  const stopWaking = onWakeUp({ wake, offline: () => undefined });
  // The hub often reconnects before the browser reports online; a local network never reports.
  const stopHearing = useLiveStore.subscribe(({ joints }, { joints: before }) => {
    const isBack = Object.entries(joints).some(
      ([id, entry]) => entry.status === 'live' && before[Number(id)]?.status !== 'live',
    );
    if (isBack) wake();
  });
  return () => {
    giveBack();
    stopWaking();
    stopHearing();
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

function wake(): void {
  rest = { failures: rest.failures, until: 0 };
  rests.clear();
  pump();
}

function pump(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const { userId, isRead, scans } = useQueue.getState();
  const { user, token } = useSession.getState();
  if (!isLeader || !isRead || token === null || user === null || user.userId !== userId) return;
  const now = Date.now();
  const until = Math.max(rest.until, patientUntil);
  if (until > now) {
    timer = setTimeout(pump, until - now);
    return;
  }
  const isResting = (entry: ScanEntry) => isBeingWritten(entry) || (rests.get(entry.id)?.until ?? 0) > now;
  const next = nextScans(scans, isResting);
  // After a failure, one entry probes the server.
  for (const entry of rest.failures > 0 ? next.slice(0, 1) : next) void send(entry);
  const sooner = Math.min(...[...rests.values()].map((one) => one.until));
  if (Number.isFinite(sooner)) timer = setTimeout(pump, Math.max(0, sooner - now));
}

async function send(entry: StoredScan): Promise<void> {
  change(entry.id, { state: 'sending' });
  try {
    const result = await call(register, {
      params: { jointId: entry.jointId },
      body: { ...entry.wish, ...(entry.isTimed && { scannedAt: entry.scannedAt }) },
      idempotencyKey: entry.isTimed ? entry.id : `${entry.id}-now`,
      timeoutMs: ANSWER_MS,
    });
    heard(entry.id);
    change(entry.id, taken(entry, result));
  } catch (error) {
    if (mayStillPass(error)) {
      failed(entry.id, error);
      change(entry.id, { state: 'pending' });
    } else if (entry.isTimed && hasCode(error, 'scanOutdated') && Date.now() - entry.order < JUST_NOW_MS) {
      // The unit left and came back within the error of the device's clock: resend without the scan time.
      change(entry.id, { state: 'pending', isTimed: false });
    } else {
      heard(entry.id);
      change(entry.id, refusedScan(error));
    }
  }
  pump();
}

function heard(id: string): void {
  rest = { failures: 0, until: 0 };
  rests.delete(id);
  if (useQueue.getState().offlineSince !== null) useQueue.setState({ offlineSince: null });
  void keepClock().catch(() => undefined);
}

function failed(id: string, error: unknown): void {
  const now = Date.now();
  if (error instanceof ApiError && error.retryAfterMs !== null) patientUntil = now + error.retryAfterMs;
  if (!concernsAll(error)) {
    rests.set(id, later(rests.get(id) ?? { failures: 0, until: 0 }, now));
    return;
  }
  // Concurrent requests that failed together count as one failure.
  if (rest.until <= now) rest = later(rest, now);
  const isCut = !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
  if (isCut && useQueue.getState().offlineSince === null) useQueue.setState({ offlineSince: serverNow() });
}

function later({ failures }: Rest, now: number): Rest {
  return { failures: failures + 1, until: now + backoffMs(failures) };
}
