import { type RawBuilder, sql, type TableMetadata } from 'kysely';

/** Joint with its sectors, and users, of a search in the store. */
export interface SearchScope {
  rootId: number;
  jointIds: readonly number[];
  userIds: readonly number[];
}

/**
 * Returns the condition for the rows of the joint or of the users; null for a table about other things.
 * @param isWide true to include all rows of tables without a joint
 */
export function scopeOf(
  { columns }: TableMetadata,
  { rootId, jointIds, userIds }: SearchScope,
  isWide = false,
): RawBuilder<unknown> | null {
  const has = (name: string) => columns.some((column) => column.name === name);
  const joints = sql.join(jointIds);
  if (has('chain')) {
    const chains = ['accounts', `joint:${rootId}`, ...jointIds.map((jointId) => `billing:${jointId}`)];
    return sql`chain in (${sql.join(chains)})`;
  }
  const ofAssembly = sql`(assembly_id is null or assembly_id in (select assembly_id from assembly where joint_id = ${rootId}))`;
  if (has('joint_id')) {
    const ofNoJoint = has('assembly_id') ? ofAssembly : sql`1 = 1`;
    return sql`(joint_id in (${joints}) or (joint_id is null and ${ofNoJoint}))`;
  }
  if (has('assembly_id')) return ofAssembly;
  if (has('user_id')) return userIds.length === 0 ? null : sql`user_id in (${sql.join(userIds)})`;
  if (has('month_id')) {
    return sql`month_id in (select month_id from billing_month where joint_id in (${joints}))`;
  }
  if (has('power_id')) {
    return sql`power_id in (select power_id from power
      where assembly_id in (select assembly_id from assembly where joint_id = ${rootId}))`;
  }
  return isWide ? sql`1 = 1` : null;
}
