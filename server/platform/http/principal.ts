import { Profile } from '../../../shared/profiles.ts';

/** The caller, with the fields for the guard and the features. */
export interface Principal {
  sessionId: string;
  profileId: Profile;
  /** A user's id as text; in a QR session the code; on a wall display its session id. */
  userId: string;
  username: string | null;
  /** Set in a QR session. */
  code: string | null;
  /** True if signed in with an access link: limited to its joint's assembly, without password or billing. */
  byLink: boolean;
  /** Name of the caller in the audit trail and in idempotency keys: `user:12`, `code:…`, `display:…`. */
  actor: string;
  /** Joints (sectors included) linked to the caller, by service; staff see all without links. */
  joints: { assembly: ReadonlySet<number>; billing: ReadonlySet<number> };
}

export const isStaff = (principal: Principal): boolean => principal.profileId === Profile.full;

/** True for profiles that run assemblies: act for every unit of their joints and see whole codes. */
export const isRunner = (principal: Principal): boolean =>
  principal.profileId === Profile.full || principal.profileId === Profile.operator;

/** True for an owner with an account or a mail link: no card, no badge, no desk. */
export const isOwnerSession = ({ profileId, code }: Principal): boolean =>
  profileId === Profile.owner && code === null;

/** True for callers limited to their own units: owners and QR sessions. */
export const isHolder = (principal: Principal): boolean =>
  principal.profileId === Profile.owner || principal.profileId === Profile.qr;
