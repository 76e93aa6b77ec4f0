import type { ChargeNature, ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { MonthRate, MonthWay } from '../interest/interest.types.ts';
import type { Accrual } from './late-interest.ts';
import type { LedgerItem, Posting } from './ledger.types.ts';

/** Charge concept of a joint with its nature (fee, extra, fine or other). */
export interface ConceptOf {
  id: number | null;
  name: string;
  nature: ChargeNature;
}

/** Opening balance: an instalment already open when the books began. */
export interface Opening {
  /** Charge concept; null if unknown. */
  concept: ConceptOf | null;
  forApartmentId: string;
  dueDate: Day;
  /** Date of the opening balance. `interest` covers the time until this day. */
  valueDate: Day;
  /** Open capital in centavos. Negative: in favour of the unit. */
  capital: Centavos;
  interest: Centavos;
}

/** Prompt-payment discount offered by a valid bill. */
export interface DiscountOffer {
  bill: number;
  total: Centavos;
  discount: Centavos;
  /** Last day to pay and earn the discount. */
  until: Day;
  /** Number of the last ledger item included in the bill. Only later receipts count for the discount. */
  lastItem: number;
}

/** Payment to post on an account, with the discounts and the interest that the payment may earn or settle. */
export interface NewReceipt {
  amount: Centavos;
  valueDate: Day;
  /** Number of the receipt to create. */
  receipt: number;
  /**
   * Discounts still possible for a payment on the value date, offered by the account's valid bills (`readOffers`).
   */
  offers: readonly DiscountOffer[];
  /**
   * Late interest not charged by any bill. A payment large enough to settle the account on the value date posts the
   * interest first (PRODUCT §19 rule 10). Optional.
   */
  accrual?: Accrual;
}

/** Division of a receipt into interest, capital and credit, as posted. The parts add up to the amount. */
export interface Split {
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
}

/**
 * Result of posting a payment: the new movements, the item with the money as credit, and the division into
 * interest, capital and credit.
 */
export interface TakenPayment {
  posting: Posting;
  /** Ledger item that credits the receipt's money. */
  item: LedgerItem;
  split: Split;
}

/**
 * Correction of an account to post: a new charge, a credit note (reduces a charge), or a condonation
 * (forgives interest or capital). Amounts in centavos, positive.
 */
export type AdjustmentInput =
  | {
      kind: 'charge';
      concept: ConceptOf;
      forApartmentId: string;
      amount: Centavos;
      valueDate: Day;
      dueDate: Day;
      reason: string;
    }
  | { kind: 'creditNote'; forApartmentId: string; amount: Centavos; valueDate: Day; reason: string }
  | {
      kind: 'condonation';
      forgives: 'interest' | 'capital';
      forApartmentId: string;
      amount: Centavos;
      valueDate: Day;
      /** Reason of the condonation, including the acta with the decision. */
      reason: string;
    };

/** Charge of a month for a unit, not yet posted. */
export interface NewCharge {
  concept: ConceptOf;
  forApartmentId: string;
  /** Amount of the charge in centavos. Negative: a credit note. An amount of 0 posts no item. */
  amount: Centavos;
}

/** Input to bill an account for a month: number and due date of the bill, charges, and late interest. */
export interface NewBill {
  month: Month;
  /** Number of the new bill. (The issue day is the posting date in `Stamp`.) */
  bill: number;
  dueDate: Day;
  charges: readonly NewCharge[];
  /** Late interest listed in the month's spreadsheet, by unit. If present, the ledger computes no interest. */
  sheetInterest?: readonly { forApartmentId: string; amount: Centavos }[];
  /**
   * Months to charge late interest for: the months without interest yet, up to the previous month. For the method
   * `balance`, the bill's own month.
   */
  rates: readonly MonthRate[];
  /** Months marked 'sin intereses'. The bill mentions each month with interest otherwise owed by the account. */
  interestFree?: readonly MonthWay[];
  graceDays: number;
  finesBearInterest: boolean;
  /** True rounds the interest half up to the peso; false rounds to the centavo. */
  interestToPeso: boolean;
  roundToPeso: boolean;
  discount: { percent: number; until: Day } | null;
  /** False gives no discount to accounts with overdue instalments. Default: true. */
  discountToDebtors?: boolean;
  /** Last item of the account's previous bill; null for the first bill. */
  previousBill: { lastItem: number } | null;
}

/**
 * Line of a bill: a concept with the amount of the month (`periodFee`) and the amount carried over from
 * earlier months (`overdueFee`), in centavos.
 */
export interface BilledConcept {
  /** Position of the line on the bill, from 1. */
  position: number;
  concept: string;
  nature: ItemNature;
  periodFee: Centavos;
  overdueFee: Centavos;
}

/**
 * Ledger item included in a line of a bill: the item's number, the position of the line on the bill, and the
 * open amount.
 */
export interface BilledItem {
  item: number;
  position: number;
  /** Open amount of the item when billed; negative for credits. */
  amount: Centavos;
  overdue: boolean;
}

/**
 * Amounts of a bill shown in the relación (table of balances). The total is the sum of the parts minus the credit.
 */
export interface RelationParts {
  overdueCapital: Centavos;
  overdueInterest: Centavos;
  currentInterest: Centavos;
  fee: Centavos;
  extra: Centavos;
  fines: Centavos;
  other: Centavos;
  rounding: Centavos;
  /** Charges of the month by concept, without the regular fee. */
  additional: { concept: string; amount: Centavos }[];
  /** Unused credit of the unit, as a positive amount to subtract. */
  credit: Centavos;
  total: Centavos;
}

/**
 * Contents of a computed bill: lines, ledger items, total, discount offered, and figures of the relación.
 * Amounts in centavos.
 */
export interface IssuedBill {
  lines: BilledConcept[];
  items: BilledItem[];
  total: Centavos;
  /** Discount for prompt payment, in centavos. 0 (with a null date) if no discount is offered. */
  discount: Centavos;
  discountUntil: Day | null;
  previousPayment: Centavos;
  overdueInstalments: number;
  relation: RelationParts;
  /** Number of the last ledger item included in the bill. */
  lastItem: number;
}
