import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';

interface Codes {
  code: { code: string; joint_id: number; code_id: string };
  audit_tree: { chain: string; salt: string };
}

/**
 * Gives each code of a joint with a signed trail the code's name in the published trail as public id, also the codes issued
 * since the first public ids. From now on audit entries name codes by public ids; entries before have whole codes, and the
 * published trail must name each code alike.
 */
export async function up(db: Kysely<Codes>): Promise<void> {
  const trees = await db.selectFrom('audit_tree').select(['chain', 'salt']).execute();
  const salts = new Map(trees.map(({ chain, salt }) => [chain, Buffer.from(salt, 'hex')]));
  for (const row of await db.selectFrom('code').select(['code', 'joint_id', 'code_id']).execute()) {
    const salt = salts.get(`joint:${row.joint_id}`);
    if (salt === undefined) continue;
    const name = `QR-${createHash('sha256').update(salt).update(row.code).digest('hex').slice(0, 16)}`;
    if (name === row.code_id) continue;
    await db.updateTable('code').set({ code_id: name }).where('code', '=', row.code).execute();
  }
}
