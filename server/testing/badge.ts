import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, codeFromBytes } from '../../shared/assemblies/code.ts';
import type { TestApp } from './app.ts';

/** Stores a new badge of a unit's owner, with a random code, directly in the database. Returns the code. */
export async function freshBadge(app: TestApp, jointId: number, apartmentId: string): Promise<string> {
  const code = codeFromBytes(randomBytes(CODE_LENGTH));
  await app.store.db
    .insertInto('code')
    .values({ code, joint_id: jointId, apartment_id: apartmentId, issued_at: Date.now(), issued_by: 'test' })
    .execute();
  return code;
}
