import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Db } from '../../platform/db/engine.ts';

/**
 * True if any person took part in the assembly from home, even if all left before the end: the law then gives
 * another deadline for the acta.
 */
export async function anyoneRemote(db: Db, assemblyId: number): Promise<boolean> {
  const { found } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('attendance')
              .select('remote')
              .where('assembly_id', '=', assemblyId)
              .where('remote', '=', 1),
          ),
          // A vote from home has a registration from home, current or ended, so the votes need no search.
          eb.exists(
            eb
              .selectFrom('annulment')
              .select('act')
              .where('assembly_id', '=', assemblyId)
              .where('concept_id', '=', ATTENDANCE)
              // The old record in JSON. A quote within a name is escaped, so the pattern matches the field alone.
              .where('record', 'like', '%"remote":1%'),
          ),
        ])
        .as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/** Reads the receivers of an assembly's summary by mail, with the address of the last mail. */
export async function readReceivers(
  db: Db,
  assemblyId: number,
): Promise<{ userId: number; name: string; email: string }[]> {
  const rows = await db
    .selectFrom('mail_message as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.name', 'm.to_address'])
    .where('m.assembly_id', '=', assemblyId)
    .where('m.kind', '=', 'summary')
    .where('m.sent_at', 'is not', null)
    .orderBy('m.message_id')
    .execute();
  const receivers = new Map(
    rows.map((row) => [row.user_id, { userId: row.user_id, name: row.name, email: row.to_address }]),
  );
  return [...receivers.values()];
}
