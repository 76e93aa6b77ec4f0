import type { ItemNature, ItemSide } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Reckoned } from '../interest/interest.types.ts';

/**
 * A movement of an account: what is owed (debit) or what lessens it (credit). It never changes; one of the same
 * side with the opposite amount undoes it (`reverses`).
 */
export interface LedgerItem {
  /** Numbered within the joint, in the order in which items were posted. */
  item: number;
  /** The account: the unit that is billed. */
  apartmentId: string;
  /** The unit it is for: the same, or one that goes with it. */
  forApartmentId: string;
  side: ItemSide;
  nature: ItemNature;
  chargeConceptId: number | null;
  /** What statements call it. Of charges: the concept's name. */
  description: string;
  /** Positive; negative on what reverses. */
  amount: Centavos;
  /** The month it is of, where it is of one. */
  month: Month | null;
  /** When it happened, and when it counts in the books. */
  valueDate: Day;
  postingDate: Day;
  /** Of debits alone. */
  dueDate: Day | null;
  /** The bill that posted it. */
  bill: number | null;
  receipt: number | null;
  /** Of discounts and credits of interest: the item of the receipt that they came with. */
  causedBy: number | null;
  reverses: number | null;
  /** Of corrections and reversals: why, with the acta where there is one. */
  reason: string | null;
}

/** Money of a credit that went to a debit of the same account; negative where it was taken back. */
export interface Allocation {
  allocation: number;
  apartmentId: string;
  creditItem: number;
  debitItem: number;
  amount: Centavos;
  postingDate: Day;
}

/**
 * A month's late interest on one instalment, behind an item of nature `interest`; its capital and amount are negative
 * behind `interestCredit`.
 */
export interface InterestLine extends Reckoned {
  item: number;
  position: number;
  apartmentId: string;
  sourceItem: number;
  /** The month that it is of: of `balance`, the one that the bill is of. */
  month: Month;
  amount: Centavos;
}

/** A line before it has its place. */
export type NewLine = Omit<InterestLine, 'item' | 'position' | 'apartmentId'>;

/** Everything that was ever posted on one account, in its order. Acts take it and answer with what to add. */
export interface Account {
  apartmentId: string;
  items: readonly LedgerItem[];
  allocations: readonly Allocation[];
  interest: readonly InterestLine[];
}

/** What an act adds to an account: nothing of what was there changes. */
export interface Posting {
  items: LedgerItem[];
  allocations: Allocation[];
  interest: InterestLine[];
}

/** Gives out the next numbers of a joint's items and allocations. */
export interface Numbers {
  item: () => number;
  allocation: () => number;
}

/** What every act is given: the day it counts in the books, and its numbers. */
export interface Stamp {
  postingDate: Day;
  numbers: Numbers;
}
