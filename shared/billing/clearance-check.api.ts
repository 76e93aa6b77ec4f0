import Type, { type Static } from 'typebox';
import { ApartmentId, accountReaders, endpoint, Line, Nullable } from '../api.ts';

/** Answer about the code of a paz y salvo: yes or no, and for a code of the server the unit, the day and the validity. */
export const ClearanceAnswer = Type.Object({
  /** True for a code of the server within the validity. */
  valid: Type.Boolean(),
  /** Units as on the paper, without the joint (the specification, section 19, rule 11). Null for an unknown code, as the days. */
  unit: Nullable(Type.String()),
  /** Day of the paper. */
  day: Nullable(Type.String()),
  /** Last day of validity. */
  until: Nullable(Type.String()),
});
export type ClearanceAnswer = Static<typeof ClearanceAnswer>;

export const checkClearance = endpoint('checkClearance', 'POST /clearances/check', {
  access: { public: true },
  summary: 'Checks the code printed on a paz y salvo, without a session',
  description:
    'The same steps for every code. Attempts are limited by network, right codes too: 429 tooManyAttempts.',
  bodyLimit: 1024,
  body: Type.Object({ code: Line(300) }),
  answer: ClearanceAnswer,
});

export const requestClearance = endpoint('requestClearance', 'POST /joints/:jointId/clearances', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary:
    "Keeps the day of a request of a unit's paz y salvo (Ley 675, art. 29); an owner: of their own units",
  description: 'A second request of a unit on a day changes nothing. 404 apartmentNotFound.',
  body: Type.Object({ apartmentId: ApartmentId }),
  answer: Type.Object({ requestedOn: Type.String() }),
});
