import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { insertMail } from '../../platform/mail/outbox.repository.ts';
import { readAdministrators } from '../store/administrators.repository.ts';
import { readRollOwners, readUserAddresses } from './roll-owners.repository.ts';
import { ownersOf } from './roll-owners.ts';

interface Ended {
  rootId: number;
  assemblyId: number;
  /** The joint and its sectors. */
  family: readonly number[];
  actor: string;
  at: Millis;
}

/**
 * Queues an ended assembly's results and its signed head for every owner of the roll with an address, present or not: an
 * address once, whoever shares it. Administrators have both in their summary. An assembly ends once.
 */
export async function queueResults(trx: Db, { rootId, assemblyId, family, actor, at }: Ended): Promise<void> {
  const owners = ownersOf(await readRollOwners(trx, { assemblyId, family }));
  const linked = await readUserAddresses(trx, family);
  const administrators = await readAdministrators(trx, { rootId });
  const taken = new Set(administrators.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])));
  const rows = owners
    .flatMap(({ emails, linked: userIds }) => [
      ...userIds.map((userId) => ({ userId, address: linked.get(userId) })),
      ...emails.map((address) => ({ userId: null, address })),
    ])
    .flatMap(({ userId, address }) => {
      const key = address?.toLowerCase();
      if (address === undefined || key === undefined || taken.has(key)) return [];
      taken.add(key);
      return [{ userId, address, key }];
    });
  if (rows.length === 0) return;
  await insertMail(
    trx,
    rows.map(({ userId, address, key }) => ({
      kind: 'results' as const,
      once_key: `results:${assemblyId}:${key}`,
      joint_id: rootId,
      assembly_id: assemblyId,
      user_id: userId,
      to_address: address,
      state: 'queued' as const,
      attempts: 0,
      next_at: at,
      created_at: at,
      created_by: actor,
    })),
  );
  const data = { assemblyId, addresses: rows.length };
  await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'resultsQueued', data);
}
