import type { RateMode } from '../../../shared/billing/natures.ts';
import type { JointRate, LegalRate } from '../../../shared/billing/settings.api.ts';
import { appendAudit, billingChain, RATES_CHAIN } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { requireBilling } from './billed-joint.ts';
import * as rates from './rates.repository.ts';

/** Millionths of the whole in one per cent. */
const PER_CENT = 10_000;

/** An effective annual rate in per cent as millionths (25.62 is 256200); null where it has more than four decimals. */
export function millionthsOf(percent: number): number | null {
  // What 12 digits show: float noise is not a decimal.
  const shown = Number((percent * PER_CENT).toPrecision(12));
  return Number.isSafeInteger(shown) ? shown : null;
}

export const toPercent = (millionths: number): number => millionths / PER_CENT;

/** A joint's rate as it is asked for. */
interface GivenRate {
  month: string;
  mode: RateMode;
  annualRate?: number | null;
  acta?: string | null;
}

/** The platform's legal ceilings, in a chain of their own, and the joints' rates, in their billing chains. */
export function ratesService({ store: { db } }: Context) {
  return {
    legal: async (): Promise<LegalRate[]> => (await rates.listLegalRates(db)).map(legalRate),

    setLegal: async ({ actor }: Principal, given: LegalRate): Promise<LegalRate> => {
      const rate = {
        month: given.month,
        annualRate: storedRate(given.annualRate),
        source: given.source.trim(),
      };
      const at = Date.now();
      await db.transaction().execute(async (trx) => {
        await appendAudit(trx, { chain: RATES_CHAIN, actor, at }, 'legalRateSet', rate);
        await rates.upsertLegalRate(trx, rate, { at, actor });
      });
      return legalRate(rate);
    },

    ofJoint: async (jointId: number): Promise<JointRate[]> =>
      (await rates.listJointRates(db, jointId)).map(jointRate),

    setOfJoint: async ({ actor }: Principal, jointId: number, given: GivenRate): Promise<JointRate> => {
      const rate = checkedRate(given);
      const at = Date.now();
      await requireBilling(db, jointId);
      await db.transaction().execute(async (trx) => {
        const books = await lockBooks(trx, jointId);
        const { interestThrough } = books;
        if (interestThrough !== null && rate.month <= interestThrough) throw new Problem('monthCharged');
        await rates.upsertJointRate(trx, jointId, rate, { at, actor });
        const data = { jointId, ...rate };
        await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'jointRateSet', data);
        // An issue that was reckoned with the rate before begins again.
        await saveBooks(trx, books);
      });
      return jointRate(rate);
    },

    interestFree: (jointId: number): Promise<string[]> => rates.listInterestFree(db, jointId),

    setInterestFree: async (
      { actor }: Principal,
      jointId: number,
      { month, interestFree }: { month: string; interestFree: boolean },
    ): Promise<string[]> => {
      const at = Date.now();
      await requireBilling(db, jointId);
      return db.transaction().execute(async (trx) => {
        const books = await lockBooks(trx, jointId);
        if (books.interestThrough !== null && month <= books.interestThrough)
          throw new Problem('monthCharged');
        // To charge none where the rate is known is the assembly's to decide, with its acta.
        if (interestFree && (await rates.hasLegalRate(trx, month))) throw new Problem('legalRateKnown');
        if (await rates.setInterestFree(trx, { jointId, month, interestFree }, { at, actor })) {
          const data = { jointId, month, interestFree };
          await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'interestFreeSet', data);
          // An issue that was reckoned before begins again.
          await saveBooks(trx, books);
        }
        return rates.listInterestFree(trx, jointId);
      });
    },
  };
}

const legalRate = ({ annualRate, ...rate }: rates.StoredLegalRate): LegalRate => ({
  ...rate,
  annualRate: toPercent(annualRate),
});

const jointRate = ({ annualRate, ...rate }: rates.StoredJointRate): JointRate => ({
  ...rate,
  annualRate: annualRate === null ? null : toPercent(annualRate),
});

/** @throws Problem badRequest for more decimals than are kept */
function storedRate(percent: number): number {
  const millionths = millionthsOf(percent);
  if (millionths === null) throw new Problem('badRequest', [{ field: '/annualRate', rule: 'decimals' }]);
  return millionths;
}

/** Only a rate of its own has one; what the assembly decided names its acta. */
function checkedRate({ month, mode, annualRate, acta }: GivenRate): rates.StoredJointRate {
  const named = acta?.trim() ?? null;
  if (mode !== 'legal' && named === null) throw new Problem('actaRequired');
  if (mode !== 'fixed') return { month, mode, annualRate: null, acta: named };
  if (annualRate === undefined || annualRate === null) throw new Problem('rateMissing');
  return { month, mode, annualRate: storedRate(annualRate), acta: named };
}
