import type { Db } from '../../platform/db/engine.ts';
import type { JointPlaces } from '../../platform/http/joint-places.ts';
import type { AssembliesPort } from '../../properties/index.ts';
import { countAnew } from '../../properties/index.ts';
import { inAssemblyTransaction } from '../store/act.ts';
import { assemblyToApi, findCurrent, hasMet } from '../store/assembly.repository.ts';
import { prepareAssembly, refreshRoll, showPerUnitKinds } from '../store/opening.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';

/** Assemblies as joints and their tables use them. */
export function assembliesPort(db: Db, directory: JointPlaces): AssembliesPort {
  return {
    inOneAct: (call, work) => inAssemblyTransaction(db, directory, call, work),
    prepareAssembly,
    showPerUnitKinds,
    hasMet,

    followTable: async (trx, jointId) => {
      await refreshRoll(trx, jointId);
      await countAnew(trx, 'roll_unit');
      await raiseRevisions(trx, { attendance: new Set([jointId]), concepts: new Set(), votes: new Set() });
    },

    findCurrent: async (trx, rootJointId) => {
      const row = await findCurrent(trx, rootJointId);
      if (row === undefined) return undefined;
      const { zoomId, zoomPassword } = row;
      const zoomMeeting = zoomId === null ? null : { zoomId, zoomPassword: zoomPassword ?? '' };
      return { assembly: assemblyToApi(row), zoomMeeting };
    },
  };
}
