import { useEffect } from 'react';
import { io, type Socket } from 'socket.io-client';
import { useShallow } from 'zustand/react/shallow';
import {
  type ClientToServer,
  LIVE_PATH,
  type LiveEvents,
  type ServerToClient,
  type Snapshot,
} from '../../shared/live.ts';
import { comeBackLater, createBackoff, isPolicy } from './live-backoff.ts';
import {
  applyAssembly,
  applyConcept,
  applyQuorum,
  applyRegistration,
  applySnapshot,
  applyVote,
  type LiveJoint,
  noteUnits,
} from './live-merge.ts';
import { createPoller } from './live-poll.ts';
import { changeEntry, entryOf, type LiveEntry, unheard, useLiveStore } from './live-store.ts';
import { onWakeUp } from './live-wake.ts';
import { onSessionEnd, useSession } from './session.store.ts';
import { renewStoredSession } from './session.ts';

/** A join without an answer for this long: the socket only looks open (a laptop slept, a network changed). */
const JOIN_TIMEOUT_MS = 8_000;
/** How long the hub may take to answer the first join before the snapshot is fetched without it. */
const FIRST_DATA_MS = 2_500;
/** A joint is left this long after its last screen: going from one page to the next does not leave it. */
const LEAVE_AFTER_MS = 4_000;
const RETRY_MS = 3_000;
/** Events that may arrive before the reply to the join they belong to. */
const MAX_EARLY = 50;

type AnyEvent = { [E in keyof LiveEvents]: { name: E; data: LiveEvents[E] } }[keyof LiveEvents];

interface Watch {
  /** The poll interval of each screen that watches. */
  intervals: number[];
  poller: ReturnType<typeof createPoller>;
  early: AnyEvent[];
  patience: ReturnType<typeof setTimeout> | null;
  leaving: ReturnType<typeof setTimeout> | null;
}

let socket: Socket<ServerToClient, ClientToServer> | null = null;
let stopWaking: (() => void) | null = null;
const watches = new Map<number, Watch>();

/** Follows a joint while a screen needs it. Returns what to call when it no longer does. */
function watchJoint(jointId: number, pollMs: number): () => void {
  const watch = watches.get(jointId) ?? begin(jointId);
  // A screen that wants to know sooner than the others does not wait for their turn.
  const isSooner = pollMs < Math.min(...watch.intervals);
  watch.intervals.push(pollMs);
  if (isSooner && entryOf(jointId).status === 'polling') watch.poller.start(true);
  if (watch.leaving !== null) clearTimeout(watch.leaving);
  watch.leaving = null;
  return () => {
    watch.intervals.splice(watch.intervals.indexOf(pollMs), 1);
    if (watch.intervals.length > 0 || watches.get(jointId) !== watch) return;
    watch.leaving = setTimeout(() => leave(jointId, watch), LEAVE_AFTER_MS);
  };
}

/** A joint's live state on a screen. `pollMs`: how often to ask while the hub is away. */
export function useLiveJoint(jointId: number | null, { pollMs }: { pollMs: number }): LiveEntry {
  useEffect(() => (jointId === null ? undefined : watchJoint(jointId, pollMs)), [jointId, pollMs]);
  return useLiveStore((state) => (jointId === null ? unheard : (state.joints[jointId] ?? unheard)));
}

/** The same of several joints at once: a joint's door looks after its sectors too. */
export function useLiveJoints(jointIds: readonly number[], { pollMs }: { pollMs: number }): LiveEntry[] {
  const named = jointIds.join();
  useEffect(() => {
    const stops = (named === '' ? [] : named.split(',')).map((id) => watchJoint(Number(id), pollMs));
    return () => {
      for (const stop of stops) stop();
    };
  }, [named, pollMs]);
  return useLiveStore(useShallow(({ joints }) => jointIds.map((id) => joints[id] ?? unheard)));
}

/** Takes a new snapshot: after an act whose effect no event tells, such as opening another assembly. */
export function refreshJoint(jointId: number): void {
  const watch = watches.get(jointId);
  if (!watch) return;
  changeEntry(jointId, { fault: null });
  if (socket?.connected) join(jointId);
  else watch.poller.start(true);
}

function begin(jointId: number): Watch {
  const watch: Watch = {
    intervals: [],
    poller: createPoller(
      jointId,
      () => Math.min(...watch.intervals, 60_000),
      (snapshot) => take(jointId, snapshot, entryOf(jointId).status === 'live' ? 'live' : 'polling'),
      (code) => changeEntry(jointId, { fault: code }),
    ),
    early: [],
    patience: null,
    leaving: null,
  };
  watches.set(jointId, watch);
  if (socket?.connected) join(jointId);
  else connect();
  watch.patience = setTimeout(() => {
    if (entryOf(jointId).status === 'connecting') goDown(jointId);
  }, FIRST_DATA_MS);
  return watch;
}

function leave(jointId: number, watch: Watch): void {
  watches.delete(jointId);
  watch.poller.stop();
  if (watch.patience !== null) clearTimeout(watch.patience);
  socket?.emit('leave', { jointId });
  useLiveStore.setState(({ joints }) => {
    const { [jointId]: _left, ...others } = joints;
    return { joints: others };
  });
  if (watches.size === 0) disconnect();
}

function connect(): void {
  if (socket) return;
  const opened: Socket<ServerToClient, ClientToServer> = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    // Asked at each connection, so that a reconnection carries the token as it is then.
    auth: (give) => give({ token: useSession.getState().token }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    timeout: JOIN_TIMEOUT_MS,
  });
  socket = opened;
  const backoff = createBackoff();
  const stayAway = () => comeBackLater(opened, backoff.sentAway(), () => socket === opened);
  opened.on('connect', () => {
    backoff.connected();
    for (const jointId of watches.keys()) join(jointId);
  });
  opened.on('disconnect', (reason, details) => {
    for (const jointId of watches.keys()) goDown(jointId);
    if (isPolicy(details)) stayAway();
    // The one case the library leaves to us: the server closed this socket (it restarts, or the session ended).
    if (reason === 'io server disconnect') reconnectLater(opened);
  });
  opened.on('connect_error', (error) => {
    for (const jointId of watches.keys()) goDown(jointId);
    if (error.message === 'unauthenticated') void askAgain(opened);
    else if (!opened.active) stayAway();
  });
  opened.on('quorum', (data) => hear({ name: 'quorum', data }));
  opened.on('registration', (data) => hear({ name: 'registration', data }));
  opened.on('vote', (data) => hear({ name: 'vote', data }));
  opened.on('concept', (data) => hear({ name: 'concept', data }));
  opened.on('assembly', (data) => hear({ name: 'assembly', data }));
  stopWaking = onWakeUp({
    wake: () => {
      if (opened.connected) for (const jointId of watches.keys()) join(jointId);
      else {
        opened.connect();
        for (const watch of watches.values()) watch.poller.start(true);
      }
    },
    // Without waiting until the heartbeat misses: the screen must not say 'En vivo' meanwhile.
    offline: () => opened.io.engine?.close(),
  });
}

function disconnect(): void {
  stopWaking?.();
  stopWaking = null;
  socket?.disconnect();
  socket = null;
}

function reconnectLater(which: NonNullable<typeof socket>): void {
  setTimeout(() => socket === which && which.connect(), RETRY_MS / 2 + anyMomentOf(RETRY_MS));
}

/**
 * The hub does not know the session: it ended, or the token this socket came with is older than the session's,
 * or the hub could not look it up just then. Renewing tells which: a 401 there ends the session.
 */
async function askAgain(which: NonNullable<typeof socket>): Promise<void> {
  await renewStoredSession();
  if (socket === which) reconnectLater(which);
}

function join(jointId: number): void {
  const asked = socket;
  asked?.timeout(JOIN_TIMEOUT_MS).emit('join', { jointId }, (silence, reply) => {
    if (socket !== asked || !watches.has(jointId)) return;
    if (silence) {
      if (asked.connected) asked.io.engine?.close();
      return;
    }
    if (reply.ok) {
      watches.get(jointId)?.poller.stop();
      take(jointId, reply.snapshot, 'live');
    } else if (reply.code === 'unauthenticated') {
      goDown(jointId);
      if (asked.connected) asked.disconnect();
      void askAgain(asked);
    } else if (reply.code === 'overloaded' || reply.code === 'internal') {
      goDown(jointId);
      setTimeout(
        () => socket === asked && asked.connected && join(jointId),
        RETRY_MS + anyMomentOf(RETRY_MS),
      );
    } else {
      changeEntry(jointId, { fault: reply.code });
    }
  });
}

/** The hub is out of reach: say so, and poll until it is back. */
function goDown(jointId: number): void {
  const watch = watches.get(jointId);
  const entry = entryOf(jointId);
  if (!watch || entry.fault !== null) return;
  changeEntry(jointId, { status: 'polling' });
  watch.poller.start(entry.joint === null);
}

function take(jointId: number, snapshot: Snapshot, status: LiveEntry['status']): void {
  const entry = entryOf(jointId);
  const watch = watches.get(jointId);
  let joint = applySnapshot(entry.joint, snapshot);
  for (const event of watch?.early.splice(0) ?? []) joint = merge(joint, event);
  changeEntry(jointId, {
    status,
    joint,
    freshAt: Date.now(),
    resyncs: entry.resyncs + 1,
    fault: null,
  });
}

function hear(event: AnyEvent): void {
  const { jointId } = event.data;
  const watch = watches.get(jointId);
  if (!watch) return;
  const entry = entryOf(jointId);
  const news =
    event.name === 'registration' ? noteUnits(entry.news, event.data, performance.now()) : entry.news;
  if (entry.joint === null) {
    // Ahead of the join's reply; whether it is news is decided when that is here.
    if (watch.early.length < MAX_EARLY) watch.early.push(event);
    changeEntry(jointId, { news });
    return;
  }
  const joint = merge(entry.joint, event);
  changeEntry(jointId, { joint, news, freshAt: Date.now() });
  if (isOtherMeeting(entry.joint, joint)) {
    setTimeout(
      () => socket?.connected && watches.get(jointId) === watch && join(jointId),
      anyMomentOf(1_000),
    );
  }
}

/** Another assembly took this one's place: what is known of its questions is void. */
function isOtherMeeting(before: LiveJoint, now: LiveJoint): boolean {
  return before.assembly !== null && now.assembly === null;
}

/** All screens hear the same event at once; they need not all answer at once. */
function anyMomentOf(ms: number): number {
  return Math.random() * ms;
}

function merge(joint: LiveJoint, event: AnyEvent): LiveJoint {
  switch (event.name) {
    case 'quorum':
      return applyQuorum(joint, event.data);
    case 'registration':
      return applyRegistration(joint, event.data);
    case 'vote':
      return applyVote(joint, event.data);
    case 'concept':
      return applyConcept(joint, event.data);
    case 'assembly':
      return applyAssembly(joint, event.data);
  }
}

onSessionEnd(() => {
  for (const watch of watches.values()) {
    watch.poller.stop();
    if (watch.patience !== null) clearTimeout(watch.patience);
    if (watch.leaving !== null) clearTimeout(watch.leaving);
  }
  watches.clear();
  disconnect();
});
