import type { ItemNature, ItemSide } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoredAgreement } from '../interest/agreement-days.ts';
import type { Reckoned } from '../interest/interest.types.ts';

/**
 * Ledger item: a movement of a unit's account, either a debit (charge or interest owed) or a credit (payment,
 * discount …). Never changed once stored; an undoing is a further item of the same side with the opposite
 * amount (`reverses`).
 */
export interface LedgerItem {
  /** Number of the item within the joint, in posting order. */
  item: number;
  /** Account of the movement: id of the unit that receives the bills. */
  apartmentId: string;
  /** Id of the unit that caused the movement: the billed unit or a unit grouped with the billed unit. */
  forApartmentId: string;
  /** Debit (owed by the unit) or credit (in favour of the unit). */
  side: ItemSide;
  /** Kind of movement: fee, extra, fine, interest, payment, discount, rounding …. */
  nature: ItemNature;
  /** Number of the charge concept; null for other movements. */
  chargeConceptId: number | null;
  /** Text of the movement on statements. For charges: the name of the concept. */
  description: string;
  /** Amount in centavos: positive, or negative for a reversal. */
  amount: Centavos;
  /** Month of the charge or interest, if any. */
  month: Month | null;
  /** Day of the event; late interest counts by this day. */
  valueDate: Day;
  /** Day of the entry in the books. */
  postingDate: Day;
  /** Due date of a debit; null for a credit. */
  dueDate: Day | null;
  /** Number of the bill that posted the item; null for other items. */
  bill: number | null;
  /** Number of the receipt that posted the item; null for other items. */
  receipt: number | null;
  /** Item number of the receipt that caused a discount or an interest credit; null for other items. */
  causedBy: number | null;
  /** Number of the item undone by this item; null for other items. */
  reverses: number | null;
  /** Text of the reason of a correction or reversal, with the acta if any. */
  reason: string | null;
}

/**
 * Use of money of a credit (a payment, for example) to pay a debit of the same account. A negative amount
 * undoes an earlier use.
 */
export interface Allocation {
  /** Number of the allocation within the joint. */
  allocation: number;
  /** Id of the billed unit (account). */
  apartmentId: string;
  /** Item number of the credit. */
  creditItem: number;
  /** Item number of the debit. */
  debitItem: number;
  /** Amount in centavos. */
  amount: Centavos;
  postingDate: Day;
}

/**
 * Late interest of a month on a single overdue charge, with capital, rate and days: explains a part of a
 * ledger item of nature `interest`. For interest given back (`interestCredit`), capital and amount are
 * negative.
 */
export interface InterestItem extends Reckoned {
  /** Number of the ledger item with the interest. */
  item: number;
  /** Position of this line within the ledger item, from 1. */
  position: number;
  /** Id of the billed unit (account). */
  apartmentId: string;
  /** Item number of the overdue charge. */
  sourceItem: number;
  /** Month that bears the interest. For the method `balance`: the month of the bill. */
  month: Month;
  /** Interest in centavos. */
  amount: Centavos;
}

/**
 * Late interest of a month on an overdue charge, computed and not posted yet: number of the ledger item and
 * position are still missing.
 */
export type NewInterestItem = Omit<InterestItem, 'item' | 'position' | 'apartmentId'>;

/**
 * Account: all bills, payments and other movements of the units billed together, in posting order. The pure
 * functions of the ledger take an account and return the movements to add.
 */
export interface Account {
  /** Id of the billed unit. */
  apartmentId: string;
  items: readonly LedgerItem[];
  /** Uses of credits to pay debits. */
  allocations: readonly Allocation[];
  /** Lines that explain the items of late interest. */
  interest: readonly InterestItem[];
  /** Payment agreements, newest first. Absent without one. */
  agreements?: readonly StoredAgreement[];
}

/**
 * New movements to add to an account, as returned by the pure functions of the ledger. Stored with
 * `insertPostings`; stored movements never change.
 */
export interface Posting {
  items: LedgerItem[];
  allocations: Allocation[];
  interest: InterestItem[];
}

/**
 * Functions that give the next free number for a ledger item or an allocation in a joint's books; each call
 * takes the number.
 */
export interface Numbers {
  /** Returns the next number of a ledger item. */
  item: () => number;
  /** Returns the next number of an allocation. */
  allocation: () => number;
}

/** Posting date (day in the ledger) for new movements, with the functions to number the movements. */
export interface PostingStamp {
  postingDate: Day;
  numbers: Numbers;
}
