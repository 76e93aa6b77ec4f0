import type { ChargeNature, FeeWay } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';

/** Terms of a fee beside amount and months, with the facts of the decision. Amounts in centavos. */
export interface FeeTerms {
  /** Kinds of the charged units, and the units of a module; both empty for every unit. */
  kinds: ApartmentKind[];
  units: string[];
  /** Number of instalments as decided, also after an early end. */
  instalments?: number;
  /** Acta of an extraordinary fee, or act of a fine. */
  act?: string;
  /** Share in favour at the assembly, in per cent of all coefficients. */
  inFavour?: number;
  fundCharge?: Centavos;
  fundBalance?: Centavos;
  imposedOn?: Day;
  demandedOn?: Day;
  termUntil?: Day;
  communicatedOn?: Day;
}

/** Fee as stored, with the name and nature of the charge concept. Amount in centavos (`fees.api.ts`). */
export interface StoredFee {
  feeId: number;
  way: FeeWay;
  chargeConceptId: number;
  name: string;
  nature: ChargeNature;
  amount: Centavos;
  firstMonth: Month;
  lastMonth: Month | null;
  terms: FeeTerms;
}

/** Fee with the ids of the charged units, to compare with a sheet. */
export type FeeOnUnits = Pick<
  StoredFee,
  'way' | 'name' | 'amount' | 'chargeConceptId' | 'firstMonth' | 'lastMonth'
> & {
  units: readonly string[];
};
