import { create } from 'zustand';
import { onSessionEnd } from '../session.store.ts';
import type { LiveJoint, UnitNews } from './merge.ts';

/**
 * Live state of a joint and the freshness of the data.
 * - `connecting`: no data yet.
 * - `live`: the hub pushes every change.
 * - `polling`: the hub is unreachable; data are as old as `freshAt`.
 */
export interface LiveEntry {
  status: 'connecting' | 'live' | 'polling';
  joint: LiveJoint | null;
  /** News of registered units with names, if the session may see names. */
  news: Readonly<Record<string, UnitNews>>;
  /** Arrival time of the last data by the local clock. Null before the first data. */
  freshAt: number | null;
  /** Number of snapshots taken. A change refetches the lists shown beside the live figures. */
  resyncs: number;
  /** Error code if the joint cannot be watched. */
  fault: string | null;
}

export const unheard: LiveEntry = {
  status: 'connecting',
  joint: null,
  news: {},
  freshAt: null,
  resyncs: 0,
  fault: null,
};

interface LiveState {
  joints: Readonly<Record<number, LiveEntry>>;
}

/** Live state by joint. Written only by `live.ts`; screens read with `useLiveJoint`. */
export const useLiveStore = create<LiveState>(() => ({ joints: {} }));

onSessionEnd(() => useLiveStore.setState({ joints: {} }));

export function entryOf(jointId: number): LiveEntry {
  return useLiveStore.getState().joints[jointId] ?? unheard;
}

export function changeEntry(jointId: number, changes: Partial<LiveEntry>): void {
  useLiveStore.setState(({ joints }) => ({
    joints: { ...joints, [jointId]: { ...(joints[jointId] ?? unheard), ...changes } },
  }));
}
