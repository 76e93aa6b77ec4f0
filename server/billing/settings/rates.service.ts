import type { RateMode } from '../../../shared/billing/natures.ts';
import type { JointRate, LegalRate } from '../../../shared/billing/settings.api.ts';
import { appendAudit, billingChain, RATES_CHAIN } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { millionthsOf, toPercent } from './annual-rate.ts';
import { requireBilling } from './billed-joint.ts';
import * as rates from './rates.repository.ts';

/** A joint's rate as it is asked for. */
interface GivenRate {
  month: string;
  mode: RateMode;
  annualRate?: number | null;
  acta?: string | null;
}

export interface RatesService {
  legal: () => Promise<LegalRate[]>;
  setLegal: (principal: Principal, rate: LegalRate) => Promise<LegalRate>;
  ofJoint: (jointId: number) => Promise<JointRate[]>;
  setOfJoint: (principal: Principal, jointId: number, rate: GivenRate) => Promise<JointRate>;
  interestFree: (jointId: number) => Promise<string[]>;
  setInterestFree: (
    principal: Principal,
    jointId: number,
    mark: { month: string; interestFree: boolean },
  ) => Promise<string[]>;
}

/** The platform's legal ceilings, in a chain of their own, and the joints' rates, in their billing chains. */
export function ratesService(db: Db): RatesService {
  return {
    legal: async () => (await rates.listLegalRates(db)).map(legalRate),

    setLegal: async ({ actor }, given) => {
      const rate = {
        month: given.month,
        annualRate: storedRate(given.annualRate),
        source: given.source.trim(),
      };
      const at = Date.now();
      await db.transaction().execute(async (trx) => {
        const act = { chain: RATES_CHAIN, actor, act: 'legalRateSet', at };
        await appendAudit(trx, { ...act, data: rate });
        await rates.upsertLegalRate(trx, rate, { at, actor });
      });
      return legalRate(rate);
    },

    ofJoint: async (jointId) => (await rates.listJointRates(db, jointId)).map(jointRate),

    setOfJoint: async ({ actor }, jointId, given) => {
      const rate = checkedRate(given);
      const at = Date.now();
      await requireBilling(db, jointId);
      await db.transaction().execute(async (trx) => {
        const books = await lockBooks(trx, jointId);
        const { interestThrough } = books;
        if (interestThrough !== null && rate.month <= interestThrough) throw new Problem('monthCharged');
        await rates.upsertJointRate(trx, jointId, rate, { at, actor });
        const data = { jointId, ...rate };
        await appendAudit(trx, { chain: billingChain(jointId), actor, act: 'jointRateSet', at, data });
        // An issue that was reckoned with the rate before begins again.
        await saveBooks(trx, books);
      });
      return jointRate(rate);
    },

    interestFree: (jointId) => rates.listInterestFree(db, jointId),

    setInterestFree: async ({ actor }, jointId, { month, interestFree }) => {
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
          await appendAudit(trx, { chain: billingChain(jointId), actor, act: 'interestFreeSet', at, data });
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
