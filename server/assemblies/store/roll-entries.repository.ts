import type { Db } from '../../platform/db/engine.ts';

/** The first version of each unit of a roll that was just copied. */
export async function openEntries(trx: Db, assemblyId: number, jointId: number): Promise<void> {
  const facts = ['owner_name', 'owner_document', 'kind', 'coefficient'] as const;
  await trx
    .insertInto('roll_entry')
    .columns(['assembly_id', 'joint_id', 'apartment_id', 'version', ...facts])
    .expression((eb) =>
      eb
        .selectFrom('roll_unit')
        .select(['assembly_id', 'joint_id', 'apartment_id', 'version', ...facts])
        .where('assembly_id', '=', assemblyId)
        .where('joint_id', '=', jointId),
    )
    .execute();
}
