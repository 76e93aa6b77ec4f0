import { ME } from '../../../shared/accounts/users.api.ts';
import { type Access, rightOf } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { rights, serviceOfRight } from '../../../shared/rights.ts';
import type { JointWithRoot } from './joint-places.ts';
import { isStaff, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/**
 * Functions to check the caller of each request, implemented by the features (accounts, properties,
 * events).
 */
export interface GuardSources {
  /** Returns the signed-in caller of a session token; null if the session is not valid. */
  authenticate: (token: string) => Promise<Principal | null>;
  /**
   * Returns the reason for a session token without a caller: unknown token (`unauthenticated`), or a
   * session by code or access link after the end of the assembly (`accessEnded`).
   */
  whyEnded: (token: string) => Promise<'unauthenticated' | 'accessEnded'>;
  /** Records the use of a session, with the browser's User-Agent. */
  seen: (sessionId: string, userAgent: string | undefined) => void;
  findJoint: (jointId: number) => Promise<Pick<JointWithRoot, 'jointId' | 'rootId'> | undefined>;
  /** True if the database links a user to an event at present. */
  isLinkedToEvent: (userId: number, eventId: number) => Promise<boolean>;
}

/** Returns the session token of a request's header `Authorization: Bearer …`; null without a token. */
export function bearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

/**
 * Returns the signed-in caller of a request, if the endpoint admits the caller's profile (owner, operator
 * …).
 * @param access access rule of the endpoint
 * @param token session token of the request; null without a token
 * @throws Problem 401 without a valid session, 403 for a profile not admitted
 */
export async function admit(
  access: Exclude<Access, { public: true }>,
  token: string | null,
  sources: GuardSources,
): Promise<Principal> {
  const principal = token === null ? null : await sources.authenticate(token);
  if (principal === null)
    throw new Problem(token === null ? 'unauthenticated' : await sources.whyEnded(token));
  allowProfile(access, principal);
  return principal;
}

/**
 * Checks the caller's profile (owner, operator …) against the access rule of an endpoint. An administrator with a right
 * of the rule in some joint passes; `checkScope` checks the joint.
 * @throws Problem 403 for a profile not admitted
 */
export function allowProfile(access: Access, principal: Principal): void {
  if ('public' in access || access.profiles.includes(principal.profileId)) return;
  const right = rightOf(access);
  if (right === undefined || !principal.rights?.[right].size) throw new Problem('forbidden');
}

/**
 * Returns the caller with the rights for the request: of the joint `jointId`, or, for a call without a joint, of the
 * joints with the endpoint's right only.
 * @throws Problem 403 for an administrator without the right that the endpoint asks for
 */
function withRights(
  access: Exclude<Access, { public: true }>,
  principal: Principal,
  jointId: number | null,
): Principal {
  const { rights: held } = principal;
  if (held === undefined) return principal;
  const right = rightOf(access);
  const needed = access.profiles.includes(principal.profileId) ? undefined : right;
  if (jointId === null) {
    if (needed === undefined) return principal;
    const joints = { assembly: new Set<number>(), billing: new Set<number>() };
    return {
      ...principal,
      joints: { ...joints, [serviceOfRight[needed]]: held[needed] },
      rightsHere: new Set([needed]),
    };
  }
  const rightsHere = new Set(rights.filter((one) => held[one].has(jointId)));
  if (needed !== undefined && !rightsHere.has(needed)) throw new Problem('forbidden');
  return rightsHere.size === 0 ? principal : { ...principal, rightsHere };
}

/**
 * True if the caller may see a joint (co-owned property) or sector. Access to a joint includes the sectors.
 * @param service service of the endpoint: assemblies, billing, or either
 */
export async function seesJoint(
  principal: Principal,
  jointId: number,
  service: 'assembly' | 'billing' | 'either',
  sources: GuardSources,
): Promise<boolean> {
  if (isStaff(principal)) return (await sources.findJoint(jointId)) !== undefined;
  const { assembly, billing } = principal.joints;
  return (service !== 'billing' && assembly.has(jointId)) || (service !== 'assembly' && billing.has(jointId));
}

/**
 * True if the caller may see an event. Platform staff may see every event; the result is true even for an
 * unknown id, so the service must check the existence. Other users need a link to the event.
 */
export async function seesEvent(
  principal: Principal,
  eventId: number,
  sources: Pick<GuardSources, 'isLinkedToEvent'>,
): Promise<boolean> {
  return isStaff(principal) || sources.isLinkedToEvent(Number(principal.userId), eventId);
}

/**
 * Checks if the caller may see the joint, event or record named in a request. A record of somebody else is
 * answered as not found.
 * @param input validated parameters, query and body of the request
 * @returns the caller, with the rights of an administrator in the named joint
 * @throws Problem
 */
export async function checkScope(
  access: Exclude<Access, { public: true }>,
  principal: Principal,
  input: { params: unknown; query: unknown; body: unknown },
  sources: GuardSources,
): Promise<Principal> {
  if (access.scope === 'session') return withRights(access, principal, null);
  if (access.scope === 'self') {
    if (!isStaff(principal) && !namesOneself(principal, input.params)) throw new Problem('userNotFound');
    return principal;
  }
  if (access.scope === 'paramsEvent' || access.scope === 'bodyEvent') {
    const eventId = numberField(access.scope === 'paramsEvent' ? input.params : input.body, 'eventId');
    if (eventId === null || !(await seesEvent(principal, eventId, sources)))
      throw new Problem('eventNotFound');
    return principal;
  }
  const holder = { paramsJoint: input.params, queryJoint: input.query, bodyJoint: input.body }[access.scope];
  const jointId = numberField(holder, 'jointId');
  if (jointId === null || !(await seesJoint(principal, jointId, access.service ?? 'assembly', sources))) {
    throw new Problem('jointNotFound');
  }
  if (access.root === true && !isStaff(principal)) {
    const place = await sources.findJoint(jointId);
    if (place?.rootId !== jointId) throw new Problem('jointNotFound');
  }
  return withRights(access, principal, jointId);
}

function namesOneself(principal: Principal, params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return false;
  if ('userId' in params) return params.userId === principal.userId || params.userId === ME;
  if (!('username' in params) || typeof params.username !== 'string') return false;
  // People type the user name: ignore case.
  return (
    principal.profileId !== Profile.qr && params.username.toLowerCase() === principal.username?.toLowerCase()
  );
}

function numberField(source: unknown, name: string): number | null {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, name);
  return typeof value === 'number' ? value : null;
}
