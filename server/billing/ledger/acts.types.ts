import type { ChargeNature, ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { MonthRate, MonthWay } from '../interest/interest.types.ts';
import type { Accrual } from './late-interest.ts';
import type { LedgerItem, Posting } from './ledger.types.ts';

/**
 * Charge concept of a joint (co-owned property), for example 'Administración', with the nature (fee, extra,
 * fine or other) that decides about interest and reports.
 */
export interface ConceptOf {
  /** Number of the concept in the joint; null for a concept not stored yet. */
  id: number | null;
  /** Name of the charge: 'Administración'. */
  name: string;
  nature: ChargeNature;
}

/**
 * Opening balance: a debt or credit of a unit from before the joint used the billing, taken over into the
 * ledger.
 */
export interface Opening {
  /** Charge concept; null if unknown. */
  concept: ConceptOf | null;
  /** Id of the unit that owes the instalment; may be a parking space billed with the account's main unit. */
  forApartmentId: string;
  dueDate: Day;
  /** Date of the opening balance. `interest` covers the time until this day. */
  valueDate: Day;
  /** Open capital in centavos. Negative: in favour of the unit. */
  capital: Centavos;
  /** Open late interest until the value date, in centavos. */
  interest: Centavos;
}

/**
 * Prompt-payment discount ('descuento por pronto pago') offered by a valid bill: paid in time, the total
 * minus the discount settles the bill.
 */
export interface DiscountOffer {
  /** Number of the bill. */
  bill: number;
  /** Total of the bill without the discount, in centavos. */
  total: Centavos;
  /** Amount of the discount, in centavos. */
  discount: Centavos;
  /** Last day to pay and earn the discount. */
  until: Day;
  /** Number of the last ledger item included in the bill. Only later receipts count for the discount. */
  lastItem: number;
}

/**
 * Payment to post on an account, input of `takePayment`: amount, day, number of the receipt, and the
 * discounts still possible.
 */
export interface NewReceipt {
  /** Paid amount, in centavos. */
  amount: Centavos;
  /** Day of the payment; late interest stops on this day. */
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

/**
 * Use of a payment's money, in centavos: late interest, charges, and rest in favour of the unit. The parts
 * add up to the payment.
 */
export interface Split {
  /** Part used to pay late interest. */
  interest: Centavos;
  /** Part used to pay charges. */
  capital: Centavos;
  /** Part not used yet, in favour of the unit. */
  credit: Centavos;
}

/**
 * Result of posting a payment with `takePayment`: the new ledger movements, and the division of the money
 * into interest, charges and rest.
 */
export interface TakenPayment {
  /** New movements. */
  posting: Posting;
  /** Ledger item that credits the receipt's money. */
  item: LedgerItem;
  /** Division of the money. */
  split: Split;
}

/**
 * Correction of a unit's account to post by `adjust`: a new charge, a credit note (reduces the debt), or a
 * condonation (forgives interest or capital). Amounts in centavos, positive.
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
  | {
      kind: 'creditNote';
      /** Nature of the debts to reduce first, of the same unit. Absent for the order of payment. */
      nature?: ChargeNature | undefined;
      forApartmentId: string;
      amount: Centavos;
      valueDate: Day;
      reason: string;
    }
  | {
      kind: 'condonation';
      forgives: 'interest' | 'capital';
      forApartmentId: string;
      amount: Centavos;
      valueDate: Day;
      /** Reason of the condonation, including the acta with the decision. */
      reason: string;
    };

/** Charge of a month for a unit, as an input to bill the account (`NewBill`). */
export interface NewCharge {
  concept: ConceptOf;
  /** Id of the charged unit; may be a parking space billed with the account's main unit. */
  forApartmentId: string;
  /** Amount of the charge in centavos. Negative: a credit note. An amount of 0 posts no item. */
  amount: Centavos;
}

/**
 * Input of `issueAccount` to bill an account for a month: number and due date of the bill, charges, and rules
 * for late interest.
 */
export interface NewBill {
  /** Month of the bill: '2026-03'. */
  month: Month;
  /** Number of the new bill. (The issue day is the posting date in `Stamp`.) */
  bill: number;
  /** Last day to pay without delay. */
  dueDate: Day;
  charges: readonly NewCharge[];
  /**
   * Present names of the charge concepts, also for the earlier debt on the bill. Key: number of the concept. Default:
   * the names of the movements.
   */
  conceptNames?: ReadonlyMap<number, string>;
  /** Late interest listed in the month's spreadsheet, by unit. If present, the ledger computes no interest. */
  sheetInterest?: readonly { forApartmentId: string; amount: Centavos }[];
  /**
   * Months to charge late interest for: the months without interest yet, up to the previous month. For the method
   * `balance`, the bill's own month.
   */
  rates: readonly MonthRate[];
  /** Months marked 'sin intereses'. The bill mentions each month with interest otherwise owed by the account. */
  interestFree?: readonly MonthWay[];
  /** Number of days after the due date without late interest. */
  graceDays: number;
  /** True if unpaid fines bear late interest too. */
  finesBearInterest: boolean;
  /** True rounds the interest half up to the peso; false rounds to the centavo. */
  interestToPeso: boolean;
  /** True to round the total of the bill to whole pesos. */
  roundToPeso: boolean;
  /** Discount for a payment up to the day `until`, in percent of the charges; null without a discount. */
  discount: { percent: number; until: Day } | null;
  /** False gives no discount to accounts with overdue instalments. Default: true. */
  discountToDebtors?: boolean;
  /** Ledger item number of the last item on the account's previous bill; null for the first bill. */
  previousBill: { lastItem: number } | null;
}

/**
 * Line of a bill as stored: a charge with the amount of the month and the unpaid amount from earlier months,
 * in centavos.
 */
export interface BilledConcept {
  /** Position of the line on the bill, from 1. */
  position: number;
  /** Name of the charge, as printed: 'Administración'. */
  concept: string;
  /** Kind of the amount: fee, extra, fine, interest, rounding …. */
  nature: ItemNature;
  /** Amount charged for the month of the bill. */
  periodFee: Centavos;
  /** Unpaid amount carried over from earlier months. */
  overdueFee: Centavos;
}

/**
 * Ledger item included in a line of a bill, with the amount open at the issue, in centavos. Stored to explain
 * the line later.
 */
export interface BilledItem {
  /** Number of the ledger item. */
  item: number;
  /** Position of the line on the bill, from 1. */
  position: number;
  /** Open amount of the item when billed; negative for credits. */
  amount: Centavos;
  /** True if carried over from earlier months. */
  overdue: boolean;
}

/**
 * Amounts of a bill by kind, as shown in the relación (the month's table of bills), in centavos. The total is
 * the sum of the parts minus the credit.
 */
export interface RelationParts {
  /** Unpaid charges from earlier months. */
  overdueCapital: Centavos;
  /** Unpaid late interest from earlier bills. */
  overdueInterest: Centavos;
  /** Late interest charged by the bill. */
  currentInterest: Centavos;
  /** Regular fee of the month. */
  fee: Centavos;
  /** Extra fees of the month, decided by an assembly. */
  extra: Centavos;
  /** Fines of the month. */
  fines: Centavos;
  /** Other charges of the month. */
  other: Centavos;
  /** Amount that rounds the bill to whole pesos. */
  rounding: Centavos;
  /** Charges of the month by concept, without the regular fee. */
  additional: { concept: string; amount: Centavos }[];
  /** Unused credit of the unit, as a positive amount to subtract. */
  credit: Centavos;
  total: Centavos;
}

/**
 * Contents of a bill computed for an account, before storing: lines, ledger items included, total, discount
 * offered, and figures for the relación (the month's table of bills). Amounts in centavos.
 */
export interface IssuedBill {
  lines: BilledConcept[];
  items: BilledItem[];
  total: Centavos;
  /** Discount for prompt payment, in centavos. 0 (with a null date) if no discount is offered. */
  discount: Centavos;
  /** Last day to pay with the discount; null without a discount. */
  discountUntil: Day | null;
  /** Sum of the payments since the previous bill. */
  previousPayment: Centavos;
  /** Number of months with unpaid charges from before the bill. */
  overdueInstalments: number;
  relation: RelationParts;
  /** Number of the last ledger item included in the bill. */
  lastItem: number;
}
