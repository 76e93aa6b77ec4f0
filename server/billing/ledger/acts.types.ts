import type { ChargeNature, ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { MonthRate, MonthWay } from '../interest/interest.types.ts';
import type { LedgerItem, Posting } from './ledger.types.ts';

/** Charge concept of a joint with its nature. */
export interface ConceptOf {
  id: number | null;
  name: string;
  nature: ChargeNature;
}

/** Instalment that was open when the books began. */
export interface Opening {
  /** Null: unknown concept. */
  concept: ConceptOf | null;
  forApartmentId: string;
  dueDate: Day;
  /** Date of the opening balance. The interest runs until this day. */
  valueDate: Day;
  /** Negative: in favour of the unit. */
  capital: Centavos;
  interest: Centavos;
}

/** Discount for prompt payment of a bill that is not annulled. */
export interface DiscountOffer {
  bill: number;
  total: Centavos;
  discount: Centavos;
  /** Last day to earn the discount. */
  until: Day;
  /** Last item included in the bill. Later receipts count for the discount. */
  lastItem: number;
}

export interface NewReceipt {
  amount: Centavos;
  valueDate: Day;
  /** Receipt number. */
  receipt: number;
  /** Offers of the account's valid bills that this value date may earn (`readOffers`). */
  offers: readonly DiscountOffer[];
}

/** Split of a receipt when posted. The parts add up to the amount. */
export interface Split {
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
}

export interface TakenPayment {
  posting: Posting;
  /** Credit item of the receipt. */
  item: LedgerItem;
  split: Split;
}

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
      /** Includes the acta. */
      reason: string;
    };

export interface NewCharge {
  concept: ConceptOf;
  forApartmentId: string;
  /** Negative: a credit note. An amount of 0 posts no item. */
  amount: Centavos;
}

/** Month's bill of an account. */
export interface NewBill {
  month: Month;
  /** Bill number. The issue day is the stamp's posting date. */
  bill: number;
  dueDate: Day;
  charges: readonly NewCharge[];
  /** Late interest charged by the month's sheet. If present, the ledger computes no interest. */
  sheetInterest?: readonly { forApartmentId: string; amount: Centavos }[];
  /**
   * Months to charge late interest for: the months without interest yet, up to the previous month. For `balance`, the
   * bill's own month.
   */
  rates: readonly MonthRate[];
  /**
   * Months marked 'sin intereses'. The bill mentions a month if the account would have owed interest for that month.
   */
  interestFree?: readonly MonthWay[];
  graceDays: number;
  finesBearInterest: boolean;
  /** True rounds interest half up to the peso; false to the centavo. */
  interestToPeso: boolean;
  roundToPeso: boolean;
  discount: { percent: number; until: Day } | null;
  /** False refuses the discount to accounts with overdue instalments. Default: true. */
  discountToDebtors?: boolean;
  /** Previous bill of the account. Null for the first bill. */
  previousBill: { lastItem: number } | null;
}

export interface BillLine {
  /** From 1. */
  position: number;
  concept: string;
  nature: ItemNature;
  periodFee: Centavos;
  overdueFee: Centavos;
}

/** Ledger item behind a line of a bill. */
export interface BillItem {
  item: number;
  position: number;
  /** Open amount of the item; negative for credits. */
  amount: Centavos;
  overdue: boolean;
}

/** Amounts of a bill in the relación. The total is the sum of the parts minus the credit. */
export interface RelationParts {
  overdueCapital: Centavos;
  overdueInterest: Centavos;
  currentInterest: Centavos;
  fee: Centavos;
  extra: Centavos;
  fines: Centavos;
  other: Centavos;
  rounding: Centavos;
  /** The period's charges except the fee, by concept. */
  additional: { concept: string; amount: Centavos }[];
  /** Positive amount to subtract. */
  credit: Centavos;
  total: Centavos;
}

export interface IssuedBill {
  lines: BillLine[];
  items: BillItem[];
  total: Centavos;
  /** Amount saved by prompt payment. 0 (with a null date) if no discount is offered. */
  discount: Centavos;
  discountUntil: Day | null;
  previousPayment: Centavos;
  overdueInstalments: number;
  relation: RelationParts;
  /** Last item included in the bill. */
  lastItem: number;
}
