import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a frozen migration must not depend on today's table types.
export async function up(db: Kysely<any>): Promise<void> {
  const clustered = db.getExecutor().adapter instanceof SqliteAdapter ? sql`without rowid` : sql``;

  // Name of a chain's tree, and the salt that hides codes in its leaves. Created with the first head, then constant.
  await db.schema
    .createTable('audit_tree')
    .addColumn('chain', 'text', (c) => c.primaryKey())
    .addColumn('origin', 'text', (c) => c.notNull())
    // 32 random bytes, hexadecimal.
    .addColumn('salt', 'text', (c) => c.notNull())
    .execute();
  // Leaf hashes of a tree, hexadecimal, one for each entry of the chain up to the last head.
  await db.schema
    .createTable('audit_leaf')
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_leaf_pk', ['chain', 'seq'])
    .modifyEnd(clustered)
    .execute();
  // Signed heads, as published. Append-only.
  await db.schema
    .createTable('audit_head')
    .addColumn('chain', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('moment', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    // Number of the store's epoch.
    .addColumn('epoch', 'integer', (c) => c.notNull())
    // Public key of the signature, in the verifier's format.
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    // Right edge of the tree, base for the next head: hexadecimal hashes, as JSON.
    .addColumn('edge', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_head_pk', ['chain', 'size'])
    .execute();
  // Ballots counted at each closing. Append-only.
  await db.schema
    .createTable('ballot_tree')
    .addColumn('assembly_id', 'integer', (c) => c.notNull().references('assembly.assembly_id'))
    .addColumn('joint_id', 'integer', (c) => c.notNull())
    .addColumn('concept_id', 'integer', (c) => c.notNull())
    // Number of the closing's entry in the joint's chain.
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    // Base 64.
    .addColumn('root', 'text', (c) => c.notNull())
    // Leaves in tree order, a line each.
    .addColumn('ballots', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ballot_tree_pk', ['assembly_id', 'joint_id', 'concept_id', 'seq'])
    .execute();
}
