import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { insertMail, type MessageKind } from '../../platform/mail/outbox.repository.ts';
import { readAddressedOwners } from './roll-owners.repository.ts';

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
  const owners = await readAddressedOwners(trx, { assemblyId, family });
  const all = owners.flatMap(({ addresses }) => addresses.filter(({ key }) => !but.has(key)));
  const rows = [...groupBy(all, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
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
  { address, ...where }: { assemblyId: number; family: readonly number[]; address: string },
): Promise<string[]> {
  const owners = await readAddressedOwners(db, where);
  const key = address.toLowerCase();
  return owners.flatMap(({ addresses, apartments }) =>
    addresses.some((one) => one.key === key) ? apartments : [],
  );
}
