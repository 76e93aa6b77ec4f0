import { type Centavos, centavos } from '../money.ts';

/**
 * Natures (kinds) of a charge: administration fee (`fee`), extra fee decided by an assembly, fine, rent of
 * common areas (`rent`), or another service. The nature decides about late interest and the columns of reports.
 */
export const chargeNatures = ['fee', 'extra', 'fine', 'rent', 'other'] as const;
export type ChargeNature = (typeof chargeNatures)[number];

/** Side of a ledger item: a debit raises the debt, a credit lowers the debt. */
export type ItemSide = 'debit' | 'credit';

/**
 * Natures (kinds) of a ledger item. Debits: charge natures, `interest` (late interest) and `rounding` (up to
 * the peso). Credits: `receipt` (payment), `openingCredit` (credit when the books began), `discount` (prompt
 * payment), `condonation` (forgiven debt, with acta), `interestCredit` (interest saved by a late-entered
 * payment), `creditNote` (correction) and `rounding` (down).
 */
export const itemNatures = [
  ...chargeNatures,
  'interest',
  'rounding',
  'receipt',
  'openingCredit',
  'discount',
  'condonation',
  'interestCredit',
  'creditNote',
] as const;
export type ItemNature = (typeof itemNatures)[number];

/**
 * True for the nature of a charge: `fee`, `extra`, `fine`, `rent` or `other`. A charge is capital: late interest may
 * grow on the unpaid amount. False for late interest, rounding and credits.
 */
export const isCapital = (nature: ItemNature): nature is ChargeNature =>
  chargeNatures.some((one) => one === nature);

/** States of a billing month: prepared (charges stored, not billed), issued (bills are final), discarded. */
export const monthStates = ['prepared', 'issued', 'discarded'] as const;
export type MonthState = (typeof monthStates)[number];

/**
 * Roles of a stored row of a prepared month: `charge`, a charge of the month; `interest`, late interest computed by
 * the sheet; `opening` and `openingInterest`, debt and late interest from before the joint's books; `payment`, a
 * payment since the last bill.
 */
export type RowRole = 'charge' | 'interest' | 'opening' | 'openingInterest' | 'payment';

/**
 * Methods to calculate late interest, chosen by a joint. `days`: each day, on the charges unpaid at the start
 * of the day. `balance`: each bill charges a month on the unpaid charges of earlier bills. `fullMonths`:
 * whole calendar months overdue (docs/why/billing.md).
 */
export const interestWays = ['days', 'balance', 'fullMonths'] as const;
export type InterestWay = (typeof interestWays)[number];

/** Units of an interest rate decided by an assembly: effective annual rate or monthly rate. */
export const rateUnits = ['annual', 'monthly'] as const;
export type RateUnit = (typeof rateUnits)[number];

/** Modes of a joint's rate of late interest: the legal ceiling, a fixed lower rate, or no interest. */
export const rateModes = ['legal', 'fixed', 'none'] as const;
/**
 * Rate of late interest in a joint (co-owned property): the legal ceiling, a lower rate of the joint, or no
 * interest.
 */
export type RateMode = (typeof rateModes)[number];

/**
 * Sources of a payment: entered by hand (`desk`), spreadsheet of payments (`sheet`), bank file (`bank`),
 * column of payments in a month's spreadsheet of charges (`month`), or payment gateway (`gateway`).
 */
export const paymentChannels = ['desk', 'sheet', 'bank', 'month', 'gateway'] as const;
export type PaymentChannel = (typeof paymentChannels)[number];

/** Means of a payment entered by hand: cash, transfer, deposit at a bank, cheque, card, other. */
export const paymentMeans = ['cash', 'transfer', 'deposit', 'cheque', 'card', 'other'] as const;
export type PaymentMeans = (typeof paymentMeans)[number];

/** Spanish names of the means of payment, for screens and papers. */
export const paymentMeansWords: Readonly<Record<PaymentMeans, string>> = {
  cash: 'Efectivo',
  transfer: 'Transferencia',
  deposit: 'Consignación',
  cheque: 'Cheque',
  card: 'Tarjeta',
  other: 'Otro medio',
};

/** Charge for a returned cheque: 20 % of the cheque, due to the payee (art. 731 C.Co.). */
export const chequeSanction = { name: 'Sanción por cheque devuelto (art. 731 C.Co.)', percent: 20 } as const;

/** Returns the sanction for a returned cheque in centavos, rounded half up. */
export const sanctionOn = (cheque: Centavos): Centavos =>
  centavos(Math.round((cheque * chequeSanction.percent) / 100));

/**
 * Uses of money with an unknown payer other than as a unit's payment: other income of the joint (co-owned
 * property), or refund to the payer.
 */
export const exitKinds = ['income', 'refund'] as const;
export type ExitKind = (typeof exitKinds)[number];

/**
 * Kinds of other income of a joint (co-owned property), besides payments of units: bank interest, rent of
 * common areas, sale of cards or services, recycling, insurance.
 */
export const incomeConcepts = ['interest', 'rent', 'fee', 'recycling', 'insurance', 'other'] as const;
export type IncomeConcept = (typeof incomeConcepts)[number];

/** Spanish names of the kinds of other income of a joint, for screens and printed documents. */
export const incomeConceptWords: Readonly<Record<IncomeConcept, string>> = {
  interest: 'Intereses del banco',
  rent: 'Alquiler de zonas comunes',
  fee: 'Venta de tarjetas, llaves o servicios',
  recycling: 'Venta de reciclaje',
  insurance: 'Pago de una aseguradora',
  other: 'Otro ingreso',
};

/** Spanish names of the natures of a charge (fee, extra fee, fine, rent, other), for screens and documents. */
export const chargeNatureWords: Readonly<Record<ChargeNature, string>> = {
  fee: 'Cuota de administración',
  extra: 'Cuota extraordinaria',
  fine: 'Multa o sanción',
  rent: 'Explotación de zonas comunes',
  other: 'Otro cobro',
};

/** Spanish names of the methods to calculate late interest, for screens. */
export const interestWayWords: Readonly<Record<InterestWay, string>> = {
  days: 'Por días de mora',
  balance: 'Un mes sobre el saldo vencido',
  fullMonths: 'Por meses completos',
};

/**
 * Spanish names of the natures of ledger items, for items without a charge concept on statements and bills.
 */
export const itemNatureWords: Readonly<Record<ItemNature, string>> = {
  ...chargeNatureWords,
  interest: 'Intereses de mora',
  rounding: 'Ajuste al peso',
  receipt: 'Pago',
  openingCredit: 'Saldo a favor inicial',
  discount: 'Descuento por pronto pago',
  condonation: 'Condonación',
  interestCredit: 'Intereses no causados',
  creditNote: 'Nota crédito',
};

/**
 * Ways to make the charges of a fee without a spreadsheet: `budget`, a year's budget by coefficient; `fixed`, an amount
 * for each unit; `instalments`, an extraordinary fee of an assembly by coefficient; `metered`, by readings; `fine`.
 */
export const feeWays = ['budget', 'fixed', 'instalments', 'metered', 'fine'] as const;
export type FeeWay = (typeof feeWays)[number];
