import { create } from 'zustand';
import { onSessionEnd } from '../session.store.ts';
import type { LiveJoint, UnitNews } from './live-merge.ts';

/**
 * What is known of one joint, and how fresh it is.
 * - `connecting`: nothing has been heard yet.
 * - `live`: the hub tells every change as it happens.
 * - `polling`: the hub is out of reach; what is shown is as old as `freshAt`.
 */
export interface LiveEntry {
  status: 'connecting' | 'live' | 'polling';
  joint: LiveJoint | null;
  /** Names of the registered as they changed, where the session may hear them. */
  news: Readonly<Record<string, UnitNews>>;
  /** When data last came, by this machine's clock; null before any. */
  freshAt: number | null;
  /** Counts the snapshots taken: lists fetched beside the live figures are fetched again with each. */
  resyncs: number;
  /** An error code when the joint cannot be watched at all. */
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

/** What the hub pushes, by joint. Written by `live.ts` alone; screens read it with `useLiveJoint`. */
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
