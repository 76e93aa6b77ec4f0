/** Exports of the accounts feature for other features. */

export { insertAccess, type NewAccess, revokeLinksOf } from './links/access-links.repository.ts';
export { hashOfToken, linksInMail, newAccessToken, newTemporaryPassword } from './links/access-secrets.ts';
export { usernameKey } from './passwords/credentials.repository.ts';
export type { Sessions } from './sessions/sessions.service.ts';
export { codeSignInService } from './sign-in/code-sign-in.service.ts';
export { type Administrator, readAdministrators } from './users/administrators.repository.ts';
export { billingUnitsOfUser, unitsOfCode } from './users/lists.repository.ts';
export {
  type DeviceColumns,
  deviceColumns,
  deviceOf,
  isByOwner,
  isOwners,
  mayAnswer,
  type OwnerDevice,
} from './users/owner-devices.repository.ts';
export {
  joinOwners,
  type OwnerPerson,
  type OwnerToJoin,
  usersOfOwners,
} from './users/owner-users.service.ts';
export { readStaffPasswords } from './users/staff-passwords.repository.ts';
export { type ActorNames, type DeskUser, readActorNames, readDeskUsers } from './users/users.repository.ts';
export { userIdOf } from './users/users.service.ts';
