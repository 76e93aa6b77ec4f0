import type { AssembliesPort } from '../../properties/index.ts';
import { countAnew } from '../../properties/index.ts';
import { inAssemblyTransaction, type UseCaseContext } from '../store/act.ts';
import { assemblyToApi, findCurrent, hasMet } from '../store/assembly.repository.ts';
import { readKeptLimits } from '../store/power-limits.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import {
  prepareAssembly,
  prepareSector,
  refreshRoll,
  showOneVoteEach,
} from '../store/roll/opening.repository.ts';

/**
 * Returns the functions of assemblies that the feature of joints and tables of units calls, for example after a
 * change of the table of units.
 */
export function assembliesPort(where: UseCaseContext): AssembliesPort {
  return {
    runUseCase: (call, work) => inAssemblyTransaction(where, call, work),
    prepareAssembly,
    prepareSector,
    showOneVoteEach,
    hasMet,

    followTable: async (trx, jointId) => {
      await refreshRoll(trx, jointId);
      await countAnew(trx, 'roll_unit');
      await raiseRevisions(trx, { attendance: new Set([jointId]), concepts: new Set(), votes: new Set() });
    },

    keptPowerLimits: async (db, rootJointId) => {
      const current = await findCurrent(db, rootJointId);
      return current === undefined || current.closedAt !== null
        ? null
        : readKeptLimits(db, current.assemblyId);
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
