import { sql } from 'kysely';
import { CODE_LENGTH, codeFromBytes } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Number of the root joint in the scratch database. */
const ROOT = 1;
/** Number of joints that vote: a root and four sectors, because a joint has only one open question. */
const JOINTS = 5;
const QUESTION = 2;
const OPERATOR = 1;
const SCRATCH_UNITS = 120;

/** Vote in the scratch database: a database in memory with invented data, used to warm up the code for votes. */
export interface ScratchVote {
  jointId: number;
  apartmentId: string;
  conceptId: number;
  code: string;
}

/** Assembly in the scratch database (in memory, with invented data), ready for the votes that warm up the server. */
export interface ScratchHall {
  rootId: number;
  /** Number of a user with all rights, to close a question. */
  operatorId: number;
  /** Valid votes for warming up, in order of joints. */
  votes: readonly ScratchVote[];
}

/**
 * Fills an empty scratch database with an invented assembly, to warm up the code for votes: a joint with sectors,
 * an open question in each, and units registered by codes. Columns without a meaning for votes get sample values.
 */
export async function scratchHall(db: Db): Promise<ScratchHall> {
  const put = async (table: keyof Tables, rows: readonly object[]): Promise<void> => {
    const samples = await sampleRow(db, table);
    const whole = rows.map((row) => ({ ...samples, ...row }));
    await insertRows(db, [{ table, rows: whole, same: [] }], {});
  };
  const assembly_id = 1;
  const jointIds = Array.from({ length: JOINTS }, (_, i) => ROOT + i);
  // Codes in the form of issued codes: the entry of a batch looks up the public ids.
  const codes = Array.from({ length: SCRATCH_UNITS }, (_, i) =>
    codeFromBytes(Uint8Array.from({ length: CODE_LENGTH }, (_, at) => i >> (5 * at))),
  );
  const ofJoints = <Row extends object>(row: Row) =>
    jointIds.map((joint_id) => ({ assembly_id, joint_id, ...row }));
  const ofUnits = (row: object, unit: (code: string) => object = () => ({})) =>
    codes.flatMap((code) => ofJoints({ apartment_id: code, ...unit(code), ...row }));
  await put(
    'joint',
    jointIds.map((joint_id) => ({ joint_id, parent_joint_id: joint_id === ROOT ? null : ROOT })),
  );
  await put('user_account', [{ user_id: OPERATOR, profile_id: Profile.full }]);
  await put('assembly', [{ assembly_id, joint_id: ROOT, opened_at: 1 }]);
  await put('audit_tree', [{ chain: jointChain(ROOT), origin: 'scaf/joint/1', salt: '00'.repeat(32) }]);
  await put(
    'joint_revision',
    jointIds.map((joint_id) => ({ joint_id })),
  );
  await put('concept', ofJoints({ concept_id: QUESTION, active: 1 }));
  await put('answer', ofJoints({ concept_id: QUESTION, answer_id: 1 }));
  await put(
    'code',
    codes.map((code, i) => ({ code, code_id: `QR-${i}`, joint_id: ROOT })),
  );
  await put('roll_entry', ofUnits({ version: 1 }));
  await put('roll_unit', ofUnits({ version: 1, kind: 'vivienda', coefficient: 1 }));
  await put(
    'attendance',
    ofUnits({ holder_is_code: 1 }, (code) => ({ holder: code })),
  );
  const votes = jointIds.flatMap((jointId) =>
    codes.map((code) => ({ jointId, apartmentId: code, conceptId: QUESTION, code })),
  );
  return { rootId: ROOT, operatorId: OPERATOR, votes };
}

/** Returns the required columns of a table, each with a sample value of the type. */
async function sampleRow(db: Db, table: string): Promise<Record<string, number | string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table}) where "notnull" = 1 and dflt_value is null
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, type }) => [name, /int/i.test(type) ? 0 : '']));
}
