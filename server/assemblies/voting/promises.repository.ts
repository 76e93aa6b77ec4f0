import { createHmac } from 'node:crypto';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { inclusionPaths, leafHash } from '../../../shared/evidence/merkle.ts';
import { pathText } from '../../../shared/evidence/own-proof.ts';
import { promiseLine, promiseText, type VotePromise } from '../../../shared/evidence/promise.ts';
import { findTree } from '../../platform/audit/heads.repository.ts';
import { noteSignerOf, type PlainSigner, sha256 } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Facts of a batch's audit entry: the votes as in `voteInTrail`. */
interface PromisedEntry {
  assemblyId: number;
  votes: readonly (readonly unknown[])[];
  at: Millis;
}

type SaltedTree = Awaited<ReturnType<typeof findTree>>;

/**
 * Reads the name and the secret salt of the hash tree over a joint's audit trail, needed by `promisesOf` to sign
 * promises for voters. Undefined before the first signed head.
 */
export const treeOfPromises = (trx: Db, rootId: number): Promise<SaltedTree> =>
  findTree(trx, jointChain(rootId));

/**
 * Makes the signed promises for the voters of a batch. Key: receipt of the vote. Value: promise to include
 * the vote in the audit trail. A single signature covers the batch (PRODUCT §18 rule 11a); the same batch
 * always gives the same promises. Empty before the first signed head of the joint.
 * @param tree name and salt of the hash tree over the joint's audit trail
 */
export function promisesOf(
  tree: SaltedTree,
  signer: PlainSigner,
  { assemblyId, votes, at }: PromisedEntry,
): Map<string, VotePromise> {
  if (tree === undefined || votes.length === 0) return new Map();
  const salt = Buffer.from(tree.salt, 'hex');
  const lines = votes.map((vote) => {
    const [jointId, conceptId, unit, answerId, coefficient, receipt] = vote as [
      ...[number, number, string, number, number, string],
    ];
    const own = createHmac('sha256', salt).update(`promesa ${receipt}`).digest().subarray(0, 16);
    const named = { assemblyId, jointId, conceptId, unit, answerId, coefficient, at, receipt };
    const choices = typeof vote[10] === 'string' ? vote[10] : '';
    return { receipt, line: promiseLine({ salt: own.toString('base64'), ...named, choices }) };
  });
  const { root, paths } = inclusionPaths(
    sha256,
    lines.map(({ line }) => leafHash(sha256, utf8(line))),
  );
  const batch = promiseText({ origin: tree.origin, size: lines.length, root, at });
  const firma = noteSignerOf(signer).sign(batch, tree.origin);
  return new Map(
    lines.map(({ receipt, line }, lugar) => [
      receipt,
      { scaf: 'promesa/1', voto: line, lugar, camino: pathText(paths[lugar] ?? []), firma },
    ]),
  );
}

/**
 * Finds the signed promises given with an earlier vote, for all votes of the same audit entry. Key: receipt
 * of the vote. Value: promise. Empty if the entry is not found.
 */
export async function findPromises(
  trx: Db,
  rootId: number,
  signer: PlainSigner,
  { receipt, at }: { receipt: string; at: Millis },
): Promise<Map<string, VotePromise>> {
  const entries = await trx
    .selectFrom('audit_entry')
    .select('data')
    .where('chain', '=', jointChain(rootId))
    .where('act', '=', 'votes')
    .where('at', '=', at)
    .where('data', 'like', `%${receipt}%`)
    .orderBy('seq', 'desc')
    .limit(1)
    .execute();
  const [entry] = entries;
  if (entry === undefined) return new Map();
  const tree = await treeOfPromises(trx, rootId);
  return promisesOf(tree, signer, { ...JSON.parse(entry.data), at });
}
