import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

interface Codes {
  code: { code: string; joint_id: number; code_id: string };
  audit_tree: { chain: string; salt: string };
}

/**
 * Adds a public id to each code of a card or badge. Codes of a joint with a signed trail get the code's name in the
 * published trail; other codes get a random id.
 */
export async function up(db: Kysely<Codes>): Promise<void> {
  await sql`alter table code add column code_id text`.execute(db);
  const trees = await db.selectFrom('audit_tree').select(['chain', 'salt']).execute();
  const salts = new Map(trees.map(({ chain, salt }) => [chain, Buffer.from(salt, 'hex')]));
  for (const { code, joint_id } of await db.selectFrom('code').select(['code', 'joint_id']).execute()) {
    const salt = salts.get(`joint:${joint_id}`);
    const digits =
      salt === undefined
        ? randomBytes(8).toString('hex')
        : createHash('sha256').update(salt).update(code).digest('hex').slice(0, 16);
    await db
      .updateTable('code')
      .set({ code_id: `QR-${digits}` })
      .where('code', '=', code)
      .execute();
  }
  await sql`create unique index code_code_id on code (code_id)`.execute(db);
}
