import type { FastifyInstance } from 'fastify';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/engine.ts';
import { hashPassword } from '../passwords/hashing.ts';
import {
  replaceEvents,
  replaceJoints,
  replaceRights,
  replaceUnits,
  type UserLinks,
} from './links.repository.ts';
import { insertUser } from './users.repository.ts';

/** Parts of a running application used by the helpers. */
interface Running {
  app: FastifyInstance;
  store: Store;
}

/** Password of all test users. */
export const PASSWORD = 'caballo grapa pila';

let hashed: Promise<string> | undefined;

/** Stores a test user with a profile, the password `PASSWORD` and links. Returns the user id. */
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
  await replaceEvents(db, userId, links.events ?? []);
  await replaceRights(db, userId, links.rights ?? []);
  return userId;
}

/** Signs a test user in and returns the token of the session. */
export async function tokenOf(running: Running, username: string, password = PASSWORD): Promise<string> {
  const response = await running.app.inject({
    method: signIn.method,
    url: API_BASE + signIn.path,
    payload: { username, password },
  });
  if (response.statusCode !== 200) throw new Error(`${username} cannot sign in: ${response.statusCode}`);
  return response.json<{ jwt: string }>().jwt;
}

/** Creates a test user of the platform's staff, signs in, and returns the token of the session. */
export async function staffToken(running: Running): Promise<string> {
  await addUser(running.store.db, 'plataforma', Profile.full);
  return tokenOf(running, 'plataforma');
}
