import Type, { type Static } from 'typebox';
import { CoefficientNumber, endpoint, hallScreens } from '../api.ts';

/**
 * Units of an assembly for the drawing of the building on the wall: a window for each unit, lit if the unit is
 * registered.
 */
export const Building = Type.Object({
  /** Revision of the joint's live state. Grows with each change. */
  revision: Type.Integer(),
  /** Units of the assembly's roll in natural order: 101, 102, 1001. */
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      coefficient: CoefficientNumber,
      /** True if a person represents the unit now. */
      registered: Type.Boolean(),
    }),
  ),
});
export type Building = Static<typeof Building>;

export const getBuilding = endpoint('getBuilding', 'GET /joints/:jointId/building', {
  access: { profiles: hallScreens, scope: 'paramsJoint' },
  summary: 'Which units of the roll are registered now, with their coefficients and without names',
  description:
    'For the wall with the building. Answered from the state last read for the screens; empty before the first assembly.',
  answer: Building,
});
