import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Instant, Nullable } from '../../api.ts';

/** Person of the staff with an open screen of the assembly, and the last act of the person. */
export const Colleague = Type.Object({
  name: Type.String(),
  /** True for the caller. */
  isSelf: Type.Boolean(),
  /** Last act in the joint within a day: internal name and instant. Null without an act. */
  last: Nullable(Type.Object({ act: Type.String(), at: Instant })),
});
export type Colleague = Static<typeof Colleague>;

export const listColleagues = endpoint('listColleagues', 'GET /joints/:jointId/colleagues', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Staff, operators and administrators with the right, with an open screen of the assembly, each with the last act; at most twenty',
  answer: Type.Array(Colleague),
});
