import type { ItemNature, ItemSide } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Reckoned } from '../interest/interest.types.ts';

/**
 * Movement of an account: a debit (owed) or a credit. Immutable. A reversal is an item of the same side with the
 * opposite amount (`reverses`).
 */
export interface LedgerItem {
  /** Number within the joint, in posting order. */
  item: number;
  /** Account: the billed unit. */
  apartmentId: string;
  /** Unit of the movement: the billed unit or a unit grouped with the billed unit. */
  forApartmentId: string;
  side: ItemSide;
  nature: ItemNature;
  chargeConceptId: number | null;
  /** Text for statements. For charges: the concept's name. */
  description: string;
  /** Positive; negative for a reversal. */
  amount: Centavos;
  /** Month of the movement, if any. */
  month: Month | null;
  /** Day of the event, and day in the books. */
  valueDate: Day;
  postingDate: Day;
  /** Only debits have a due date. */
  dueDate: Day | null;
  /** Bill that posted the item. */
  bill: number | null;
  receipt: number | null;
  /** For discounts and interest credits: item of the receipt that caused the credit. */
  causedBy: number | null;
  reverses: number | null;
  /** Reason of a correction or reversal, with the acta if any. */
  reason: string | null;
}

/** Money of a credit used for a debit of the same account. Negative if taken back. */
export interface Allocation {
  allocation: number;
  apartmentId: string;
  creditItem: number;
  debitItem: number;
  amount: Centavos;
  postingDate: Day;
}

/**
 * Month's late interest on an instalment, for an item of nature `interest`. Capital and amount are negative for
 * `interestCredit`.
 */
export interface InterestItem extends Reckoned {
  item: number;
  position: number;
  apartmentId: string;
  sourceItem: number;
  /** Month of the interest. For `balance`: the bill's month. */
  month: Month;
  amount: Centavos;
}

/** Interest line without number and position. */
export type NewInterestItem = Omit<InterestItem, 'item' | 'position' | 'apartmentId'>;

/** All movements of an account in posting order. Functions take an account and return a posting to add. */
export interface Account {
  apartmentId: string;
  items: readonly LedgerItem[];
  allocations: readonly Allocation[];
  interest: readonly InterestItem[];
}

/** Movements to add to an account. Existing movements never change. */
export interface Posting {
  items: LedgerItem[];
  allocations: Allocation[];
  interest: InterestItem[];
}

/** Counters of a joint's item and allocation numbers. */
export interface Numbers {
  item: () => number;
  allocation: () => number;
}

/** Posting date and numbers for new movements. */
export interface Stamp {
  postingDate: Day;
  numbers: Numbers;
}
