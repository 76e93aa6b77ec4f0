import { randomBytes } from 'node:crypto';
import { CODE_LENGTH, codeFromBytes } from '../../shared/assemblies/code.ts';
import { newCodeId } from '../assemblies/store/attendance/codes.repository.ts';
import type { TestApp } from './app.ts';

/** Stores a new badge of a unit's owner, with a random code, directly in the database. Returns the code. */
export async function freshBadge(app: TestApp, jointId: number, apartmentId: string): Promise<string> {
  const code = codeFromBytes(randomBytes(CODE_LENGTH));
  await app.store.db
    .insertInto('code')
    .values({
      code,
      code_id: newCodeId(),
      joint_id: jointId,
      apartment_id: apartmentId,
      issued_at: Date.now(),
      issued_by: 'test',
    })
    .execute();
  return code;
}

/** Reads whole codes from the store, in the order of the answer: answers have masked codes. */
export async function wholeCodes(app: TestApp, answered: readonly { codeId: string }[]): Promise<string[]> {
  const rows = await app.store.db.selectFrom('code').select(['code', 'code_id']).execute();
  const codes = new Map(rows.map(({ code, code_id }) => [code_id, code]));
  return answered.map(({ codeId }) => codes.get(codeId) ?? '');
}
