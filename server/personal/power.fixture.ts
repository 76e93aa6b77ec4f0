import { enterPower } from '../../shared/assemblies/powers/powers.api.ts';
import type { Caller, TestApp } from '../testing/app.ts';

/** Person known by a power and the mails with the copies alone, at two addresses. */
const HOLDER = {
  name: 'Nélida Otálora',
  document: '41.222.333',
  email: 'nelida@copias.co',
  later: 'otalora@copias.co',
};

/** Enters a power for unit 101 of a joint, with waiting mails for the copies. @returns the holder */
export async function givePower(app: TestApp, jointId: number, as: Caller): Promise<typeof HOLDER> {
  const { email, later, ...holder } = HOLDER;
  const input = { params: { jointId }, body: { holder, apartmentIds: ['101'] } };
  const { status, body } = await app.call(enterPower, input, as);
  if (status !== 201) throw new Error(`The power was refused: ${status}`);
  await app.store.db
    .insertInto('mail_message')
    .values(
      [email, later].map((to_address, at) => ({
        ...{
          kind: 'powerCopy',
          once_key: `powerCopy:${body.powerId}:${at + 1}`,
          joint_id: jointId,
          to_address,
        },
        ...{ state: 'queued', attempts: 0, created_at: 1, created_by: 'system' },
      })),
    )
    .execute();
  return HOLDER;
}
