import type { Building } from '../../../shared/assemblies/building.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { byName } from '../../platform/lib/by-name.ts';
import type { JointState } from './joint-state.ts';

/**
 * Returns the units of a joint for the drawing of the building on a wall display: id, coefficient, and registered
 * or not. Without names, because everybody in the hall sees the wall.
 */
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
