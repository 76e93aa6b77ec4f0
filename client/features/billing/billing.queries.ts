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

/** Where everything of billing lies in the cache, so that an act can have it all asked for again. */
const ROOT = 'billing';

/** What concerns whoever keeps books today. */
export const billingNowQuery = queryOf([ROOT, 'now'], listBillingNow);

/** What an owner's accounts come to today. */
export const ownDebtsQuery = queryOf([ROOT, 'own-debts'], listOwnDebts);

/** Spreadsheets of all joints that are not issued yet, the nearest deadline first. */
export const waitingDraftsQuery = queryOf([ROOT, 'waiting'], listWaitingDrafts);

/** A joint's spreadsheets, newest first. */
export const draftsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'drafts'], listDrafts, { params: { jointId } });

/** What the joint's last issued month charged. */
export const lastChargesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'last-charges'], getLastCharges, { params: { jointId } });

/** A joint's months, newest first. */
export const monthsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'months'], listMonths, { params: { jointId } });

/** The relación of a month, as it was issued or as it would be today. */
export const relationQuery = (jointId: number, { year, month, state }: BillingMonth) =>
  queryOptions({
    // An issued month never shows what it would have been.
    ...queryOf([ROOT, jointId, 'relation', year, month, state], getRelation, {
      params: { jointId, year, month },
    }),
  });

/** Every receipt of a month, annulled ones too, newest first. */
export const receiptsQuery = (jointId: number, { year, month }: Pick<BillingMonth, 'year' | 'month'>) =>
  queryOf([ROOT, jointId, 'receipts', year, month], listPayments, {
    params: { jointId },
    query: { year, month, receipts: true },
  });

/** What a payment of a unit finds. */
export const paymentDueQuery = (jointId: number, apartmentId: string, valueDate: string) =>
  queryOf([ROOT, jointId, 'due', apartmentId, valueDate], getPaymentDue, {
    params: { jointId, apartmentId },
    query: { valueDate },
  });

/** Payments of nobody knows whom. */
export const unidentifiedQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'unidentified'], listPayments, {
    params: { jointId },
    query: { unidentified: true },
  });

/** When a joint's late interest runs, newest first. */
export const interestWaysQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'ways'], listInterestWays, { params: { jointId } });

/** Whose those payments may be. */
export const proposalsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'proposals'], listProposals, { params: { jointId } });

/** Files of payments that were imported. */
export const paymentFilesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'payment-files'], listPaymentFiles, { params: { jointId } });

export const settingsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'settings'], getBillingSettings, { params: { jointId } });

/** Where a joint is paid, as those who owe are told of it. */
export const whereToPayQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'where-to-pay'], getWhereToPay, { params: { jointId } });

/** The logo that the joint's next issue puts on its bills. */
export const logoQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'logo'], getLogo, { params: { jointId } });

export const jointRatesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'rates'], listJointRates, { params: { jointId } });

/** Months of a joint that were marked 'sin intereses'. */
export const interestFreeQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'interest-free'], listInterestFreeMonths, { params: { jointId } });

export const conceptsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'concepts'], listChargeConcepts, { params: { jointId } });

/** The platform's table of the legal ceiling. */
export const legalRatesQuery = queryOf([ROOT, 'legal-rates'], listLegalRates);

/** Has everything of billing asked for again: one movement may change any figure. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ROOT] });
}

/** The units of a joint in billing; an owner's own. */
export function useBillingUnits(jointId: number) {
  return useQuery({
    ...queryOf(['billing-units', jointId], listBillingApartments, { params: { jointId } }),
    staleTime: 60_000,
  });
}

/** The joints whose billing the person may see. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    ...queryOf(['billing-joints', userId], listUserBillingJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}
