import type { Letterhead, RateInForce, rateInForceKinds } from '../../../shared/billing/letterhead.ts';
import type { RateUnit } from '../../../shared/billing/natures.ts';
import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { chosenLogo } from './logos.repository.ts';
import {
  listInterestFree,
  listJointRates,
  listLegalRates,
  type StoredJointRate,
} from './rates.repository.ts';
import { MONTHLY_IN_A_PER_CENT, ratesFrom, toPercent, wayOf } from './rates.ts';
import { listInterestWays } from './ways.repository.ts';

/** Rate of late interest printed on a month's bills, as stored with the month. Rates as integers. */
export interface KeptRateInForce {
  /**
   * State of the rate: `charged`, `uncertified` (legal ceiling of the month not known yet), `free` (month
   * marked 'sin intereses'), or `none`.
   */
  kind: (typeof rateInForceKinds)[number];
  /** Unit of the printed rate: yearly or monthly; null without interest. */
  unit: RateUnit | null;
  /** Effective annual rate, in millionths; null for a monthly rate or without interest. */
  annualRate: number | null;
  /** Monthly rate, in 10⁻⁸. Also set for an annual rate if interest is computed by whole months. */
  monthlyRate: number | null;
}

/**
 * Letterhead of a month's bills (administrator, legal text, rate, logo), as stored with the month, because
 * issued bills never change.
 */
export interface KeptLetterhead extends Omit<Letterhead, 'rate'> {
  /** Rate of late interest to print. Null if the month's spreadsheet listed the late interest. */
  rate: KeptRateInForce | null;
  /** Number of the logo; null for the mark of SCAF. */
  logoId: number | null;
}

/**
 * Builds the letterhead of a month's bills (administrator, legal text, interest rate, logo) from the current
 * settings. Stored at the issue, so that later prints look equal.
 * @param bySheet true if the month's spreadsheet lists the late interest
 */
export async function letterheadOf(
  db: Db,
  jointId: number,
  { month, settings, bySheet }: { month: Month; settings: BillingSettings; bySheet: boolean },
): Promise<KeptLetterhead> {
  const { administrator, address, phone, email, legalText } = settings;
  return {
    administrator,
    address,
    phone,
    email,
    legalText,
    rate: bySheet ? null : await rateInForce(db, jointId, month),
    logoId: await chosenLogo(db, jointId),
  };
}

const NO_RATE = { unit: null, annualRate: null, monthlyRate: null };

/** Returns the rate of late interest of a month. The rate does not depend on the bill that charges the interest. */
async function rateInForce(db: Db, jointId: number, month: Month): Promise<KeptRateInForce> {
  const joint = await listJointRates(db, jointId);
  const tables = { legal: await listLegalRates(db), joint, free: await listInterestFree(db, jointId) };
  const way = wayOf(await listInterestWays(db, jointId), month);
  const { rates, missing, interestFree } = ratesFrom(tables, [{ month, way }]);
  const [rate] = rates;
  if (rate !== undefined) {
    const monthlyRate = rate.rateUnit === 'annual' && way === 'days' ? null : rate.monthlyRate;
    return { kind: 'charged', unit: rate.rateUnit, annualRate: rate.annualRate, monthlyRate };
  }
  if (interestFree.length > 0) return { kind: 'free', ...NO_RATE };
  return missing.length > 0
    ? { kind: 'uncertified', ...ownRate(joint, month) }
    : { kind: 'none', ...NO_RATE };
}

/** Returns the joint's own rate for a month, empty without one. The list of rates is sorted newest first. */
function ownRate(joint: readonly StoredJointRate[], month: Month): Omit<KeptRateInForce, 'kind'> {
  const own = joint.find((one) => one.month <= month);
  if (own?.mode !== 'fixed') return NO_RATE;
  const { annualRate, monthlyRate } = own;
  return { unit: monthlyRate === null ? 'annual' : 'monthly', annualRate, monthlyRate };
}

/**
 * Converts the letterhead stored with a month's bills to the form of the API: the interest rate in per cent.
 */
export function letterheadToApi({ logoId: _, rate, ...said }: KeptLetterhead): Letterhead {
  return { ...said, rate: rate && rateToApi(rate) };
}

const rateToApi = ({ annualRate, monthlyRate, ...rate }: KeptRateInForce): RateInForce => ({
  ...rate,
  annualRate: annualRate && toPercent(annualRate),
  monthlyRate: monthlyRate && monthlyRate / MONTHLY_IN_A_PER_CENT,
});
