import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { getSnapshot } from '../../../shared/assemblies/assemblies.api.ts';
import type { LiveEvents, Snapshot } from '../../../shared/assemblies/live.ts';
import { call } from '../api.ts';
import { onSessionEnd, useSession } from '../session.store.ts';
import { renewStoredSession } from '../session.ts';
import { anyMomentOf, type JointLink, LiveLink } from './link.ts';
import { applyEvent, applySnapshot, type LiveJoint, noteUnits } from './merge.ts';
import { createPoller, type Poller } from './poll.ts';
import { changeEntry, entryOf, type LiveEntry, unheard, useLiveStore } from './store.ts';
import { onWakeUp } from './wake.ts';

/** Time limit for the reply to the first join, ms. After the limit the snapshot is polled. */
const FIRST_DATA_MS = 2_500;
/**
 * Wait after the last screen of a joint closes, ms, before the room is left, so a change of pages does not leave
 * the room.
 */
const LEAVE_AFTER_MS = 4_000;
/** Maximum number of events buffered before the reply to a join. */
const MAX_EARLY = 50;

type AnyEvent = { [E in keyof LiveEvents]: { name: E; data: LiveEvents[E] } }[keyof LiveEvents];

interface Watch {
  /** Poll intervals requested by the open screens of the joint, ms. */
  intervals: number[];
  poller: Poller;
  early: AnyEvent[];
  patience: ReturnType<typeof setTimeout> | null;
  leaving: ReturnType<typeof setTimeout> | null;
}

let link: JointLink | null = null;
let stopWaking: (() => void) | null = null;
const watches = new Map<number, Watch>();

/** Follows the live state of a joint while a screen is open. Returns a function that stops. */
function watchJoint(jointId: number, pollMs: number): () => void {
  const watch = watches.get(jointId) ?? begin(jointId);
  // A screen with a shorter interval does not wait for the next poll of the others.
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

/**
 * Hook: live state of a joint, a new value at each change. All components share a connection.
 * @param jointId joint to follow; null: no joint
 * @param pollMs interval in milliseconds between requests while the live server is unreachable
 */
export function useLiveJoint(jointId: number | null, { pollMs }: { pollMs: number }): LiveEntry {
  useEffect(() => (jointId === null ? undefined : watchJoint(jointId, pollMs)), [jointId, pollMs]);
  return useLiveStore((state) => (jointId === null ? unheard : (state.joints[jointId] ?? unheard)));
}

/**
 * Hook: live states of several joints. Used by the registration desk, because the desk also follows the sectors of
 * a joint (co-owned property).
 * @param pollMs interval in milliseconds between requests while the live server is unreachable
 */
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

/**
 * Fetches the whole state of a joint once, after an action without a live event, for example opening
 * another assembly. Returns before the answer.
 */
export function refreshJoint(jointId: number): void {
  const watch = watches.get(jointId);
  if (!watch) return;
  changeEntry(jointId, { fault: null });
  if (link?.isConnected) join(jointId);
  else watch.poller.start(true);
}

function begin(jointId: number): Watch {
  const watch: Watch = {
    intervals: [],
    poller: createPoller({
      ask: (signal) => call(getSnapshot, { params: { jointId }, signal }),
      everyMs: () => Math.min(...watch.intervals, 60_000),
      onSnapshot: (snapshot) =>
        take(jointId, snapshot, entryOf(jointId).status === 'live' ? 'live' : 'polling'),
      onRefused: (code) => changeEntry(jointId, { fault: code }),
    }),
    early: [],
    patience: null,
    leaving: null,
  };
  watches.set(jointId, watch);
  if (link?.isConnected) join(jointId);
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
  link?.leave({ jointId });
  useLiveStore.setState(({ joints }) => {
    const { [jointId]: _left, ...others } = joints;
    return { joints: others };
  });
  if (watches.size === 0) disconnect();
}

function connect(): void {
  if (link) return;
  const downAll = () => {
    for (const jointId of watches.keys()) goDown(jointId);
  };
  const joinAll = () => {
    for (const jointId of watches.keys()) join(jointId);
  };
  const opened: JointLink = new LiveLink({
    on: {
      quorum: (data) => hear({ name: 'quorum', data }),
      registration: (data) => hear({ name: 'registration', data }),
      vote: (data) => hear({ name: 'vote', data }),
      concept: (data) => hear({ name: 'concept', data }),
      assembly: (data) => hear({ name: 'assembly', data }),
    },
    token: () => useSession.getState().token,
    renew: renewStoredSession,
    onUp: joinAll,
    onDown: downAll,
  });
  link = opened;
  stopWaking = onWakeUp({
    wake: () => {
      if (opened.isConnected) joinAll();
      else {
        opened.connect();
        for (const watch of watches.values()) watch.poller.start(true);
      }
    },
    // Drops at once instead of waiting for a missed heartbeat: the screen must not show 'En vivo' meanwhile.
    offline: () => opened.drop(),
  });
}

function disconnect(): void {
  stopWaking?.();
  stopWaking = null;
  link?.close();
  link = null;
}

function join(jointId: number): void {
  link?.join(
    { jointId },
    {
      isWanted: () => watches.has(jointId),
      onSnapshot: (snapshot) => {
        watches.get(jointId)?.poller.stop();
        take(jointId, snapshot, 'live');
      },
      onDown: () => goDown(jointId),
      onRefused: (code) => changeEntry(jointId, { fault: code }),
    },
  );
}

/** Marks a joint's live server as unreachable, and polls until the server returns. */
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
  for (const event of watch?.early.splice(0) ?? []) joint = applyEvent(joint, event.name, event.data);
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
    // The event arrived before the join reply. The snapshot decides if the event is newer.
    if (watch.early.length < MAX_EARLY) watch.early.push(event);
    changeEntry(jointId, { news });
    return;
  }
  const joint = applyEvent(entry.joint, event.name, event.data);
  changeEntry(jointId, { joint, news, freshAt: Date.now() });
  if (isOtherMeeting(entry.joint, joint)) {
    setTimeout(
      () => link?.isConnected && watches.get(jointId) === watch && join(jointId),
      anyMomentOf(1_000),
    );
  }
}

/** True if another assembly replaced the current assembly; all received questions are then invalid. */
function isOtherMeeting(before: LiveJoint, now: LiveJoint): boolean {
  return before.assembly !== null && now.assembly === null;
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
