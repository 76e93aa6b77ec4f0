import { useMemo } from 'react';
import { create } from 'zustand';
import { newKey } from '../../../../lib/delivery/kept-key.ts';
import { useSession } from '../../../../lib/session.store.ts';
import type { AlreadyRegistered } from '../../common/failure.ts';
import { deleteScans, readAllOpen, readScans, writeScans } from '../kept/door-db.ts';
import {
  type DoorWish,
  isPendingScan,
  isUnread,
  type ScanEntry,
  type StoredScan,
  type UnitName,
} from '../kept/scan.ts';
import { serverNow } from './clock.ts';
import { restOf, withMaskedCode } from './outcome.ts';

/** Number of unsent registrations of another user on this device. */
interface Others {
  userId: string;
  name: string;
  pending: number;
}

interface QueueState {
  /** User id of the queue's owner. Null unless a user with the right to register is signed in. */
  userId: string | null;
  /** Registrations in order of arrival. */
  scans: readonly StoredScan[];
  /** True after the stored registrations were read from the browser's database. */
  isRead: boolean;
  others: readonly Others[];
  /** Time of the first failed request while the server is unreachable, ISO 8601. Null while online. */
  offlineSince: string | null;
}

const emptyQueue: QueueState = { userId: null, scans: [], isRead: false, others: [], offlineSince: null };

/**
 * Store with the registrations of the signed-in operator on this device, over all joints: unsent and answered. Only
 * `queue.ts` and `sender.ts` change the store.
 */
export const useQueue = create<QueueState>(() => emptyQueue);

/** Maximum number of finished registrations stored and listed. */
const KEPT_SETTLED = 40;

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('scaf-door');
/** Ids of registrations that are being written to disk. A registration is sent only after the write. */
const writing = new Set<string>();
let wakeSender: () => void = () => undefined;
let lastOrder = 0;

/**
 * Sets the function called after each new registration at the desk, to start sending. A later call replaces the
 * function.
 */
export function onNewScan(wake: () => void): void {
  wakeSender = wake;
}

/**
 * True while a registration of the desk is being written to the browser's database, so not yet safe from a power
 * cut.
 */
export const isBeingWritten = (entry: ScanEntry): boolean => writing.has(entry.id);

/**
 * Adds a registration to the queue of this device: shows the entry at once, writes to disk, then sends as soon as
 * possible. A repeated scan joins the unsent entry.
 * @param registration request for the server
 * @param labels units to show before the answer
 * @param isRepeat true if the same code had registered the units before
 * @returns id of the entry
 */
export function enqueue(
  jointId: number,
  registration: DoorWish,
  labels: readonly UnitName[],
  { isRepeat = false } = {},
): string {
  const { user } = useSession.getState();
  if (!user) throw new Error('No user is signed in at this door.');
  const twin = useQueue
    .getState()
    .scans.find((scan) => isPendingScan(scan) && isSame(scan, jointId, registration));
  if (twin) return twin.id;
  const scan = entryOf(user, jointId, registration, labels, { isRepeat });
  put([scan]);
  return scan.id;
}

/**
 * Adds a registration to the desk's list refused by the page itself (for example a card without units): never sent,
 * only shown to the operator.
 * @param message Spanish reason for the operator
 */
export function enqueueRefused(jointId: number, registration: DoorWish, message: string): void {
  const { user } = useSession.getState();
  if (user) put([entryOf(user, jointId, withMaskedCode(registration), [], { state: 'blocked', message })]);
}

function entryOf(
  user: { userId: string; name: string },
  jointId: number,
  registration: DoorWish,
  labels: readonly UnitName[],
  more: Partial<StoredScan>,
): StoredScan {
  lastOrder = Math.max(lastOrder + 1, Date.now());
  return {
    id: newKey(),
    userId: user.userId,
    userName: user.name,
    order: lastOrder,
    jointId,
    scannedAt: serverNow(),
    code: registration.code,
    apartments: labels,
    wish: registration,
    state: 'pending',
    message: '',
    conflicts: [],
    powers: null,
    isTimed: true,
    isRepeat: false,
    isSettled: false,
    isUnsaved: false,
    ...more,
  };
}

/**
 * Hook: returns the registrations of a joint made at this desk (unsent and answered), newest first. Updates at each
 * change.
 */
export function useScanQueue(jointId: number): ScanEntry[] {
  const scans = useQueue((state) => state.scans);
  return useMemo(() => scans.filter((scan) => scan.jointId === jointId).reverse(), [scans, jointId]);
}

/**
 * Marks a refused registration in the desk's list as read by the operator.
 * @param id id of the entry in the queue
 */
export function settle(id: string): void {
  change(id, { isSettled: true });
}

/**
 * Marks a registration in the desk's list as undone: the units are free again, and a new scan of the same code
 * counts as a new registration.
 * @param id id of the entry in the queue
 */
export function forgetReading(id: string): void {
  change(id, { state: 'undone', isSettled: true });
}

/**
 * Takes units from another person after a refused registration, by the operator's button: queues a new registration
 * for the person at the desk; the earlier registration ends. Returns the id of the queued registration.
 * @param entry the refused registration, marked as read
 * @param units units held by the other person
 * @param along parking and storage units also moved by the server, for display
 */
export function takeBack(
  entry: ScanEntry,
  units: readonly AlreadyRegistered[],
  along: readonly UnitName[],
): string {
  const labels = units.map(({ apartmentId, owner }) => ({ apartmentId, owner: owner ?? '' }));
  const { attendee, byProxy } = entry.wish;
  const withdrawal: DoorWish = {
    apartmentIds: units.map((unit) => unit.apartmentId),
    code: entry.code,
    takeBack: true,
    ...(attendee && { attendee }),
    ...(byProxy && { byProxy }),
  };
  const id = enqueue(entry.jointId, withdrawal, [...labels, ...along]);
  settle(entry.id);
  return id;
}

/**
 * Repeats a refused registration after the operator's decision about a blocking power of attorney. 'owner': the
 * owner came in person, so the power ends. 'holder': the representative came, and enters with the powers. Marks the
 * refused entry as read.
 * @param who the owner, or the representative (holder of the power)
 */
export function settlePower(entry: ScanEntry, who: 'owner' | 'holder'): void {
  const { attendee: _attendee, byProxy: _byProxy, ...wish } = entry.wish;
  const powers = [...new Set((entry.inTheWay ?? []).map(({ powerId }) => powerId))];
  enqueue(
    entry.jointId,
    who === 'owner' ? { ...entry.wish, endPower: true } : { ...wish, powers },
    entry.apartments,
  );
  settle(entry.id);
}

/**
 * Changes an entry of the desk's queue after an answer of the server. If the server refused only some units, the
 * other units become a new entry to send.
 * @param id id of the entry in the queue
 */
export function change(id: string, changes: Partial<ScanEntry>): void {
  const before = useQueue.getState().scans.find((scan) => scan.id === id);
  if (!before) return;
  const after = { ...before, ...changes };
  if (after.state === 'already' && (after.isRepeat || isOwnersAgain(after))) after.isSettled = true;
  // A change between pending and sending is not stored.
  if (isPendingScan(before) && isPendingScan(after) && before.isTimed === after.isTimed) {
    showScans([after]);
    return;
  }
  const rest = before.state !== 'already' && after.state === 'already' ? restOf(after) : [];
  if (rest.length === 0) {
    put([after]);
    return;
  }
  const isRest = (unit: UnitName) => rest.includes(unit.apartmentId);
  const other: StoredScan = {
    ...before,
    id: `${before.id}-r`,
    apartments: before.apartments.filter(isRest),
    wish: { ...before.wish, apartmentIds: rest },
    state: 'pending',
    message: '',
  };
  put([{ ...after, apartments: after.apartments.filter((unit) => !isRest(unit)) }, other]);
}

/** True for a badge if another device of the owner has registered the units: the desk has no conflict to settle. */
const isOwnersAgain = ({ wish, conflicts }: ScanEntry): boolean =>
  wish.withOwned === true && conflicts.length > 0 && conflicts.every((unit) => unit.isByOwner);

/**
 * Loads the registrations of the signed-in operator, stored on this device, into the desk's queue. Entries added
 * meanwhile stay.
 */
export async function openQueue(userId: string): Promise<void> {
  if (useQueue.getState().userId !== userId) useQueue.setState({ ...emptyQueue, userId });
  try {
    const [storedScans, open] = await Promise.all([readScans(userId), readAllOpen()]);
    if (useQueue.getState().userId !== userId) return;
    const { scans } = useQueue.getState();
    const mine = new Map(scans.map((scan) => [scan.id, scan]));
    const isAhead = ({ id, state, isUnsaved }: StoredScan) =>
      isUnsaved || state === 'sending' || writing.has(id);
    const all = new Map(storedScans.map((scan) => [scan.id, scan]));
    for (const scan of mine.values()) if (isAhead(scan)) all.set(scan.id, scan);
    useQueue.setState({ scans: sorted(all.values()), isRead: true, others: othersOf(open, userId) });
  } catch {
    // Without a store, scans live as long as the page, and the page warns.
    useQueue.setState({ isRead: true });
  }
  wakeSender();
}

/** Empties the desk's queue in memory after sign-out. Registrations stored on this device stay. */
export function closeQueue(): void {
  useQueue.setState(emptyQueue);
}

/** Shows registrations, writes the data to disk, then wakes the sender and other tabs. */
function put(scans: readonly StoredScan[]): void {
  showScans(scans);
  for (const { id } of scans) writing.add(id);
  void write(scans);
}

async function write(scans: readonly StoredScan[]): Promise<void> {
  // Retries scans that the full disk refused before.
  const unsaved = useQueue.getState().scans.filter((scan) => scan.isUnsaved && !isIn(scans, scan));
  const all = [...unsaved, ...scans];
  try {
    await writeScans(all.map((scan) => ({ ...scan, state: stateToStore(scan), isUnsaved: false })));
    mark(all, false);
  } catch {
    mark(all, true);
  }
  for (const { id } of scans) writing.delete(id);
  tabs?.postMessage('changed');
  wakeSender();
  void trim();
}

const isIn = (scans: readonly StoredScan[], { id }: StoredScan) => scans.some((scan) => scan.id === id);
/** State to write to disk. 'sending' is only true for the open page and becomes 'pending'. */
const stateToStore = ({ state }: StoredScan) => (state === 'sending' ? 'pending' : state);

function mark(scans: readonly StoredScan[], isUnsaved: boolean): void {
  const current = useQueue.getState().scans;
  showScans(
    current
      .filter((scan) => isIn(scans, scan) && scan.isUnsaved !== isUnsaved)
      .map((scan) => ({ ...scan, isUnsaved })),
  );
}

function showScans(changed: readonly StoredScan[]): void {
  if (changed.length === 0) return;
  const { scans, userId } = useQueue.getState();
  const all = new Map(scans.map((scan) => [scan.id, scan]));
  for (const scan of changed) if (userId === null || scan.userId === userId) all.set(scan.id, scan);
  useQueue.setState({ scans: sorted(all.values()) });
}

const sorted = (scans: Iterable<StoredScan>) => [...scans].sort((a, b) => a.order - b.order);

/** Deletes the oldest registrations that are finished and read. */
async function trim(): Promise<void> {
  const over = useQueue.getState().scans.filter((scan) => !isPendingScan(scan) && !isUnread(scan));
  const old = over.slice(0, Math.max(0, over.length - KEPT_SETTLED)).map((scan) => scan.id);
  if (old.length === 0) return;
  useQueue.setState(({ scans }) => ({ scans: scans.filter((scan) => !old.includes(scan.id)) }));
  await deleteScans(old).catch(() => undefined);
}

function isSame(scan: StoredScan, jointId: number, registration: DoorWish): boolean {
  return scan.jointId === jointId && JSON.stringify(scan.wish) === JSON.stringify(registration);
}

function othersOf(open: readonly StoredScan[], userId: string): Others[] {
  const others = new Map<string, Others>();
  for (const scan of open) {
    if (scan.userId === userId) continue;
    const before = others.get(scan.userId)?.pending ?? 0;
    others.set(scan.userId, { userId: scan.userId, name: scan.userName, pending: before + 1 });
  }
  return [...others.values()];
}

tabs?.addEventListener('message', () => {
  const { userId } = useQueue.getState();
  if (userId !== null) void openQueue(userId);
});
