import type { Db } from '../../platform/db/engine.ts';
import type { JointPlaces } from '../../platform/http/joint-places.ts';
import type { StateSource } from '../../platform/live/publisher.ts';
import { newestRevisions } from '../store/revisions.repository.ts';
import { type JointState, readJointState } from './joint-state.ts';

/** Where the publisher of joints reads them. */
export function jointStates(db: Db, directory: JointPlaces): StateSource<JointState> {
  return {
    readState: async (jointId, known) => {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Error(`no joint ${jointId}`);
      return readJointState(db, place, known);
    },
    newestRevisions: (jointIds) => newestRevisions(db, jointIds),
  };
}
