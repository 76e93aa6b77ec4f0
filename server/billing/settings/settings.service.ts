import type { ChargeNature } from '../../../shared/billing/natures.ts';
import {
  type BillingSettings,
  type ChargeConcept,
  defaultSettings,
  type WhereToPay,
} from '../../../shared/billing/settings.api.ts';
import { isTypeShared, type VoucherType } from '../../../shared/billing/vouchers.ts';
import { defined } from '../../../shared/defined.ts';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem, refuseMoved } from '../../platform/http/problem.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { movesMoney, queueAccountNews } from './account-news.ts';
import { requireBilling } from './billed-joint.ts';
import { conceptCalled, conceptKey } from './concept-names.ts';
import { listConcepts, setConceptName, setConceptNature } from './concepts.repository.ts';
import { isGln } from './gln.ts';
import { readPayPage, withPayPage } from './pay-page.repository.ts';
import { checkBankQr, paymentQr, tidyWhereToPay } from './where-to-pay.ts';

/**
 * Creates the service for the billing settings of a joint (due day, discounts, payment data …) and for the
 * nature of charge concepts. Each change is recorded in the audit trail of the joint's billing; a change of
 * payment data is also mailed.
 */
export function settingsService({ store: { db }, directory, mail }: Context) {
  return {
    get: async (jointId: number): Promise<BillingSettings> => (await readBooks(db, jointId)).settings,

    /** Returns the payment instructions shown to owners. */
    whereToPay: async (jointId: number): Promise<WhereToPay> => {
      const { settings } = await readBooks(db, jointId);
      const places = await withPayPage(db, jointId, settings);
      const { bankAccount, brebKey, paymentPage, paymentPlace } = places;
      const qr = paymentQr(places);
      return {
        bankAccount,
        brebKey,
        paymentPage,
        paymentPlace,
        qr: qr && { of: qr.of, rows: qr.rows },
        online: (await readPayPage(db, jointId)) !== null,
      };
    },

    change: async (
      { actor }: Principal,
      jointId: number,
      { seen, ...sent }: Partial<BillingSettings> & { seen?: Partial<BillingSettings> },
    ): Promise<BillingSettings> => {
      if (typeof sent.gln === 'string' && !isGln(sent.gln)) throw new Problem('glnInvalid');
      const { vouchers } = sent;
      if (vouchers && (Object.keys(vouchers.types) as VoucherType[]).some((of) => isTypeShared(vouchers, of)))
        throw new Problem('badRequest', [{ field: '/vouchers/types', rule: 'uniqueItems' }]);
      const typed = tidyWhereToPay(sent);
      await requireBilling(db, jointId);
      const rootId = (await directory.find(jointId))?.rootId ?? jointId;
      const settings = await inBooks(db, { jointId, actor }, async ({ trx, books, at, audit }) => {
        const before = books.settings;
        const changes = changesIn(before, typed);
        if (Object.keys(changes).length === 0) return before;
        refuseMoved(before, changes, seen);
        if ('bankQr' in changes || 'nit' in changes) checkBankQr({ ...before, ...changes });
        books.settings = { ...before, ...changes };
        const was = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
        await audit('billingSettingsChanged', { ...changes, before: was });
        const jointIds = [jointId, rootId];
        if (movesMoney(changes)) await queueAccountNews(trx, { jointId, jointIds, actor, at });
        return books.settings;
      });
      mail.nudge();
      return settings;
    },

    concepts: (jointId: number): Promise<ChargeConcept[]> => listConcepts(db, jointId),

    changeConcept: async (
      { actor }: Principal,
      { jointId, chargeConceptId }: { jointId: number; chargeConceptId: number },
      { seen, ...changes }: ConceptChanges & { seen?: ConceptChanges },
    ): Promise<void> => {
      const sent = { ...changes, ...defined({ name: changes.name?.trim().replace(/\s+/g, ' ') }) };
      await inBooks(db, { jointId, actor }, async ({ trx, audit }) => {
        const storedConcepts = await listConcepts(trx, jointId);
        const concept = storedConcepts.find((one) => one.chargeConceptId === chargeConceptId);
        if (concept === undefined) throw new Problem('chargeConceptNotFound');
        const { name = concept.name } = sent;
        refuseMoved(concept, sent, seen);
        if (name !== concept.name) {
          const formerNames = renamed(storedConcepts, concept, name);
          await setConceptName(trx, jointId, { chargeConceptId, name, formerNames });
          await audit('chargeConceptRenamed', { chargeConceptId, name, before: concept.name });
        }
        const { nature = concept.nature } = sent;
        if (nature === concept.nature) return;
        await setConceptNature(trx, jointId, { chargeConceptId, nature });
        await audit('chargeConceptChanged', { chargeConceptId, name, nature, before: concept.nature });
      });
    },
  };
}

type ConceptChanges = { name?: string; nature?: ChargeNature };

/** Most earlier names kept for a concept. */
const MOST_FORMER_NAMES = 20;

/**
 * Returns the earlier names of a concept after a change of name.
 * @throws Problem chargeConceptTaken, conceptNameEmpty for a name without letters and digits
 */
function renamed(concepts: readonly ChargeConcept[], concept: ChargeConcept, name: string): string[] {
  const others = concepts.filter((one) => one !== concept);
  if (conceptKey(name) === '') throw new Problem('conceptNameEmpty');
  if (conceptCalled(others, name) !== undefined) throw new Problem('chargeConceptTaken');
  const earlier = [...(concept.formerNames ?? []), concept.name];
  return earlier.filter((one) => conceptKey(one) !== conceptKey(name)).slice(-MOST_FORMER_NAMES);
}

/** Returns the settings with a new value. Ignores unknown fields. */
function changesIn(before: BillingSettings, sent: Partial<BillingSettings>): Partial<BillingSettings> {
  const names = Object.keys(defaultSettings) as (keyof BillingSettings)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      const isSame = value === undefined || JSON.stringify(value) === JSON.stringify(before[name]);
      return isSame ? [] : [[name, value]];
    }),
  );
}
