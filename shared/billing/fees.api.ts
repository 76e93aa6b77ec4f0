import Type, { type Static } from 'typebox';
import { ApartmentId, accountants, DayText, endpoint, FileAnswer, Line, Nullable } from '../api.ts';
import { MAX_PESOS } from '../money.ts';
import { apartmentKinds } from '../properties/apartment-kinds.ts';
import { LastCharges } from './drafts.api.ts';
import { chargeNatures, type FeeWay, feeWays } from './natures.ts';
import { MonthText, PaidPesos, Pesos } from './shapes.ts';

/** Balance or charge of the fund of imprevistos in pesos (Ley 675 de 2001, art. 35). */
const FundPesos = Type.Optional(Type.Number({ minimum: 0, maximum: MAX_PESOS }));

/** Body to add a fee, with the facts needed for the `way` (`factsOfWay`). */
export const NewFee = Type.Object({
  way: Type.Enum(feeWays),
  /** Name of the charge on the bills. A name of an existing concept uses the concept. */
  name: Line(120),
  /** Pesos: budget of a year, amount of a unit and month, sum of all instalments, price of a unit of measure, or fine. */
  amount: PaidPesos,
  /** First month of the charge, YYYY-MM. */
  firstMonth: MonthText,
  /** Kinds of the charged units, and below a list of units (a module). Empty: every unit. A fine has a single unit. */
  kinds: Type.Array(Type.Enum(apartmentKinds), { maxItems: apartmentKinds.length, uniqueItems: true }),
  units: Type.Array(ApartmentId, { maxItems: 400, uniqueItems: true }),
  /** Nature of a fixed amount. */
  nature: Type.Optional(Type.Enum(['fee', 'other'] as const)),
  /** Part of the budget for the fund of imprevistos in the year, and balance of the fund. */
  fundCharge: FundPesos,
  fundBalance: FundPesos,
  instalments: Type.Optional(Type.Integer({ minimum: 1, maximum: 120 })),
  /** Acta of an extraordinary fee, or act of a fine with the body. */
  act: Type.Optional(Line(200)),
  /** Coefficients in favour of an extraordinary fee, in per cent of all coefficients. */
  inFavour: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  /** Days of a fine: of the fine, of the written demand, and of the end of the term in the demand. */
  imposedOn: Type.Optional(DayText),
  demandedOn: Type.Optional(DayText),
  termUntil: Type.Optional(DayText),
  /** Day on which a fine was communicated: the owner may challenge within the next month (Ley 675 de 2001, art. 62). */
  communicatedOn: Type.Optional(DayText),
});
export type NewFee = Static<typeof NewFee>;

/** Facts needed by each way beside the common fields. */
export const factsOfWay = {
  budget: ['fundCharge', 'fundBalance'],
  fixed: ['nature'],
  instalments: ['instalments', 'act', 'inFavour', 'fundBalance'],
  metered: [],
  fine: ['act', 'imposedOn', 'demandedOn', 'termUntil'],
} as const satisfies Readonly<Record<FeeWay, readonly (keyof NewFee)[]>>;

/** Fee without a spreadsheet. Amounts in pesos. */
export const Fee = Type.Object({
  feeId: Type.Integer(),
  way: Type.Enum(feeWays),
  name: Type.String(),
  nature: Type.Enum(chargeNatures),
  amount: Pesos,
  /** First and last charged month, YYYY-MM; the last is null without an end. */
  firstMonth: Type.String(),
  lastMonth: Nullable(Type.String()),
  kinds: Type.Array(Type.Enum(apartmentKinds)),
  units: Type.Array(Type.String()),
  /** Acta or act of the decision. Null for fees without a named decision. */
  act: Nullable(Type.String()),
  /** Last day to challenge a fine; null for other fees, and without a day of the communication. */
  challengeBy: Nullable(DayText),
});
export type Fee = Static<typeof Fee>;

const access = { profiles: accountants, scope: 'paramsJoint', service: 'billing' } as const;

export const listFees = endpoint('listFees', 'GET /joints/:jointId/fees', {
  access,
  summary: 'Fees without a spreadsheet, also ended fees',
  answer: Type.Array(Fee),
});

export const addFee = endpoint('addFee', 'POST /joints/:jointId/fees', {
  access,
  summary: 'Add a fee: by budget, fixed, in instalments, by meter, or a fine',
  description:
    'Checks of Ley 675 de 2001: 422 fundTooSmall and fundSuffices (art. 35), seventyNeeded (art. 46), fineTooLarge and fineUndemanded (art. 59). 422 feeFactMissing without a fact of the way. 422 conceptNatureDiffers, feeMonthBilled, feeWithoutUnits, tooManyFees; 404 apartmentNotFound.',
  body: NewFee,
  status: 201,
  answer: Fee,
});

export const endFee = endpoint('endFee', 'POST /joints/:jointId/fees/:feeId/end', {
  access,
  summary: 'End a fee: `lastMonth` is the last charged month',
  description: '404 feeNotFound. 422 feeMonthBilled for a month before the last issued month.',
  body: Type.Object({ lastMonth: MonthText }),
  bodyLimit: 4096,
  answer: Fee,
});

export const addReadings = endpoint('addReadings', 'POST /joints/:jointId/fees/:feeId/readings', {
  access,
  summary:
    "Readings of a metered fee in a month from a sheet: columns 'Inmueble' and 'Lectura'; replaces those of its units",
  description:
    '404 feeNotFound unless metered. 422 readingsInvalid with the row; feeMonthBilled in a billed month after the first readings. 413 sheetTooLarge. 422 sheetUnreadable.',
  query: Type.Object({ yearMonth: MonthText }),
  answer: Type.Object({ readings: Type.Integer() }),
  upload: true,
});

export const readingsTemplate = endpoint('readingsTemplate', 'GET /joints/:jointId/readingstemplate/:feeId', {
  access,
  summary:
    'A spreadsheet of readings to fill in for a month, with the charged units and their last readings before',
  description: '404 feeNotFound unless metered.',
  query: Type.Object({ yearMonth: MonthText }),
  answer: FileAnswer,
  file: true,
});

export const getMonthFees = endpoint('getMonthFees', 'GET /joints/:jointId/fees/:year/:month', {
  access,
  summary: 'Charges that the fees make in a month, by unit',
  description: 'The sheet of the month is made by repeatMonth with `fees`. 422 noFees without a charge.',
  answer: LastCharges,
});
