import { sql } from 'kysely';
import { REHEARSAL_MARK } from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Tables with rows of an assembly, in the order of deletion: foreign keys name later tables only. */
const OF_ASSEMBLY = [
  'idempotency_key',
  'paper_order',
  'owner_tally',
  'owner_ballots',
  'tally',
  'election_note',
  'ballot_tree',
  'closing_ground',
  'question_interval',
  'presence',
  'quorum_check',
  'roll_correction',
  'annulment',
  'vote',
  'answer',
  'proposal',
  'turn',
  'concept',
  'attendance',
  'roll_entry',
  'arrival',
  'power_draft',
  'power_unit',
  'power',
  'debtors_list',
  'acta_opening',
  'acta_publication',
  'assembly_file',
  'delivery',
  'notice_version',
  'owner_link',
  'access_link',
  'roll_unit',
] as const;

/** Tables with rows of a joint, in the order of deletion. */
const OF_JOINT = [
  'code',
  'session',
  'display_code',
  'notice_address',
  'data_claim',
  'data_authorisation',
  'data_policy',
  'data_contract',
  'identity_answer',
  'barred_person',
  'joint_revision',
  'remembered_columns',
  'joint_face',
  'user_right',
  'user_joint',
  'user_apartment',
  'ownership',
  'apartment',
  'rehearsal',
] as const;

/** Tables with rows of an audit trail. */
const OF_CHAIN = [
  'head_stamp',
  'audit_head',
  'audit_leaf',
  'audit_tree',
  'audit_text',
  'audit_entry',
] as const;

/** Name of the empty row of a deleted trial joint. */
const DELETED_NAME = `${REHEARSAL_MARK}borrado`;

/**
 * Deletes a trial joint with the sectors, the assemblies, the papers and the audit trail. Empty rows keep the numbers
 * of joint and assembly: a number never returns, because devices keep signed heads by number.
 * @param of `jointIds`: trial joint and sectors; `at`: epoch ms
 */
export async function removeTrialJoint(
  trx: Db,
  { rootId, jointIds, at }: { rootId: number; jointIds: readonly number[]; at: Millis },
): Promise<void> {
  const chain = jointChain(rootId);
  const joints = sql.join(jointIds);
  const assemblies = sql`select assembly_id from assembly where joint_id = ${rootId}`;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
  for (const sha256 of await paperHashes(trx, chain))
    await run(sql`delete from paper where sha256 = ${sha256}`);
  await run(sql`delete from quorum_check_unit
    where check_id in (select check_id from quorum_check where assembly_id in (${assemblies}))`);
  await run(sql`delete from power_page
    where power_id in (select power_id from power where assembly_id in (${assemblies}))`);
  for (const table of OF_ASSEMBLY) {
    await run(sql`delete from ${sql.table(table)} where assembly_id in (${assemblies})`);
  }
  for (const table of OF_JOINT) await run(sql`delete from ${sql.table(table)} where joint_id in (${joints})`);
  for (const table of OF_CHAIN) await run(sql`delete from ${sql.table(table)} where chain = ${chain}`);
  await trx
    .updateTable('assembly')
    .set({ title: null, agenda: null, notice: null, place: null, president: null, secretary: null })
    .set({ zoom_id: null, zoom_password: null, recording_url: null, join_code: null, convening_units: null })
    .set({ opened_at: null, closed_at: null, archived_at: at })
    .where('joint_id', '=', rootId)
    .execute();
  await trx
    .updateTable('joint')
    .set({ joint_name: DELETED_NAME, uses_assemblies: 0, by_law_majorities: '{}' })
    .where('joint_id', 'in', jointIds)
    .execute();
}

/** Returns the hashes of the papers named in the audit trail of a trial joint. */
async function paperHashes(trx: Db, chain: string): Promise<string[]> {
  const entries = await trx
    .selectFrom('audit_entry')
    .select('data')
    .where('chain', '=', chain)
    .where('act', '=', 'papersMade')
    .execute();
  return entries.flatMap(({ data }) => data.match(/\b[0-9a-f]{64}\b/g) ?? []);
}
