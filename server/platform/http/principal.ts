import { Profile } from '../../../shared/profiles.ts';

/** The caller, as far as the guard and the features need to know. */
export interface Principal {
  sessionId: string;
  profileId: Profile;
  /** A user's id as text; in a QR session the code; on a wall display its session id. */
  userId: string;
  username: string | null;
  /** Set in a QR session. */
  code: string | null;
  /** Signed in with an access link: within its joint's assembly, without password or billing. */
  byLink: boolean;
  /** What the audit trail and idempotency keys call this caller: `user:12`, `code:…`, `display:…`. */
  actor: string;
  /** Joints (sectors included) the caller is linked to, by service; staff see all without links. */
  joints: { assembly: ReadonlySet<number>; billing: ReadonlySet<number> };
}

export const isStaff = (principal: Principal): boolean => principal.profileId === Profile.full;

/** True for those who run assemblies: they act for every unit of their joints and see codes whole. */
export const isRunner = (principal: Principal): boolean =>
  principal.profileId === Profile.full || principal.profileId === Profile.operator;

/** True for an owner in an account or by a mail link: no card, no badge, no desk. */
export const isOwnerSession = ({ profileId, code }: Principal): boolean =>
  profileId === Profile.owner && code === null;

/** True for those who see and answer only for units of their own: owners and QR sessions. */
export const isHolder = (principal: Principal): boolean =>
  principal.profileId === Profile.owner || principal.profileId === Profile.qr;
