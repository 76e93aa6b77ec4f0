import type { DebtorsPurpose } from '../../../../shared/assemblies/law/debtors.api.ts';
import type { Day } from '../../../../shared/days.ts';
import { toHex, utf8 } from '../../../../shared/evidence/bytes.ts';
import type { Centavos } from '../../../../shared/money.ts';
import { sha256 } from '../../../platform/audit/signing.ts';
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

/** Converts a list of debtors to JSON text, as stored and hashed: '[[["101"],"ANA RUIZ",250000]]'. */
const rowsOfDebtors = (debtors: readonly Debtor[]): string =>
  JSON.stringify(debtors.map(({ units, owner, owed }) => [units, owner, owed]));

/** Returns the SHA-256 of a list of debtors, hexadecimal, by which the audit trail and a notice name the list. */
export const hashOfDebtors = (debtors: readonly Debtor[]): string =>
  toHex(sha256(utf8(rowsOfDebtors(debtors))));

/** Reads the newest list of debtors for each purpose (notice, acta); null if there is no list. */
export async function readDebtorsLists(
  db: Db,
  assemblyId: number,
): Promise<Record<DebtorsPurpose, StoredDebtors | null>> {
  const newest = async (purpose: DebtorsPurpose) =>
    (await readListsFor(db, assemblyId, purpose)).at(-1) ?? null;
  return { notice: await newest('notice'), acta: await newest('acta') };
}

/**
 * Finds the list of debtors that a notice names by day and hash; null if not found.
 * @param named.sha256 see `hashOfDebtors`
 */
export async function findNoticeDebtors(
  db: Db,
  assemblyId: number,
  named: { asOf: Day; sha256: string },
): Promise<StoredDebtors | null> {
  const lists = await readListsFor(db, assemblyId, 'notice');
  const isNamed = ({ asOf, debtors }: StoredDebtors) =>
    asOf === named.asOf && hashOfDebtors(debtors) === named.sha256;
  return lists.find(isNamed) ?? null;
}

/** Reads all lists of debtors for a purpose, the oldest first. */
async function readListsFor(db: Db, assemblyId: number, purpose: DebtorsPurpose): Promise<StoredDebtors[]> {
  const rows = await db
    .selectFrom('debtors_list')
    .select(['as_of as asOf', 'taken_at as takenAt', 'taken_by as takenBy', 'debtors'])
    .where('assembly_id', '=', assemblyId)
    .where('purpose', '=', purpose)
    .orderBy('list_id')
    .execute();
  return rows.map((row) => {
    const debtors: [string[], string, Centavos][] = JSON.parse(row.debtors);
    return { ...row, debtors: debtors.map(([units, owner, owed]) => ({ units, owner, owed })) };
  });
}
