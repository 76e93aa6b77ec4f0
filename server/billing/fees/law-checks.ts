import type { Day } from '../../../shared/days.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { type Centavos, centavos, formatPesos, sumMoney } from '../../../shared/money.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { FeeTerms } from './fee.types.ts';

/** Least share in favour of an extraordinary fee above the limit, in per cent (Ley 675 de 2001, art. 46 num. 2). */
const SEVENTY = 70;
/** Limit of the extraordinary fees of a budget year without the 70 %, in monthly fees of the joint. */
const EXTRA_LIMIT = 4;
/** Limits of fines in monthly fees of the unit: each fine, and all fines (Ley 675 de 2001, art. 59). */
const FINE_LIMITS = { each: 2, all: 10 };

const refuse = (code: ErrorCode, message: string): never => {
  throw new Problem(code, { message });
};

/**
 * Checks the fund of imprevistos in a budget: at least 1 % of the budget, unless the fund has 50 % (Ley 675, art. 35).
 * @throws Problem fundTooSmall
 */
export function checkFund(budget: Centavos, { fundCharge, fundBalance }: FeeTerms): void {
  const [charge, balance] = [fundCharge ?? 0, fundBalance ?? 0];
  if (charge * 100 >= budget || balance * 2 >= budget) return;
  refuse(
    'fundTooSmall',
    `El aporte al fondo de imprevistos, ${formatPesos(centavos(charge))}, es menos del 1 % del presupuesto de ${formatPesos(budget)}, y el fondo no llega al 50 % (Ley 675 de 2001, art. 35).`,
  );
}

/**
 * Checks an extraordinary fee: the fund is insufficient (art. 35 par.), and with the extraordinary fees of the budget year
 * (`before`) at most 4 monthly fees of the joint, or 70 % in favour (art. 46 num. 2).
 * @throws Problem fundSuffices, seventyNeeded
 */
export function checkExtraordinary(
  total: Centavos,
  { fundBalance, inFavour }: FeeTerms,
  { before, monthlyFees }: { before: Centavos; monthlyFees: Centavos },
): void {
  if ((fundBalance ?? 0) >= total) throw new Problem('fundSuffices');
  const sum = centavos(before + total);
  const limit = centavos(EXTRA_LIMIT * monthlyFees);
  if (sum <= limit || (inFavour ?? 0) >= SEVENTY) return;
  refuse(
    'seventyNeeded',
    `Con esta, ${formatPesos(sum)} de extraordinarias en el período; 4 × ${formatPesos(monthlyFees)} = ${formatPesos(limit)}: se necesita el 70 % de los coeficientes (Ley 675 de 2001, art. 46, numeral 2).`,
  );
}

/** Months before a fine, for the limit of all fines. */
export const FINE_MONTHS = 12;

/** Figures of a unit for the limits of fines. */
interface FineGrounds {
  /** Sum of the earlier fines. Default: 0. */
  before?: Centavos;
  /** Zero for a unit without fees: no limit applies. */
  monthlyFees: Centavos;
}

/** True if fines of a unit exceed a limit: 2 monthly fees each, or 10 with the earlier fines (Ley 675, art. 59). */
export const exceedsFineLimits = (
  fines: readonly Centavos[],
  { before = centavos(0), monthlyFees }: FineGrounds,
): boolean =>
  monthlyFees > 0 &&
  (fines.some((fine) => fine > FINE_LIMITS.each * monthlyFees) ||
    sumMoney([before, ...fines]) > FINE_LIMITS.all * monthlyFees);

/** Checks the amount of a fine by the limits of art. 59. @throws Problem fineTooLarge */
export function checkFineLimits(fine: Centavos, grounds: Required<FineGrounds>): void {
  if (!exceedsFineLimits([fine], grounds)) return;
  const { before, monthlyFees } = grounds;
  const [each, all] = [FINE_LIMITS.each * monthlyFees, FINE_LIMITS.all * monthlyFees];
  refuse(
    'fineTooLarge',
    `La cuota mensual del inmueble es ${formatPesos(monthlyFees)}: cada multa es de máximo ${formatPesos(centavos(each))}, y todas juntas de máximo ${formatPesos(centavos(all))}; ya tiene ${formatPesos(before)} (Ley 675 de 2001, art. 59).`,
  );
}

/**
 * Checks a fine: imposed until today, the term of the demand ended before, and the amount within the limits (Ley 675, art. 59).
 * @throws Problem fineUndemanded, fineTooLarge
 */
export function checkFine(
  fine: Centavos,
  { demandedOn = '', termUntil = '', imposedOn = '', communicatedOn = imposedOn }: FeeTerms,
  { today, ...grounds }: Required<FineGrounds> & { today: Day },
): void {
  const isOrdered = demandedOn < termUntil && termUntil < imposedOn && imposedOn <= communicatedOn;
  if (!(isOrdered && communicatedOn <= today)) throw new Problem('fineUndemanded');
  checkFineLimits(fine, grounds);
}
