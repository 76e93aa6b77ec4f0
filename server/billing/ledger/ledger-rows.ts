import type { Selectable } from 'kysely';
import type { Day } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Stretch } from '../interest/interest.types.ts';
import type { Allocation, InterestLine, LedgerItem } from './ledger.types.ts';

/** What is the same of everything that one act posts is known when it is stored. */
type NewItemRow = Omit<Selectable<Tables['ledger_item']>, 'joint_id' | 'entered_at' | 'entered_by'>;
type NewAllocationRow = Omit<Selectable<Tables['ledger_allocation']>, 'joint_id' | 'entered_at'>;
type NewLineRow = Omit<Selectable<Tables['interest_line']>, 'joint_id'>;

export const fromItem = (item: LedgerItem): NewItemRow => ({
  item: item.item,
  apartment_id: item.apartmentId,
  for_apartment_id: item.forApartmentId,
  side: item.side,
  nature: item.nature,
  charge_concept_id: item.chargeConceptId,
  description: item.description,
  amount: item.amount,
  month: item.month,
  value_date: item.valueDate,
  posting_date: item.postingDate,
  due_date: item.dueDate,
  bill: item.bill,
  receipt: item.receipt,
  caused_by: item.causedBy,
  reverses: item.reverses,
  reason: item.reason,
});

export const fromAllocation = (allocation: Allocation): NewAllocationRow => ({
  allocation: allocation.allocation,
  apartment_id: allocation.apartmentId,
  credit_item: allocation.creditItem,
  debit_item: allocation.debitItem,
  amount: allocation.amount,
  posting_date: allocation.postingDate,
});

export const fromLine = (line: InterestLine): NewLineRow => ({
  item: line.item,
  position: line.position,
  apartment_id: line.apartmentId,
  source_item: line.sourceItem,
  month: line.month,
  principal: line.principal,
  way: line.way,
  rate_unit: line.rateUnit,
  annual_rate: line.annualRate,
  monthly_rate: line.monthlyRate,
  daily_rate: line.dailyRate,
  stretches: line.stretches.length === 0 ? null : stretchesText(line.stretches),
  to_peso: line.toPeso ? 1 : 0,
  amount: line.amount,
});

/** Stretches as they are stored: `[["2026-09-01","2026-09-30",25000000]]`. */
const stretchesText = (stretches: readonly Stretch[]): string =>
  JSON.stringify(stretches.map(({ from, to, principal }) => [from, to, principal]));

export const readStretches = (text: string): Stretch[] =>
  (JSON.parse(text) as [Day, Day, number][]).map(([from, to, principal]) => ({
    ...{ from, to },
    principal: centavos(principal),
  }));
