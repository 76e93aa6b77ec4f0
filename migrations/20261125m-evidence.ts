import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql`without rowid` : sql``;

  // What a chain's tree is called, and what hides the codes in its leaves. Made with its first head, never changed.
  await db.schema
    .createTable('audit_tree')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('origin', 'text', (c) => c.notNull())
    // 32 random bytes, hexadecimal.
    .addColumn('salt', 'text', (c) => c.notNull())
    .execute();
  // The hashes of a tree's leaves, hexadecimal, one for each entry of the chain up to its last head.
  await db.schema
    .createTable('audit_leaf')
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_leaf_pk', ['chain', 'seq'])
    .modifyEnd(clustered)
    .execute();
  // Signed heads, as they went out. Rows are only added.
  await db.schema
    .createTable('audit_head')
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('moment', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    // The number of the store's epoch.
    .addColumn('epoch', 'integer', (c) => c.notNull())
    // The public key that signed it, as a verifier takes it.
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    // The tree's right edge, from which the next head grows: hexadecimal hashes, as JSON.
    .addColumn('edge', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_head_pk', ['chain', 'size'])
    .execute();
  // The ballots that each closing counted, as they were then. Rows are only added.
  await db.schema
    .createTable('ballot_tree')
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    // The number of the closing's entry in the joint's chain.
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    // Base 64.
    .addColumn('root', 'text', (c) => c.notNull())
    // The leaves, a line each, in the order of the tree.
    .addColumn('ballots', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ballot_tree_pk', ['assembly_id', 'joint_id', 'concept_id', 'seq'])
    .execute();
}
