import { type DebtorsPurpose, debtorsPurposes } from '../../../../shared/assemblies/law/debtors.api.ts';
import type { Day } from '../../../../shared/days.ts';
import type { Centavos } from '../../../../shared/money.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/** Account in arrears: the units billed together, the owner, and the overdue amount. */
export interface Debtor {
  /** Ids of the units billed together, the account's own unit first. */
  units: readonly string[];
  /** Name of the owner. */
  owner: string;
  /** Overdue amount, in centavos. */
  owed: Centavos;
}

/** Stored list of owners in arrears for the notice or the acta, with the time of the list. */
export interface StoredDebtors {
  /** Day of the ledger for the amounts owed. */
  asOf: Day;
  takenAt: Millis;
  /** Name of the list's author, as in the audit trail. */
  takenBy: string;
  debtors: readonly Debtor[];
}

/** Stores a list of owners in arrears for an assembly's notice or acta. */
export async function keepDebtors(
  trx: Db,
  assemblyId: number,
  purpose: DebtorsPurpose,
  { asOf, takenAt, takenBy, debtors }: StoredDebtors,
): Promise<void> {
  await trx
    .insertInto('debtors_list')
    .values({
      assembly_id: assemblyId,
      purpose,
      as_of: asOf,
      taken_at: takenAt,
      taken_by: takenBy,
      debtors: rowsOfDebtors(debtors),
    })
    .execute();
}

/**
 * Converts a list of debtors to JSON text: '[[["101"],"ANA RUIZ",250000]]'. The text is stored, and hashed for the
 * audit trail.
 */
export const rowsOfDebtors = (debtors: readonly Debtor[]): string =>
  JSON.stringify(debtors.map(({ units, owner, owed }) => [units, owner, owed]));

/** Reads the newest list of debtors for each purpose (notice, acta); null if there is no list. */
export async function readDebtorsLists(
  db: Db,
  assemblyId: number,
): Promise<Record<DebtorsPurpose, StoredDebtors | null>> {
  const rows = await db
    .selectFrom('debtors_list')
    .select(['purpose', 'as_of', 'taken_at', 'taken_by', 'debtors'])
    .where('assembly_id', '=', assemblyId)
    .orderBy('list_id')
    .execute();
  const newest = (purpose: DebtorsPurpose): StoredDebtors | null => {
    const row = rows.findLast((one) => one.purpose === purpose);
    if (row === undefined) return null;
    const debtors: [string[], string, Centavos][] = JSON.parse(row.debtors);
    return {
      asOf: row.as_of,
      takenAt: row.taken_at,
      takenBy: row.taken_by,
      debtors: debtors.map(([units, owner, owed]) => ({ units, owner, owed })),
    };
  };
  const [notice, acta] = debtorsPurposes.map(newest);
  return { notice: notice ?? null, acta: acta ?? null };
}
