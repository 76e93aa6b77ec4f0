import type { Generated } from 'kysely';
import type { Profile } from '../../../shared/profiles.ts';
import type { Right } from '../../../shared/rights.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Service that a joint (co-owned property) uses and a user may be linked to: assemblies or billing. */
export type Service = 'assembly' | 'billing';

interface UserAccountTable {
  user_id: Generated<number>;
  username: string;
  /** User name in lower case. Unique; used for look-ups. */
  username_key: string;
  name: string;
  email: string | null;
  profile_id: Profile;
  password_hash: string | null;
  created_at: Millis;
  disabled_at: Millis | null;
  /** Instant of the first sign-in with a password; null before. */
  signed_in_at: Millis | null;
  /** Document of an owner, as capital letters and digits; null if no table of units gives a document. */
  document: string | null;
}

/** Former names of users. Old records show the name that the user had then. */
interface UserFormerNameTable {
  user_id: number;
  /** Instant of the change to another name. */
  until: Millis;
  name: string;
}

interface UserJointTable {
  user_id: number;
  joint_id: number;
  service: Service;
}

/** Rights of administrators per joint. */
interface UserRightTable {
  user_id: number;
  joint_id: number;
  right_name: Right;
}

/** Events with a user that receives people at the door. */
interface UserEventTable {
  user_id: number;
  event_id: number;
}

interface UserApartmentTable {
  user_id: number;
  joint_id: number;
  apartment_id: string;
  service: Service;
}

interface SessionTable {
  session_id: string;
  user_id: number | null;
  code: string | null;
  joint_id: number | null;
  profile_id: Profile;
  created_at: Millis;
  expires_at: Millis;
  revoked_at: Millis | null;
  /** Hash of the access link that opened the session; null without a link. */
  link_hash: string | null;
  /** Last use, rounded to minutes (server/accounts/sessions/seen-sessions.ts); null before the first use. */
  seen_at: Millis | null;
  /** Browser and system of the last use, in words; null if unknown. */
  device: string | null;
  /**
   * For a wall display: opened by a link or by a code; null for other sessions. `made_by` is the user that made the
   * link or code.
   */
  display_by: 'link' | 'code' | null;
  made_by: number | null;
  /** Network address of a sign-in that has no entry in the audit trail yet (`sign-in/trail.ts`); else null. */
  unnoted_address: string | null;
}

interface DisplayCodeTable {
  /** Hash of a six-digit code, made with the server's key: a hash without a key would be easy to guess. */
  code_hash: string;
  joint_id: number;
  made_at: Millis;
  made_by: number;
  expires_at: Millis;
  /** Number of screens opened with the code. */
  opened: number;
}

interface AccessLinkTable {
  token_hash: string;
  purpose: 'invitation' | 'letter' | 'temporaryPassword' | 'passwordReset';
  user_id: number;
  joint_id: number | null;
  assembly_id: number | null;
  created_at: Millis;
  created_by: string;
  expires_at: Millis | null;
  revoked_at: Millis | null;
  first_used_at: Millis | null;
  used_at: Millis | null;
}

interface KnownDeviceTable {
  user_id: number;
  token_hash: string;
  seen_at: Millis;
}

interface OneTimeLinkTable {
  token_hash: string;
  purpose: 'firstUser';
  created_at: Millis;
  used_at: Millis | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    user_account: UserAccountTable;
    user_former_name: UserFormerNameTable;
    user_joint: UserJointTable;
    user_event: UserEventTable;
    user_right: UserRightTable;
    user_apartment: UserApartmentTable;
    session: SessionTable;
    display_code: DisplayCodeTable;
    access_link: AccessLinkTable;
    known_device: KnownDeviceTable;
    one_time_link: OneTimeLinkTable;
  }
}
