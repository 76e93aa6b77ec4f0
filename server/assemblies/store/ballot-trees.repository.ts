import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { fromBase64, toBase64, utf8 } from '../../../shared/evidence/bytes.ts';
import type { ClosingRoot } from '../../../shared/evidence/head.ts';
import { type BallotLeaf, ballotLine } from '../../../shared/evidence/leaves.ts';
import { EMPTY_EDGE, grow, leafHash, rootOf, rootOfEdge } from '../../../shared/evidence/merkle.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { readTrailEnd } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import { SET_ASIDE } from './annulment.repository.ts';
import { votedText } from './votes.repository.ts';

interface QuestionKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/** The ballots that a closing counted, as leaves of their tree. */
export interface BallotTree {
  size: number;
  /** Base 64. */
  root: string;
  /** In the order of the tree, which is that of the receipts: it tells nothing. */
  lines: readonly string[];
}

const SALT_BYTES = 16;
/** Ballots that are made and hashed in one turn of the main thread: a few milliseconds of it. */
const BALLOTS_A_TURN = 32;

/** Salts the standing votes of a question, and makes their tree, some votes at a time: others have the thread between. */
export async function treeOfBallots(trx: Db, question: QuestionKey): Promise<BallotTree> {
  const votes = await ballotsOf(trx, question);
  const salts = randomBytes(SALT_BYTES * votes.length);
  const lines: string[] = [];
  let edge = EMPTY_EDGE;
  while (lines.length < votes.length) {
    const first = lines.length;
    const some = votes.slice(first, first + BALLOTS_A_TURN).map((vote, i) => {
      const at = SALT_BYTES * (first + i);
      return ballotLine({ ...vote, salt: toBase64(salts.subarray(at, at + SALT_BYTES)) });
    });
    lines.push(...some);
    edge = grow(sha256, edge, leavesOf(some));
    await nextTurn();
  }
  return { size: lines.length, root: toBase64(rootOfEdge(sha256, edge)), lines };
}

const leavesOf = (lines: readonly string[]) => lines.map((line) => leafHash(sha256, utf8(line)));

/** The root over ballots' lines, in base 64. */
export const rootOfLines = (lines: readonly string[]): string => toBase64(rootOf(sha256, leavesOf(lines)));

async function ballotsOf(
  trx: Db,
  { assemblyId, jointId, conceptId }: QuestionKey,
): Promise<Omit<BallotLeaf, 'salt'>[]> {
  const answers = await trx
    .selectFrom('answer')
    .select(['answer_id as answerId', 'description'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .execute();
  const votes = await trx
    .selectFrom('vote as v')
    .innerJoin('roll_entry as u', (join) =>
      join.on(sameRollUnit('u', 'v')).onRef('u.version', '=', 'v.roll_version'),
    )
    .select(['v.assembly_id as assemblyId', 'v.joint_id as jointId', 'v.concept_id as conceptId'])
    .select(['v.apartment_id as unit', 'u.owner_name as owner', 'v.answer_id as answerId', 'v.choices'])
    .select(['v.coefficient', 'v.kind', 'v.remote', 'v.at', 'v.receipt'])
    .where('v.assembly_id', '=', assemblyId)
    .where('v.joint_id', '=', jointId)
    .where('v.concept_id', '=', conceptId)
    .execute();
  return votes
    .map(({ choices, ...vote }) => ({
      ...vote,
      owner: vote.owner ?? '',
      answer: votedText(answers, { ...vote, choices }),
      ...(choices === null ? {} : { choices }),
    }))
    .sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
}

/** Keeps the tree of a closing, whose entry is the newest of the joint's chain; returns what its head says of it. */
export async function keepBallotTree(
  trx: Db,
  rootJointId: number,
  { assemblyId, jointId, conceptId }: QuestionKey,
  { size, root, lines }: BallotTree,
): Promise<ClosingRoot> {
  const { entries: seq } = await readTrailEnd(trx, jointChain(rootJointId));
  await trx
    .insertInto('ballot_tree')
    .values({
      assembly_id: assemblyId,
      joint_id: jointId,
      concept_id: conceptId,
      seq,
      size,
      root,
      ballots: lines.join('\n'),
    })
    .execute();
  return { jointId, conceptId, seq, size, root: fromBase64(root) ?? new Uint8Array() };
}

/** A closing with its ballots. */
export interface KeptBallotTree extends BallotTree, QuestionKey {
  /** The number of the closing's entry in the joint's chain. */
  seq: number;
}

/** The closings of an assembly (of one joint's question, where named) with their ballots, the oldest first. */
export async function readBallotTrees(
  db: Db,
  { assemblyId, jointId, conceptId }: { assemblyId: number; jointId?: number; conceptId?: number },
): Promise<KeptBallotTree[]> {
  let query = db
    .selectFrom('ballot_tree')
    .select(['assembly_id as assemblyId', 'joint_id as jointId', 'concept_id as conceptId'])
    .select(['seq', 'size', 'root', 'ballots'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('seq');
  if (jointId !== undefined) query = query.where('joint_id', '=', jointId);
  if (conceptId !== undefined) query = query.where('concept_id', '=', conceptId);
  const rows = await query.execute();
  return rows.map(({ ballots, ...tree }) => ({ ...tree, lines: ballots === '' ? [] : ballots.split('\n') }));
}

/** The ballots of one closing, by the number of its entry. */
export async function ballotTreeOf(
  db: Db,
  { seq, ...question }: QuestionKey & { seq: number },
): Promise<KeptBallotTree | undefined> {
  return (await readBallotTrees(db, question)).find((tree) => tree.seq === seq);
}

/**
 * Question and unit of a receipt's vote among the assemblies of a root joint: the stored vote, else a vote of a former interval
 * that a reopening set aside. Undefined for no such receipt.
 */
export async function findByReceipt(
  db: Db,
  rootJointId: number,
  receipt: string,
): Promise<(QuestionKey & { apartmentId: string; setAside: boolean }) | undefined> {
  const stored = await db
    .selectFrom('vote as v')
    .innerJoin('assembly as a', 'a.assembly_id', 'v.assembly_id')
    .select(['v.assembly_id as assemblyId', 'v.joint_id as jointId', 'v.concept_id as conceptId'])
    .select('v.apartment_id as apartmentId')
    .where('a.joint_id', '=', rootJointId)
    .where('v.receipt', '=', receipt)
    .orderBy('v.assembly_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (stored !== undefined) return { ...stored, setAside: false };
  const kept = JSON.stringify({ receipt }).slice(1, -1);
  const former = await db
    .selectFrom('annulment as v')
    .innerJoin('assembly as a', 'a.assembly_id', 'v.assembly_id')
    .select(['v.assembly_id as assemblyId', 'v.joint_id as jointId', 'v.concept_id as conceptId'])
    .select('v.apartment_id as apartmentId')
    .where('a.joint_id', '=', rootJointId)
    .where('v.act', '=', SET_ASIDE)
    .where(sql<SqlBool>`replace(v.record, ${kept}, '') <> v.record`)
    .orderBy('v.assembly_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return former && { ...former, setAside: true };
}
