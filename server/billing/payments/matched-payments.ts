import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { Db } from '../../db/engine.ts';
import { UnitIndex } from '../charges/unit-index.ts';
import { accountsByUnit } from '../ledger/accounts.repository.ts';
import { readReferences } from '../ledger/references.ts';
import { onceKeys } from './once-key.ts';
import { Payers } from './payer.ts';
import type { ReadPayment, ReadPaymentFile } from './payment-file.types.ts';
import { knownKeys } from './payments.repository.ts';

/** A line of a file, with whose it is and whether it was imported before. */
export interface MatchedPayment extends ReadPayment {
  /** The account it goes to; null: it waits to be identified. */
  apartmentId: string | null;
  onceKey: string;
  known: boolean;
}

export interface MatchedFile {
  kind: ReadPaymentFile['kind'];
  rows: MatchedPayment[];
  problems: ImportProblem[];
}

/** Matches a file's lines with a joint's units, and with what was imported before. */
export async function matchPayments(db: Db, jointId: number, file: ReadPaymentFile): Promise<MatchedFile> {
  const accountOf = await accountsByUnit(db, jointId);
  const references = await readReferences(db, jointId);
  const byReference = new Map(
    [...references].map(([unit, reference]) => [reference, accountOf.get(unit) ?? unit]),
  );
  const payers = new Payers({ accountOf, byReference });
  const units = new UnitIndex([...accountOf.keys()]);
  const keys = onceKeys(file);
  const known = await knownKeys(db, jointId, keys);
  const problems = [...file.problems];
  const rows = file.rows.map((line, index): MatchedPayment => {
    const onceKey = keys[index] ?? '';
    const matched = { ...line, onceKey, known: known.has(onceKey) };
    if (file.kind === 'asobancaria2001') {
      return { ...matched, apartmentId: payers.byReferenceOrUnit(line.reference) };
    }
    // What people write beside a payment may be any number: it names a unit where it is our own reference.
    if (line.unit === '') return { ...matched, apartmentId: payers.byReference(line.reference) };
    const found = units.find(line.unit);
    const about = { row: line.row, column: file.unitColumn };
    if (found === null) {
      const near = units.suggest(line.unit);
      const message = `La copropiedad no tiene el inmueble «${line.unit.slice(0, 60)}».${near === null ? '' : ` ¿Es «${near}»?`}`;
      problems.push({ ...about, severity: 'error', code: 'unitUnknown', message });
    } else if (!found.same) {
      const message = `Se tomó «${line.unit.slice(0, 60)}» por el inmueble «${found.apartmentId}».`;
      problems.push({ ...about, severity: 'warning', code: 'unitRead', message });
    }
    return { ...matched, apartmentId: found === null ? null : (accountOf.get(found.apartmentId) ?? null) };
  });
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  return { kind: file.kind, rows, problems };
}
