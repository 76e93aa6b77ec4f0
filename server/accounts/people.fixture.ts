import { signIn } from '../../shared/accounts/auth.api.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Db } from '../db/engine.ts';
import type { TestApp } from '../testing/app.ts';
import { hashPassword } from './passwords.ts';
import { replaceJoints, replaceUnits, type UserLinks } from './user-links.repository.ts';
import { insertUser } from './users.repository.ts';

/** For tests alone: the password of everybody in them. */
export const PASSWORD = 'caballo grapa pila';

let hashed: Promise<string> | undefined;

/** Stores a user of the profile with its links; returns its id. */
export async function addUser(
  db: Db,
  username: string,
  profileId: Profile,
  links: Partial<UserLinks> = {},
): Promise<number> {
  hashed ??= hashPassword(PASSWORD);
  const fields = { username, name: `Nombre de ${username}`, email: null, profileId };
  const userId = await insertUser(db, { ...fields, passwordHash: await hashed }, Date.now());
  await replaceJoints(db, userId, 'assembly', links.assemblyJoints ?? []);
  await replaceJoints(db, userId, 'billing', links.billingJoints ?? []);
  await replaceUnits(db, userId, 'assembly', links.assemblyApartments ?? []);
  await replaceUnits(db, userId, 'billing', links.billingApartments ?? []);
  return userId;
}

/** Signs in and returns the token. */
export async function tokenOf(app: TestApp, username: string, password = PASSWORD): Promise<string> {
  const { status, body } = await app.call(signIn, { body: { username, password } });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
  return body.jwt;
}

/** A platform user, signed in. */
export async function staffToken(app: TestApp): Promise<string> {
  await addUser(app.store.db, 'plataforma', Profile.full);
  return tokenOf(app, 'plataforma');
}
