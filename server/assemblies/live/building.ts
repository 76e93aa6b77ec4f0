import type { Building } from '../../../shared/assemblies/building.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { byName } from '../../platform/lib/by-name.ts';
import type { JointState } from './joint-state.ts';

/** The units of a joint's state as a wall draws them: nobody's name, and whether somebody answers for them. */
export function buildingOf({ revision, units }: JointState): Building {
  return {
    revision,
    units: [...units.values()]
      .map(({ apartmentId, coefficient, registration }) => ({
        apartmentId,
        coefficient: toNumber(coefficient),
        registered: registration !== null,
      }))
      .sort((a, b) => byName(a.apartmentId, b.apartmentId)),
  };
}
