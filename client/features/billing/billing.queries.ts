import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUserBillingJoints } from '../../../shared/accounts/users.api.ts';
import { getLastCharges, listDrafts, listWaitingDrafts } from '../../../shared/billing/drafts.api.ts';
import { type BillingMonth, getRelation, listMonths } from '../../../shared/billing/months.api.ts';
import { listBillingNow, listOwnDebts } from '../../../shared/billing/now.api.ts';
import { getPaymentDue, listPaymentFiles, listPayments } from '../../../shared/billing/payments.api.ts';
import { listProposals } from '../../../shared/billing/proposals.api.ts';
import {
  getBillingSettings,
  getLogo,
  getWhereToPay,
  listChargeConcepts,
  listInterestFreeMonths,
  listInterestWays,
  listJointRates,
  listLegalRates,
} from '../../../shared/billing/settings.api.ts';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { queryOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.store.ts';

/** Common prefix of all billing keys in the cache, so an act can refetch all. */
const ROOT = 'billing';

/** Billing tasks of today for a bookkeeper. */
export const billingNowQuery = queryOf([ROOT, 'now'], listBillingNow);

/** Balances of the owner's accounts today. */
export const ownDebtsQuery = queryOf([ROOT, 'own-debts'], listOwnDebts);

/** Spreadsheets of all joints before issue, nearest deadline first. */
export const waitingDraftsQuery = queryOf([ROOT, 'waiting'], listWaitingDrafts);

/** Spreadsheets of a joint, newest first. */
export const draftsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'drafts'], listDrafts, { params: { jointId } });

/** Charges of the joint's last issued month. */
export const lastChargesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'last-charges'], getLastCharges, { params: { jointId } });

/** Months of a joint, newest first. */
export const monthsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'months'], listMonths, { params: { jointId } });

/** Relación of a month: as issued, or a preview of today. */
export const relationQuery = (jointId: number, { year, month, state }: BillingMonth) =>
  queryOptions({
    // The state is part of the key: an issued month never shows a cached preview.
    ...queryOf([ROOT, jointId, 'relation', year, month, state], getRelation, {
      params: { jointId, year, month },
    }),
  });

/** All receipts of a month, including annulled ones, newest first. */
export const receiptsQuery = (jointId: number, { year, month }: Pick<BillingMonth, 'year' | 'month'>) =>
  queryOf([ROOT, jointId, 'receipts', year, month], listPayments, {
    params: { jointId },
    query: { year, month, receipts: true },
  });

/** Debt of a unit on the day of a payment. */
export const paymentDueQuery = (jointId: number, apartmentId: string, valueDate: string) =>
  queryOf([ROOT, jointId, 'due', apartmentId, valueDate], getPaymentDue, {
    params: { jointId, apartmentId },
    query: { valueDate },
  });

/** Payments without a unit. */
export const unidentifiedQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'unidentified'], listPayments, {
    params: { jointId },
    query: { unidentified: true },
  });

/** Interest methods of a joint over time, newest first. */
export const interestWaysQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'ways'], listInterestWays, { params: { jointId } });

/** Proposed units for payments without a unit. */
export const proposalsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'proposals'], listProposals, { params: { jointId } });

/** Imported payment files. */
export const paymentFilesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'payment-files'], listPaymentFiles, { params: { jointId } });

export const settingsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'settings'], getBillingSettings, { params: { jointId } });

/** Payment details of a joint, as shown to debtors. */
export const whereToPayQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'where-to-pay'], getWhereToPay, { params: { jointId } });

/** Logo for the bills of the joint's next issue. */
export const logoQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'logo'], getLogo, { params: { jointId } });

export const jointRatesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'rates'], listJointRates, { params: { jointId } });

/** Months of a joint marked 'sin intereses'. */
export const interestFreeQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'interest-free'], listInterestFreeMonths, { params: { jointId } });

export const conceptsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'concepts'], listChargeConcepts, { params: { jointId } });

/** Legal interest ceilings of the platform. */
export const legalRatesQuery = queryOf([ROOT, 'legal-rates'], listLegalRates);

/** Refetches all billing data: a single movement may change any figure. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ROOT] });
}

/** Billing units of a joint; for an owner only the own units. */
export function useBillingUnits(jointId: number) {
  return useQuery({
    ...queryOf(['billing-units', jointId], listBillingApartments, { params: { jointId } }),
    staleTime: 60_000,
  });
}

/** Joints with billing visible to the person. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    ...queryOf(['billing-joints', userId], listUserBillingJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}
