import Type, { type Static } from 'typebox';
import { AssemblyApartment } from '../accounts/users.api.ts';
import {
  ApartmentId,
  CoefficientNumber,
  endpoint,
  Id,
  Instant,
  Line,
  members,
  Nothing,
  Nullable,
  OptionalLine,
  runners,
} from '../api.ts';
import { Profile } from '../profiles.ts';
import { JointId } from '../properties/joints.api.ts';
import { AssemblyQuery } from './concepts.api.ts';

const Reason = Type.Optional(OptionalLine(500));
/** A code as typed or scanned; normalised by the server. */
const CodeText = Line(40);
const registrars = [Profile.full, Profile.operator, Profile.owner, Profile.qr] as const;

export const listAssemblyApartments = endpoint({
  id: 'listAssemblyApartments',
  method: 'GET',
  path: '/joints/:jointId/assemblyapartments',
  access: { profiles: members, scope: 'paramsJoint' },
  summary: "The roll with each unit's holder (owners and QR sessions: only their own units)",
  tag: 'assemblies',
  params: JointId,
  query: AssemblyQuery,
  status: 200,
  answer: Type.Array(AssemblyApartment),
});

export const assignHolder = endpoint({
  id: 'assignHolder',
  method: 'PATCH',
  path: '/assemblyapartments',
  access: { profiles: [Profile.full, Profile.operator, Profile.owner], scope: 'bodyJoint' },
  summary: 'Register a unit with a code or a linked user, or free it with null; sectors follow',
  description:
    '409 alreadyRegistered on a registered unit. An owner may only give their own id, while registration is active.',
  tag: 'assemblies',
  body: Type.Object({
    apartmentId: ApartmentId,
    jointId: Id,
    userId: Nullable(CodeText),
    reason: Reason,
  }),
  status: 200,
  answer: AssemblyApartment,
});

export const NewRegistration = Type.Object({
  apartmentIds: Type.Array(ApartmentId, { minItems: 1, maxItems: 2000, uniqueItems: true }),
  code: Type.Optional(CodeText),
  attendee: Type.Optional(
    Type.Object({
      name: Line(200),
      document: Type.Optional(Nullable(OptionalLine(40))),
    }),
  ),
  byProxy: Type.Optional(Type.Boolean()),
  /** Take the units back from whoever holds them now; with no question open. */
  takeBack: Type.Optional(Type.Boolean()),
});
export type NewRegistration = Static<typeof NewRegistration>;

export const RegistrationResult = Type.Object({
  jointId: Type.Integer(),
  userId: Type.String(),
  registered: Type.Array(
    Type.Object({
      jointId: Type.Integer(),
      apartmentId: Type.String(),
      coefficient: CoefficientNumber,
      at: Instant,
    }),
  ),
});
export type RegistrationResult = Static<typeof RegistrationResult>;

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/joints/:jointId/registrations',
  access: { profiles: registrars, scope: 'paramsJoint' },
  summary: 'Register units, in the joint and in its sectors, in one transaction: all or none',
  description:
    'Operators give a code. Without one the signed-in owner registers their own units. One unit already registered: 409, `details` names it with since when, nothing is stored. `takeBack` moves units that another holds, while no question is open.',
  tag: 'assemblies',
  params: JointId,
  body: NewRegistration,
  status: 201,
  answer: RegistrationResult,
  idempotent: true,
});

export const removeRegistrations = endpoint({
  id: 'removeRegistrations',
  method: 'DELETE',
  path: '/assembly/:conceptId/joints/:jointId',
  access: { profiles: runners, scope: 'paramsJoint' },
  summary: 'Annul one record of a concept (with apartmentId), or reset the whole concept',
  description:
    'On concept 1 this frees the unit (sectors follow), keeps its votes on closed questions and annuls its vote on the open one. Resetting attendance while votes stand: 422.',
  tag: 'assemblies',
  params: Type.Object({ conceptId: Id, jointId: Id }),
  query: Type.Object({ apartmentId: Type.Optional(ApartmentId), reason: Reason }),
  status: 204,
  answer: Nothing,
});

const HeldJoint = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  coefficient: CoefficientNumber,
  apartments: Type.Array(
    Type.Object({ apartmentId: Type.String(), owner: Type.String(), coefficient: CoefficientNumber }),
  ),
});

export const issueCodes = endpoint({
  id: 'issueCodes',
  method: 'POST',
  path: '/joints/:jointId/codes',
  access: { profiles: runners, scope: 'paramsJoint' },
  summary: 'Issue a lot of codes for cards',
  tag: 'assemblies',
  params: JointId,
  body: Type.Object({ quantity: Type.Integer({ minimum: 1, maximum: 2000 }) }),
  status: 201,
  answer: Type.Object({ codes: Type.Array(Type.String()) }),
});

export const listCodes = endpoint({
  id: 'listCodes',
  method: 'GET',
  path: '/joints/:jointId/codes',
  access: { profiles: runners, scope: 'paramsJoint' },
  summary: "The joint's standing codes with the units each one holds",
  tag: 'assemblies',
  params: JointId,
  status: 200,
  answer: Type.Array(Type.Object({ code: Type.String(), apartments: Type.Array(Type.String()) })),
});

export const getHolder = endpoint({
  id: 'getHolder',
  method: 'GET',
  path: '/holders/:code',
  access: { profiles: runners, scope: 'session' },
  summary: "What a code holds, by joint, of the caller's joints; 404 when it holds nothing",
  tag: 'assemblies',
  params: Type.Object({ code: CodeText }),
  status: 200,
  answer: Type.Array(HeldJoint),
});

export const withdrawHolder = endpoint({
  id: 'withdrawHolder',
  method: 'DELETE',
  path: '/holders/:code',
  access: { profiles: runners, scope: 'session' },
  summary: 'Withdraw a code: its units leave the assembly and its sessions end; 404 when it holds nothing',
  tag: 'assemblies',
  params: Type.Object({ code: CodeText }),
  query: Type.Object({ reason: Reason }),
  status: 204,
  answer: Nothing,
});
