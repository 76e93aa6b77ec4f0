import Type, { type Static } from 'typebox';
import { CoefficientNumber, endpoint, hallScreens } from '../api.ts';

export const Building = Type.Object({
  /** The joint's revision that this is of. */
  revision: Type.Integer(),
  /** All of the roll, ordered by name as people count: 101, 102, 1001. */
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      coefficient: CoefficientNumber,
      registered: Type.Boolean(),
    }),
  ),
});
export type Building = Static<typeof Building>;

export const getBuilding = endpoint('getBuilding', 'GET /joints/:jointId/building', {
  access: { profiles: hallScreens, scope: 'paramsJoint' },
  summary: 'Which units of the roll are registered now, with their coefficients and without names',
  description:
    'For the wall that draws the building. It is answered from what the server last read for its screens; empty before the first assembly.',
  answer: Building,
});
