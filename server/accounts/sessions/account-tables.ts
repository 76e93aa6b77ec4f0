import type { Generated } from 'kysely';
import type { Profile } from '../../../shared/profiles.ts';
import type { Millis } from '../../platform/db/tables.ts';

export type Service = 'assembly' | 'billing';

interface UserAccountTable {
  user_id: Generated<number>;
  username: string;
  /** User name in lower case: unique, for look-ups. */
  username_key: string;
  name: string;
  email: string | null;
  profile_id: Profile;
  password_hash: string | null;
  created_at: Millis;
  disabled_at: Millis | null;
  /** First sign-in with a password; null if never. */
  signed_in_at: Millis | null;
  /** Capital letters and digits of an owner's document; null if no table of units has the document. */
  document: string | null;
}

/** Former names of a user. Old records show the name of their time. */
interface UserFormerNameTable {
  user_id: number;
  /** Time of the change of name. */
  until: Millis;
  name: string;
}

interface UserJointTable {
  user_id: number;
  joint_id: number;
  service: Service;
}

/** Events of a user that receives people. */
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
  /** Access link that opened the session. */
  link_hash: string | null;
  /** Rounded to minutes (server/accounts/sessions/seen-sessions.ts); null if never used. */
  seen_at: Millis | null;
  /** Browser and system of the last use, in words. */
  device: string | null;
  /** Kind of opening of a wall display, with the user in `made_by`; null for other sessions. */
  display_by: 'link' | 'code' | null;
  made_by: number | null;
  /** Address of a sign-in that the audit trail has not yet counted (`sign-in/trail.ts`); else null. */
  unnoted_address: string | null;
}

interface DisplayCodeTable {
  /** Hash with the server's key: plain hashes of six digits are easy to guess. */
  code_hash: string;
  joint_id: number;
  made_at: Millis;
  made_by: number;
  expires_at: Millis;
  /** Number of opened screens. */
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
    user_apartment: UserApartmentTable;
    session: SessionTable;
    display_code: DisplayCodeTable;
    access_link: AccessLinkTable;
    known_device: KnownDeviceTable;
    one_time_link: OneTimeLinkTable;
  }
}
