import { Profile } from '../../../shared/profiles.ts';
import type { Right } from '../../../shared/rights.ts';

/** Signed-in caller of a request: identity, profile and linked joints. */
export interface Principal {
  /** Id of the caller's session. */
  sessionId: string;
  /** Profile of the user: owner, operator, administrator …. */
  profileId: Profile;
  /** Id of the user as text; for a QR session the code; for a wall display the session id. */
  userId: string;
  /** Name typed at the sign-in; null for sessions by code and of wall displays. */
  username: string | null;
  /** Attendance code of the QR card; null for other sessions. */
  code: string | null;
  /** True if signed in with an access link: only the assembly of the link's joint, without password or billing. */
  byLink: boolean;
  /** Name of the caller in the audit log and in idempotency keys: `user:12`, `code:…`, `display:…`. */
  actor: string;
  /**
   * Ids of the joints (with sectors) linked to the caller, by service. Empty for staff: staff see all
   * joints.
   */
  joints: { assembly: ReadonlySet<number>; billing: ReadonlySet<number> };
  /** Joints (with sectors) of an administrator's rights, by right. Absent for other profiles. */
  rights?: Readonly<Record<Right, ReadonlySet<number>>>;
  /** Rights of an administrator in the joint of the present request, set by the guard. Absent without a right. */
  rightsHere?: ReadonlySet<Right>;
}

/** True for a member of the platform's staff (profile `full`): sees all joints. */
export const isStaff = (principal: Principal): boolean => principal.profileId === Profile.full;

/** True for staff, and for an administrator with a right in the joint of the request. */
export const hasRight = (principal: Principal, right: Right): boolean =>
  isStaff(principal) || principal.rightsHere?.has(right) === true;

/**
 * True for staff and operators, the people in charge of assemblies, and for an administrator with the right in the
 * joint of the request. A runner may act for every unit of the linked joints.
 */
export const isRunner = (principal: Principal): boolean =>
  principal.profileId === Profile.operator || hasRight(principal, 'assemblies');

/** True for a person that runs the assemblies of a joint (`isRunner`), outside of a request about the joint. */
export const runsJoint = (principal: Principal, jointId: number): boolean =>
  isRunner(principal) || principal.rights?.assemblies.has(jointId) === true;

/** True for an owner signed in with an account or a mail link, not with a QR card or badge. */
export const isOwnerSession = ({ profileId, code }: Principal): boolean =>
  profileId === Profile.owner && code === null;

/**
 * True for callers with access only to the caller's own units: owners, and sessions by the code of a card
 * or badge.
 */
export const isHolder = (principal: Principal): boolean =>
  principal.profileId === Profile.owner || principal.profileId === Profile.qr;

/**
 * Returns the holder of a unit as the caller may see, because anybody with a code can vote. The holder sees the own user
 * id or code. Staff and operators see user ids, and codes by the public id. Other callers see 'QR'.
 * @param holder `holder`: user id or code; `codeId`: public id of the code, null for a user
 */
export function holderSeenBy(
  principal: Principal,
  { holder, isCode, codeId }: { holder: string; isCode: boolean; codeId: string | null },
): string {
  if (holder === principal.userId && isCode === (principal.code !== null)) return holder;
  if (!isRunner(principal)) return 'QR';
  return isCode ? (codeId ?? 'QR') : holder;
}
