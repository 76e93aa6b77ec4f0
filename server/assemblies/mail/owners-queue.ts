import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { insertMail, type MessageKind } from '../../platform/mail/outbox.repository.ts';
import { readRollOwners, readUserAddresses } from './roll-owners.repository.ts';
import { groupByOwner } from './roll-owners.ts';

interface ToOwners {
  kind: MessageKind;
  /** Start of each message's unique key: an address gets a single message per key, even if queued twice. */
  once: string;
  rootId: number;
  assemblyId: number;
  /** Ids of the joint and all sectors. */
  family: readonly number[];
  /** Addresses (lower case) that get no message. */
  but: ReadonlySet<string>;
  actor: string;
  at: Millis;
}

/**
 * Queues a message for every owner on an assembly's roll (list of units with owners) with an e-mail address,
 * present or not. Owners with the same address share a message.
 * @param but addresses that get no message
 * @returns number of addresses
 */
export async function queueToOwners(
  trx: Db,
  { kind, once, rootId, assemblyId, family, but, actor, at }: ToOwners,
): Promise<number> {
  const owners = groupByOwner(await readRollOwners(trx, { assemblyId, family }));
  const linked = await readUserAddresses(trx, family);
  const taken = new Set(but);
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
  if (rows.length === 0) return 0;
  await insertMail(
    trx,
    rows.map(({ userId, address, key }) => ({
      kind,
      once_key: `${once}:${key}`,
      joint_id: rootId,
      assembly_id: assemblyId,
      user_id: userId,
      to_address: address,
      created_at: at,
      created_by: actor,
    })),
  );
  return rows.length;
}

/** Returns the units on an assembly's roll of the owners with an e-mail address, in the order of the roll. */
export async function unitsOfAddress(
  db: Db,
  { assemblyId, family, address }: { assemblyId: number; family: readonly number[]; address: string },
): Promise<string[]> {
  const owners = groupByOwner(await readRollOwners(db, { assemblyId, family }));
  const linked = await readUserAddresses(db, family);
  const key = address.toLowerCase();
  const theirs = owners.filter(({ emails, linked: userIds }) =>
    [...emails, ...userIds.map((id) => linked.get(id))].some((one) => one?.toLowerCase() === key),
  );
  return theirs.flatMap(({ apartments }) => apartments);
}
