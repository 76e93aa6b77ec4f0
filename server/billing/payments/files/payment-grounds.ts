import type { Db } from '../../../platform/db/engine.ts';
import { readReferences } from '../../ledger/references.repository.ts';
import { payingAccounts } from '../../ledger/unit-accounts.repository.ts';
import { knownKeys } from '../till/payments.repository.ts';
import { alreadyPaid } from './already-paid.ts';
import type { MatchedFile, PaymentGrounds, UnseenFile } from './matched-payments.ts';

/** What a file of payments is matched with. */
export async function readPaymentGrounds(db: Db, jointId: number): Promise<PaymentGrounds> {
  return { accountOf: await payingAccounts(db, jointId), references: await readReferences(db, jointId) };
}

/** Says of each line whether it was imported before, and warns of those that somebody may have entered otherwise. */
export async function markKnown(
  db: Db,
  jointId: number,
  { rows, ...file }: UnseenFile,
): Promise<MatchedFile> {
  const keys = rows.map(({ onceKey }) => onceKey);
  const known = await knownKeys(db, jointId, keys);
  const marked = rows.map((row) => ({ ...row, known: known.has(row.onceKey) }));
  const problems = [...file.problems, ...(await alreadyPaid(db, jointId, marked))];
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { ...file, rows: marked, problems };
}
