import { isDeepStrictEqual } from 'node:util';
import type { LiveJoint } from '../../client/lib/live/merge.ts';
import { readJointState } from '../../server/assemblies/live/joint-state.ts';
import { openStore, type Store, type StoreAddress } from '../../server/platform/db/connect.ts';
import { JointDirectory } from '../../server/properties/joint-directory.ts';
import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { Snapshot } from '../../shared/assemblies/live.ts';

/** Opens a store without a server, runs a read and closes the store. */
export async function inStore<T>(address: StoreAddress, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(address, 'tasks');
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Reads the present state of joints from the store, as sent to screens. Key of the result: number of the
 * joint.
 */
export function readSnapshots(
  address: StoreAddress,
  jointIds: readonly number[],
): Promise<ReadonlyMap<number, Snapshot>> {
  return inStore(address, async (store) => {
    const directory = new JointDirectory(store.db);
    const snapshots = new Map<number, Snapshot>();
    for (const jointId of jointIds) {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Error(`There is no joint ${jointId}.`);
      snapshots.set(jointId, (await readJointState(store, place, undefined)).snapshot);
    }
    return snapshots;
  });
}

/** True if every part of a screen's state is equal to a stored state, or newer. False without a state. */
export function showsAtLeast(joint: LiveJoint | null, state: Snapshot): boolean {
  if (joint === null) return false;
  const { parts } = joint;
  const since = (part: number) => part >= state.revision;
  return (
    (since(parts.registered) || isDeepStrictEqual(joint.registered, state.registered)) &&
    (since(parts.quorum) || isDeepStrictEqual(joint.quorum, state.quorum)) &&
    state.concepts.every((concept) => {
      const shown = joint.concepts.find(({ conceptId }) => conceptId === concept.conceptId);
      const stamp = parts.concepts[concept.conceptId];
      if (shown === undefined || stamp === undefined) return false;
      return (
        (since(stamp.body) || isDeepStrictEqual(bodyOf(shown), bodyOf(concept))) &&
        (since(stamp.tally) || isDeepStrictEqual(tallyOf(shown), tallyOf(concept)))
      );
    })
  );
}

/** True if a screen shows exactly a stored state. */
export function showsExactly(joint: LiveJoint | null, state: Snapshot): boolean {
  return (
    joint !== null &&
    isDeepStrictEqual(joint.assembly, state.assembly) &&
    isDeepStrictEqual(joint.registered, state.registered) &&
    isDeepStrictEqual(joint.total, state.total) &&
    isDeepStrictEqual(joint.quorum, state.quorum) &&
    isDeepStrictEqual(joint.concepts.map(wholeOf), state.concepts.map(wholeOf))
  );
}

type Concept = Snapshot['concepts'][number];

const bodyOf = ({ conceptId, active, conceptDescription }: Concept) => [
  conceptId,
  active,
  conceptDescription,
];
/**
 * Returns the tally of a question to compare. Leaves out the attendance (concept 1): `registered` has the count,
 * and events do not update the answers.
 */
const tallyOf = ({ conceptId, voted, answers }: Concept) =>
  conceptId === ATTENDANCE ? [] : [voted, answers];
const wholeOf = (concept: Concept) => [...bodyOf(concept), ...tallyOf(concept)];
