import { ME } from '../../../shared/accounts/users.api.ts';
import type { Access } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { isStaff, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/** What the guard asks of the features: who a token is, and whether a joint exists. */
export interface GuardSources {
  /** The principal of a token; null when the session is not valid any more. */
  authenticate: (token: string) => Promise<Principal | null>;
  /** Why a token has no principal: a session of a code or a link that ended with its assembly is told so. */
  whyEnded: (token: string) => Promise<'unauthenticated' | 'accessEnded'>;
  /** Hears that a session was used, with the request's User-Agent. */
  seen: (sessionId: string, userAgent: string | undefined) => void;
  jointExists: (jointId: number) => Promise<boolean>;
  /** Whether a user is linked to an event, as the store has it now. */
  isLinkedToEvent: (userId: number, eventId: number) => Promise<boolean>;
}

/** `Authorization: Bearer …` → the token. */
export function bearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

/** Who calls: 401 without a valid session, 403 for a profile the endpoint does not name. */
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

/** 403 for a profile that the endpoint does not name. */
export function allowProfile(access: Access, principal: Principal): void {
  if (!('public' in access) && !access.profiles.includes(principal.profileId)) throw new Problem('forbidden');
}

/** Whether a joint is within the caller's reach; sectors count as their joint does. */
export async function seesJoint(
  principal: Principal,
  jointId: number,
  service: 'assembly' | 'billing' | 'either',
  sources: GuardSources,
): Promise<boolean> {
  if (isStaff(principal)) return sources.jointExists(jointId);
  const { assembly, billing } = principal.joints;
  return (service !== 'billing' && assembly.has(jointId)) || (service !== 'assembly' && billing.has(jointId));
}

/** Whether an event is within the caller's reach. Platform staff reach every id; the service looks whether it exists. */
export async function seesEvent(
  principal: Principal,
  eventId: number,
  sources: Pick<GuardSources, 'isLinkedToEvent'>,
): Promise<boolean> {
  return isStaff(principal) || sources.isLinkedToEvent(Number(principal.userId), eventId);
}

/** Checks the scope of a validated request: what is outside of the caller's scope is answered as not found. */
export async function checkScope(
  access: Exclude<Access, { public: true }>,
  principal: Principal,
  input: { params: unknown; query: unknown; body: unknown },
  sources: GuardSources,
): Promise<void> {
  if (access.scope === 'session') return;
  if (access.scope === 'self') {
    if (!isStaff(principal) && !namesOneself(principal, input.params)) throw new Problem('userNotFound');
    return;
  }
  if (access.scope === 'paramsEvent' || access.scope === 'bodyEvent') {
    const eventId = numberField(access.scope === 'paramsEvent' ? input.params : input.body, 'eventId');
    if (eventId === null || !(await seesEvent(principal, eventId, sources)))
      throw new Problem('eventNotFound');
    return;
  }
  const holder = { paramsJoint: input.params, queryJoint: input.query, bodyJoint: input.body }[access.scope];
  const jointId = numberField(holder, 'jointId');
  if (jointId === null || !(await seesJoint(principal, jointId, access.service ?? 'assembly', sources))) {
    throw new Problem('jointNotFound');
  }
}

function namesOneself(principal: Principal, params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return false;
  if ('userId' in params) return params.userId === principal.userId || params.userId === ME;
  if (!('username' in params) || typeof params.username !== 'string') return false;
  // The user name is what people type: its case does not matter.
  return (
    principal.profileId !== Profile.qr && params.username.toLowerCase() === principal.username?.toLowerCase()
  );
}

function numberField(source: unknown, name: string): number | null {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, name);
  return typeof value === 'number' ? value : null;
}
