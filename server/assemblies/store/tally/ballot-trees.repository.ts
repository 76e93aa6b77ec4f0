import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { defined } from '../../../../shared/defined.ts';
import { fromBase64, toBase64, utf8 } from '../../../../shared/evidence/bytes.ts';
import type { ClosingRoot } from '../../../../shared/evidence/head.ts';
import { type BallotLeaf, ballotLine } from '../../../../shared/evidence/leaves.ts';
import { EMPTY_EDGE, grow, leafHash, rootOf, rootOfEdge } from '../../../../shared/evidence/merkle.ts';
import { sha256 } from '../../../platform/audit/signing.ts';
import { readTrailEnd } from '../../../platform/audit/trail.repository.ts';
import { jointChain } from '../../../platform/audit/trail.ts';
import { type Db, jsonField } from '../../../platform/db/engine.ts';
import { sameRollUnit } from '../../../platform/db/queries.ts';
import { votedText } from '../questions/votes.repository.ts';

interface QuestionKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/**
 * Votes counted by a question's closing, as leaves of a hash tree: the root is signed, so a later change of a vote
 * is noticed.
 */
export interface BallotTree {
  /** Number of votes. */
  size: number;
  /** Hash at the root of the tree, base 64. */
  root: string;
  /** Text lines of the votes in the order of the tree (the order of the receipts): the order reveals no votes. */
  lines: readonly string[];
}

const SALT_BYTES = 16;
/** Number of votes to hash in one go before other work of the main thread may run: a few milliseconds. */
const BALLOTS_A_TURN = 32;

/**
 * Builds the hash tree over the current votes of a question, for the closing. Each line has a random salt, so the
 * hashes do not reveal the votes. Works in batches, so that other work of the thread runs in between.
 */
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

/** Computes the root hash (base 64) of the hash tree over lines of votes, to check the stored root of a closing. */
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
      ...defined({ choices: choices ?? undefined }),
    }))
    .sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
}

/**
 * Stores the hash tree of the ballots counted by a closing, right after the audit entry of the closing.
 * Returns size and root of the tree, to be signed with the next head.
 */
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

/** Stored hash tree over the votes counted by a closing, with the closing's question and number. */
export type KeptBallotTree = BallotTree & ClosingKey;

/** Key of a question's closing: the question, and the number of the closing's entry in the joint's audit trail. */
export type ClosingKey = QuestionKey & { seq: number };

/**
 * Lists the closings of all assemblies of a root joint (co-owned property), oldest first, without the votes.
 * Reads the index only.
 */
export const listClosings = (db: Db, rootJointId: number): Promise<ClosingKey[]> =>
  db
    .selectFrom('ballot_tree as t')
    .innerJoin('assembly as a', 'a.assembly_id', 't.assembly_id')
    .select(['t.assembly_id as assemblyId', 't.joint_id as jointId', 't.concept_id as conceptId', 't.seq'])
    .where('a.joint_id', '=', rootJointId)
    .orderBy('t.seq')
    .execute();

/** Reads the closings of an assembly (or of a joint's question, or a single closing) with the votes, oldest first. */
export async function readBallotTrees(
  db: Db,
  closing: Pick<QuestionKey, 'assemblyId'> & Partial<ClosingKey>,
): Promise<KeptBallotTree[]> {
  let query = db
    .selectFrom('ballot_tree')
    .select(['assembly_id as assemblyId', 'joint_id as jointId', 'concept_id as conceptId'])
    .select(['seq', 'size', 'root', 'ballots'])
    .where('assembly_id', '=', closing.assemblyId)
    .orderBy('seq');
  if (closing.jointId !== undefined) query = query.where('joint_id', '=', closing.jointId);
  if (closing.conceptId !== undefined) query = query.where('concept_id', '=', closing.conceptId);
  if (closing.seq !== undefined) query = query.where('seq', '=', closing.seq);
  const rows = await query.execute();
  return rows.map(({ ballots, ...tree }) => ({ ...tree, lines: ballots === '' ? [] : ballots.split('\n') }));
}

/**
 * Reads the hash tree over the counted votes of a single closing, as stored; undefined if the closing is
 * unknown or stored no tree.
 */
export async function ballotTreeOf(db: Db, closing: ClosingKey): Promise<KeptBallotTree | undefined> {
  return (await readBallotTrees(db, closing))[0];
}

/** Vote found by the receipt of a voter, as answered on the public page for receipts, with the annulment if any. */
export interface ReceiptVote {
  apartmentId: string;
  /** Act that annulled the vote or set the vote aside. */
  annulled?: { act: string; at: number; reason: string | null };
  /** Text of the question; empty if no closing counted the vote. */
  question: string;
  /** Time and reason of the question's deletion, if deleted after a closing counted the vote. */
  deleted?: { at: number; reason: string | null };
}

/**
 * Finds a vote by unit and receipt among the votes counted by a closing of a question, with annulment or
 * deletion since, if any. Undefined if not found.
 */
export async function findCountedVote(
  db: Db,
  { assemblyId, jointId, conceptId }: QuestionKey,
  { unit, receipt }: Pick<BallotLeaf, 'unit' | 'receipt'>,
): Promise<ReceiptVote | undefined> {
  // SQL text, as in `uncountedVotes`: building the query takes longer than running the query.
  const counted = sql<{
    description: string;
    at: number | null;
    reason: string | null;
    receipt: string | null;
  }>`
    select c.description, c.deleted_at as at, c.deleted_reason as reason, v.receipt
    from concept as c left join vote as v on v.assembly_id = c.assembly_id and v.joint_id = c.joint_id
      and v.concept_id = c.concept_id and v.apartment_id = ${unit}
    where c.assembly_id = ${assemblyId} and c.joint_id = ${jointId} and c.concept_id = ${conceptId}`;
  const [row] = (await counted.execute(db)).rows;
  if (row === undefined) return undefined;
  const { description: question, at, reason } = row;
  if (row.receipt === receipt) return { apartmentId: unit, question };
  const [former] = await annulledVotes(db, receipt)
    .where('n.assembly_id', '=', assemblyId)
    .where('n.joint_id', '=', jointId)
    .where('n.concept_id', '=', conceptId)
    .where('n.apartment_id', '=', unit)
    .execute();
  const deletion = at === null ? {} : { deleted: { at, reason } };
  return former && { ...receiptVoteOf(former), question, ...deletion };
}

/** Query for the annulled votes with a receipt, newest first. */
function annulledVotes(db: Db, receipt: string) {
  return db
    .selectFrom('annulment as n')
    .select(['n.apartment_id as apartmentId', 'n.act', 'n.annulled_at as at', 'n.reason'])
    .where(jsonField(db, 'n.record', 'receipt'), '=', receipt)
    .where('n.concept_id', '>', ATTENDANCE)
    .orderBy('n.annulment_id', 'desc');
}

const receiptVoteOf = ({
  apartmentId,
  act,
  at,
  reason,
}: NonNullable<ReceiptVote['annulled']> & { apartmentId: string }): ReceiptVote => ({
  apartmentId,
  annulled: { act, at, reason },
  question: '',
});

/** Vote of a receipt that no closing counted: standing, or annulled by an act. */
interface UncountedVote {
  receipt: string;
  apartmentId: string;
  act: string | null;
  at: number;
  reason: string | null;
}

/**
 * Query for the votes with the receipts that no closing has proved: current votes of a question that is open or has no
 * hash tree, and annulled votes, newest first. SQL text: to build the query by parts takes several times as long as to run the query, and
 * a stranger may ask for unknown receipts.
 */
export function uncountedVotes(db: Db, rootJointId: number, receipts: readonly string[]) {
  const those = sql.join(receipts);
  const receiptOfRecord = jsonField(db, 'n.record', 'receipt');
  return sql<UncountedVote>`
    select v.receipt, v.apartment_id as "apartmentId", null as act, v.at, null as reason, 0 as annulment
    from vote as v
      inner join concept as c
        on c.assembly_id = v.assembly_id and c.joint_id = v.joint_id and c.concept_id = v.concept_id
      inner join assembly as a on a.assembly_id = v.assembly_id
    where v.receipt in (${those}) and a.joint_id = ${rootJointId} and c.concept_id > ${sql.lit(ATTENDANCE)}
      and (c.active = 1 or not exists (select t.seq from ballot_tree as t
        where t.assembly_id = c.assembly_id and t.joint_id = c.joint_id and t.concept_id = c.concept_id))
    union all
    select ${receiptOfRecord}, n.apartment_id, n.act, n.annulled_at, n.reason, n.annulment_id
    from annulment as n inner join assembly as b on b.assembly_id = n.assembly_id
    where ${receiptOfRecord} in (${those}) and n.concept_id > ${sql.lit(ATTENDANCE)} and b.joint_id = ${rootJointId}
    order by annulment desc`;
}

/**
 * Finds the votes of receipts that no closing in a root joint (co-owned property) counted: the question is
 * open or has no hash tree, or the vote was annulled. Key: receipt. Value: vote; unknown receipts are
 * missing.
 */
export async function findUncountedVotes(
  db: Db,
  rootJointId: number,
  receipts: readonly string[],
): Promise<Map<string, ReceiptVote>> {
  const { rows } = await uncountedVotes(db, rootJointId, receipts).execute(db);
  const found = new Map<string, ReceiptVote>();
  for (const { receipt, act, ...vote } of rows) {
    // A current vote goes before an annulled vote, and the last annulment before earlier annulments.
    if (act === null) found.set(receipt, { apartmentId: vote.apartmentId, question: '' });
    else if (!found.has(receipt)) found.set(receipt, receiptVoteOf({ ...vote, act }));
  }
  return found;
}
