/** The door of accounts: what other features use of it. */
export { insertAccess, type NewAccess, revokeLinksOf } from './links/access-links.repository.ts';
export { newAccessToken, newTemporaryPassword } from './links/access-secrets.ts';
export { linksInMail } from './links/links-in-mail.ts';
export type { Sessions } from './sessions/sessions.service.ts';
export { type ActorNames, readActorNames } from './users/actor-names.ts';
export { userIdOf } from './users/users.service.ts';
