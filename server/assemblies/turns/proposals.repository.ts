import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/engine.ts';
import { countOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Proposal as stored, with the question made from the proposal. */
export interface StoredProposal {
  proposalId: number;
  /** Author as in the trail: 'user:12'. */
  author: string;
  /** Name of the owner of the author's first unit, or of the attendee without an own unit. */
  name: string;
  units: readonly string[];
  text: string;
  writtenAt: Millis;
  /** Null without a current question. */
  question: { jointId: number; conceptId: number } | null;
}

/** SQL condition: true for the question `c` made from the proposal `p`, unless deleted. */
const STANDING_QUESTION = sql<SqlBool>`c.assembly_id = p.assembly_id and c.joint_id = p.joint_id
  and c.concept_id = p.concept_id and c.deleted_at is null`;

/** Reads the current proposals of an assembly in the order of writing. */
export async function readProposals(db: Db, assemblyId: number): Promise<StoredProposal[]> {
  const rows = await db
    .selectFrom('proposal as p')
    .leftJoin('concept as c', (join) => join.on(STANDING_QUESTION))
    .select(['p.proposal_id as proposalId', 'p.author', 'p.author_name as name', 'p.units', 'p.text'])
    .select(['p.written_at as writtenAt', 'c.joint_id', 'c.concept_id'])
    .where('p.assembly_id', '=', assemblyId)
    .where('p.withdrawn_at', 'is', null)
    .orderBy('p.proposal_id')
    .execute();
  return rows.map(({ joint_id: jointId, concept_id: conceptId, ...proposal }) => ({
    ...proposal,
    units: JSON.parse(proposal.units),
    question: jointId === null || conceptId === null ? null : { jointId, conceptId },
  }));
}

/**
 * Reads the marker of the proposals of an assembly for the live state; null without current proposals. A new proposal, a
 * withdrawal, a new question and a deleted question change the marker: the counts and the sum of the question numbers.
 */
export async function readProposalsMarker(db: Db, assemblyId: number): Promise<string | null> {
  const { written, withdrawn, questions, standing } = await db
    .selectFrom('proposal as p')
    .leftJoin('concept as c', (join) => join.on(STANDING_QUESTION))
    .select((eb) => [
      eb.fn.countAll().as('written'),
      eb.fn.count('p.withdrawn_at').as('withdrawn'),
      eb.fn.sum('p.concept_id').as('questions'),
      eb.fn.count('c.concept_id').as('standing'),
    ])
    .where('p.assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  if (Number(written) === Number(withdrawn)) return null;
  return [written, withdrawn, questions ?? 0, standing].join('.');
}

/** Counts the proposals of an author in an assembly, with the withdrawn ones. */
export const countWritten = (db: Db, assemblyId: number, author: string): Promise<number> =>
  countOf(db.selectFrom('proposal').where('assembly_id', '=', assemblyId).where('author', '=', author));

/** Stores a proposal. Returns its number. The caller holds the lock of the joint. */
export async function insertProposal(
  trx: Db,
  {
    assemblyId,
    at,
    ...proposal
  }: Pick<StoredProposal, 'author' | 'name' | 'units' | 'text'> & {
    assemblyId: number;
    at: Millis;
  },
): Promise<number> {
  const { last } = await trx
    .selectFrom('proposal')
    .select((eb) => eb.fn.max('proposal_id').as('last'))
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirstOrThrow();
  const proposalId = (last ?? 0) + 1;
  await trx
    .insertInto('proposal')
    .values({
      assembly_id: assemblyId,
      proposal_id: proposalId,
      author: proposal.author,
      author_name: proposal.name,
      units: JSON.stringify(proposal.units),
      text: proposal.text,
      written_at: at,
      withdrawn_at: null,
      joint_id: null,
      concept_id: null,
    })
    .execute();
  return proposalId;
}

/** Stores the withdrawal of a proposal (epoch ms), or the question made from the proposal. */
export async function updateProposal(
  trx: Db,
  { assemblyId, proposalId }: { assemblyId: number; proposalId: number },
  change: { withdrawn_at: Millis } | { joint_id: number; concept_id: number },
): Promise<void> {
  await trx
    .updateTable('proposal')
    .set(change)
    .where('assembly_id', '=', assemblyId)
    .where('proposal_id', '=', proposalId)
    .execute();
}
