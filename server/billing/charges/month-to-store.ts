import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { type PackedRows, packRows, rowsOf } from '../../platform/db/pack-rows.ts';
import { conceptKey } from './column-words.ts';
import type { RowToStore } from './month-check.ts';
import type { ConceptNamed } from './month-sheet.types.ts';

/** A concept of a joint by its number. */
type KnownConcept = Pick<ChargeConcept, 'chargeConceptId' | 'name'>;

/** What a month that is read adds to the store. Plain data: it crosses over from the worker. */
export interface MonthToStore {
  /** Concepts that are new to the joint, which follow those that it has. */
  concepts: ChargeConcept[];
  rows: PackedRows;
}

/** @param known the joint's concepts; it must have the same ones when the month is stored. */
export function monthToStore(known: readonly KnownConcept[], rows: readonly RowToStore[]): MonthToStore {
  const ids = new Map(known.map(({ chargeConceptId, name }) => [conceptKey(name), chargeConceptId]));
  // The same few objects stand in hundreds of thousands of rows: each is looked up by its name once.
  const idOf = new Map<ConceptNamed, number>();
  const concepts: ChargeConcept[] = [];
  let next = Math.max(0, ...ids.values()) + 1;
  const numberOf = (concept: ConceptNamed): number => {
    const key = conceptKey(concept.name);
    const id = ids.get(key) ?? next++;
    if (!ids.has(key)) concepts.push({ chargeConceptId: id, ...concept });
    ids.set(key, id);
    idOf.set(concept, id);
    return id;
  };
  const stored = rows.map((row, index) => ({
    position: index + 1,
    apartment_id: row.apartmentId,
    role: row.role,
    charge_concept_id: row.concept === null ? null : (idOf.get(row.concept) ?? numberOf(row.concept)),
    amount: row.amount,
    due_date: row.dueDate,
    value_date: row.valueDate,
  }));
  const set = rowsOf('month_row', stored, ['month_id']);
  return { concepts, rows: packRows([set]) };
}
