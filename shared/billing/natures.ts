/** What a charge is: the administration fee, an extra fee, a fine, or another service. */
export const chargeNatures = ['fee', 'extra', 'fine', 'other'] as const;
export type ChargeNature = (typeof chargeNatures)[number];

export type ItemSide = 'debit' | 'credit';

/**
 * What an item of the ledger is. Debits: the charges' natures, `interest` (late interest) and `rounding` (up to
 * the peso). Credits: `receipt`, `openingCredit` (in favour of the unit when its books began), `discount` (for
 * prompt payment), `condonation` (with its acta), `interestCredit` (interest that a late-entered payment saves),
 * `creditNote` (a correction) and `rounding` (down).
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

/** Debits on which late interest may be reckoned. */
export const isCapital = (nature: ItemNature): nature is ChargeNature =>
  nature === 'fee' || nature === 'extra' || nature === 'fine' || nature === 'other';

export const monthStates = ['prepared', 'issued', 'discarded'] as const;
export type MonthState = (typeof monthStates)[number];

/**
 * What a stored row of a prepared month is. `opening` is of the sheet that begins the books; `interest` is the month's late
 * interest as the sheet has it.
 */
export type RowRole = 'charge' | 'interest' | 'opening' | 'openingInterest' | 'payment';

/**
 * When late interest runs. `days`: each day on what is unpaid when it begins; `balance`: each bill charges a month on what
 * is unpaid of earlier ones; `fullMonths`: whole calendar months overdue (docs/billing.md).
 */
export const interestWays = ['days', 'balance', 'fullMonths'] as const;
export type InterestWay = (typeof interestWays)[number];

/** How an assembly wrote its rate: effective annual, or monthly. */
export const rateUnits = ['annual', 'monthly'] as const;
export type RateUnit = (typeof rateUnits)[number];

export const rateModes = ['legal', 'fixed', 'none'] as const;
/** A joint's late interest: the legal ceiling, its own lower rate, or none. */
export type RateMode = (typeof rateModes)[number];

/** How a payment came: one by one, with a spreadsheet, in a bank's file, or in a month's sheet. */
export const paymentChannels = ['desk', 'sheet', 'bank', 'month'] as const;
export type PaymentChannel = (typeof paymentChannels)[number];

export const chargeNatureWords: Readonly<Record<ChargeNature, string>> = {
  fee: 'Cuota de administración',
  extra: 'Cuota extraordinaria',
  fine: 'Multa o sanción',
  other: 'Otro cobro',
};

export const interestWayWords: Readonly<Record<InterestWay, string>> = {
  days: 'Por días de mora',
  balance: 'Un mes sobre el saldo vencido',
  fullMonths: 'Por meses completos',
};

/** How screens and papers name an item that has no concept of its own. */
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
