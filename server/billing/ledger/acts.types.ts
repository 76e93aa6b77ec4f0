import type { ChargeNature, ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { MonthRate, MonthWay } from '../interest/interest.types.ts';
import type { LedgerItem, Posting } from './ledger.types.ts';

/** What is charged: a joint's concept, with what it counts as. */
export interface ConceptOf {
  id: number | null;
  name: string;
  nature: ChargeNature;
}

/** An instalment that was open when the books began. */
export interface Opening {
  /** Null: nobody says what it was. */
  concept: ConceptOf | null;
  forApartmentId: string;
  dueDate: Day;
  /** The day it stood so: its interest is until then. */
  valueDate: Day;
  /** Negative: in favour of the unit. */
  capital: Centavos;
  interest: Centavos;
}

/** What a standing bill offers for prompt payment. */
export interface DiscountOffer {
  bill: number;
  total: Centavos;
  discount: Centavos;
  /** The last day to earn it. */
  until: Day;
  /** The last item that the bill knows of: receipts after it count. */
  lastItem: number;
}

export interface NewReceipt {
  amount: Centavos;
  valueDate: Day;
  /** Its number. */
  receipt: number;
  /** Offers of the account's standing bills that this value date may earn (`readOffers`). */
  offers: readonly DiscountOffer[];
}

/** How a receipt was split when it was posted; the three add up to its amount. */
export interface Split {
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
}

export interface TakenPayment {
  posting: Posting;
  /** The receipt's own credit. */
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
      /** With its acta. */
      reason: string;
    };

export interface NewCharge {
  concept: ConceptOf;
  forApartmentId: string;
  /** Negative: a credit note. Nothing is posted of 0. */
  amount: Centavos;
}

/** A month's bill of one account. */
export interface NewBill {
  month: Month;
  /** Its number. The stamp's posting date is the day of its issue. */
  bill: number;
  dueDate: Day;
  charges: readonly NewCharge[];
  /** Late interest that the month's sheet charges by itself; then nothing is reckoned. */
  sheetInterest?: readonly { forApartmentId: string; amount: Centavos }[];
  /** The months to reckon late interest of: those not yet reckoned, up to the one before; by `balance`, its own. */
  rates: readonly MonthRate[];
  /** Of those months, the ones that were marked 'sin intereses': a bill that they would have cost something says so. */
  interestFree?: readonly MonthWay[];
  graceDays: number;
  finesBearInterest: boolean;
  /** Interest is rounded half up to the peso, else to the centavo. */
  interestToPeso: boolean;
  roundToPeso: boolean;
  discount: { percent: number; until: Day } | null;
  /** Whether it is offered to an account with overdue instalments; left out: it is. */
  discountToDebtors?: boolean;
  /** The account's bill before this one; null: it is the first. */
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

/** An item behind a line of a bill. */
export interface BillItem {
  item: number;
  position: number;
  /** What was open of it; negative: of credits. */
  amount: Centavos;
  overdue: boolean;
}

/** What the relación says of a bill; its parts less the credit add up to the total. */
export interface RelationParts {
  overdueCapital: Centavos;
  overdueInterest: Centavos;
  currentInterest: Centavos;
  fee: Centavos;
  extra: Centavos;
  fines: Centavos;
  other: Centavos;
  rounding: Centavos;
  /** The period's charges that are not the fee, each by its concept. */
  additional: { concept: string; amount: Centavos }[];
  /** Positive, and subtracted. */
  credit: Centavos;
  total: Centavos;
}

export interface IssuedBill {
  lines: BillLine[];
  items: BillItem[];
  total: Centavos;
  /** What prompt payment saves; 0 and null where nothing is offered. */
  discount: Centavos;
  discountUntil: Day | null;
  previousPayment: Centavos;
  overdueInstalments: number;
  relation: RelationParts;
  /** The last item that the bill knows of. */
  lastItem: number;
}
