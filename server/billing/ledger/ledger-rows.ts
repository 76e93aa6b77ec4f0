import type { Selectable } from 'kysely';
import type { Day } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Stretch } from '../interest/interest.types.ts';
import type { Allocation, InterestLine, LedgerItem } from './ledger.types.ts';

export type ItemRow = Selectable<Tables['ledger_item']>;
export type AllocationRow = Selectable<Tables['ledger_allocation']>;
export type LineRow = Selectable<Tables['interest_line']>;

/** What is the same of everything that one act posts is known when it is stored. */
type NewItemRow = Omit<ItemRow, 'joint_id' | 'entered_at' | 'entered_by'>;
type NewAllocationRow = Omit<AllocationRow, 'joint_id' | 'entered_at'>;
type NewLineRow = Omit<LineRow, 'joint_id'>;

export const toItem = (row: ItemRow): LedgerItem => ({
  item: row.item,
  apartmentId: row.apartment_id,
  forApartmentId: row.for_apartment_id,
  side: row.side,
  nature: row.nature,
  chargeConceptId: row.charge_concept_id,
  description: row.description,
  amount: row.amount,
  month: row.month,
  valueDate: row.value_date,
  postingDate: row.posting_date,
  dueDate: row.due_date,
  bill: row.bill,
  receipt: row.receipt,
  causedBy: row.caused_by,
  reverses: row.reverses,
  reason: row.reason,
});

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

export const toAllocation = (row: AllocationRow): Allocation => ({
  allocation: row.allocation,
  apartmentId: row.apartment_id,
  creditItem: row.credit_item,
  debitItem: row.debit_item,
  amount: row.amount,
  postingDate: row.posting_date,
});

export const fromAllocation = (allocation: Allocation): NewAllocationRow => ({
  allocation: allocation.allocation,
  apartment_id: allocation.apartmentId,
  credit_item: allocation.creditItem,
  debit_item: allocation.debitItem,
  amount: allocation.amount,
  posting_date: allocation.postingDate,
});

export const toLine = (row: LineRow): InterestLine => ({
  item: row.item,
  position: row.position,
  apartmentId: row.apartment_id,
  sourceItem: row.source_item,
  month: row.month,
  principal: row.principal,
  way: row.way,
  rateUnit: row.rate_unit,
  annualRate: row.annual_rate,
  monthlyRate: row.monthly_rate,
  dailyRate: row.daily_rate,
  stretches: row.stretches === null ? [] : readStretches(row.stretches),
  toPeso: row.to_peso === 1,
  amount: row.amount,
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

const readStretches = (text: string): Stretch[] =>
  (JSON.parse(text) as [Day, Day, number][]).map(([from, to, principal]) => ({
    ...{ from, to },
    principal: centavos(principal),
  }));
