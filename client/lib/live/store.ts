import { create } from 'zustand';
import { onSessionEnd } from '../session.store.ts';
import type { LiveJoint, UnitNews } from './merge.ts';

/**
 * Live state of a joint (co-owned property), and the age of the data.
 * - `connecting`: no data yet.
 * - `live`: the server pushes every change.
 * - `polling`: the live server is unreachable; the data are as old as `freshAt`.
 */
export interface LiveEntry {
  status: 'connecting' | 'live' | 'polling';
  /** Last known state. Null before the first data. */
  joint: LiveJoint | null;
  /** Last live news of each unit, with names if the session may see names. Key: id of the unit. */
  news: Readonly<Record<string, UnitNews>>;
  /** Time of the last received data by the local clock, epoch ms. Null before the first data. */
  freshAt: number | null;
  /** Number of snapshots received. A change makes screens refetch the lists beside the live figures. */
  resyncs: number;
  /** Error code if the server refuses to show the joint, else null. */
  fault: string | null;
}

/** Live state of a joint before the first message of the server: connecting, without data. */
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

/**
 * Store of the live states. Key: id of the joint (co-owned property). Only `live.ts` writes; screens read with
 * `useLiveJoint`.
 */
export const useLiveStore = create<LiveState>(() => ({ joints: {} }));

onSessionEnd(() => useLiveStore.setState({ joints: {} }));

/**
 * Returns the last known live state of a joint; `unheard` (connecting, without data) if no page follows the
 * joint.
 */
export function entryOf(jointId: number): LiveEntry {
  return useLiveStore.getState().joints[jointId] ?? unheard;
}

/** Changes some fields of a joint's live state in the store; other fields stay. */
export function changeEntry(jointId: number, changes: Partial<LiveEntry>): void {
  useLiveStore.setState(({ joints }) => ({
    joints: { ...joints, [jointId]: { ...(joints[jointId] ?? unheard), ...changes } },
  }));
}
