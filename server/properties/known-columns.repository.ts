import type { UnitColumnRole } from '../../shared/properties/units-reading.ts';
import type { Db } from '../platform/db/engine.ts';
import type { KnownColumn } from './units-sheet/coefficient-table.types.ts';

/** Most remembered titles for a joint and import. */
const MOST_TITLES = 200;

/**
 * Reads the meanings (roles) of columns chosen by hand in earlier files of a joint, by column title. So the
 * user does not choose again for the next file.
 * @param sheet kind of spreadsheet: table of units, powers …
 */
export async function readKnownColumns(db: Db, jointId: number, sheet: string): Promise<KnownColumn[]> {
  const row = await db
    .selectFrom('remembered_columns')
    .select('columns')
    .where('joint_id', '=', jointId)
    .where('sheet', '=', sheet)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.columns) as { header: string; role: UnitColumnRole }[]);
}

/**
 * Stores the meanings (roles) of columns chosen by hand, for the next file of the joint. The last choice
 * for a title counts.
 * @param sheet kind of spreadsheet: table of units, powers …
 */
export async function keepKnownColumns(
  trx: Db,
  jointId: number,
  sheet: string,
  columns: readonly KnownColumn[],
): Promise<void> {
  if (columns.length === 0) return;
  const before = await readKnownColumns(trx, jointId, sheet);
  const byHeader = new Map([...before, ...columns].map((column) => [column.header, column]));
  const text = JSON.stringify([...byHeader.values()].slice(-MOST_TITLES));
  await trx
    .insertInto('remembered_columns')
    .values({ joint_id: jointId, sheet, columns: text })
    .onConflict((conflict) => conflict.columns(['joint_id', 'sheet']).doUpdateSet({ columns: text }))
    .execute();
}
