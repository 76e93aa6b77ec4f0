import { expect } from 'vitest';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { TestApp } from '../../testing/app.ts';
import type { AssemblyFixture } from '../../testing/assembly-fixture.ts';
import { PASSWORD } from '../../testing/world.ts';

/** Creates an administrator of a joint, with or without an e-mail address. Returns the unique user name. */
export async function administrator(
  app: Pick<TestApp, 'call'>,
  { jointId, staff }: Pick<AssemblyFixture, 'jointId' | 'staff'>,
  name: string,
  email: string | null,
): Promise<{ userId: string; username: string }> {
  const username = `${name.toLowerCase()}${jointId}`;
  const body = { username, name, email, password: PASSWORD, profileId: Profile.admin };
  const made = await app.call(createUser, { body: { ...body, assemblyJoints: [jointId] } }, staff);
  expect(made.status, JSON.stringify(made.error)).toBe(201);
  return { userId: made.body.userId, username };
}

export async function closeAssembly(
  app: Pick<TestApp, 'call'>,
  { jointId, operator }: Pick<AssemblyFixture, 'jointId' | 'operator'>,
): Promise<string> {
  const closed = await app.call(changeAssembly, { params: { jointId }, body: { closed: true } }, operator);
  expect(closed.status).toBe(200);
  return closed.body.closedAt ?? '';
}
