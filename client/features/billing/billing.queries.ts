import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUserBillingJoints } from '../../../shared/accounts/users.api.ts';
import { listDrafts, listWaitingDrafts } from '../../../shared/billing/drafts.api.ts';
import { type BillingMonth, getRelation, listMonths } from '../../../shared/billing/months.api.ts';
import { getPaymentDue, listPaymentFiles, listPayments } from '../../../shared/billing/payments.api.ts';
import {
  getBillingSettings,
  listChargeConcepts,
  listInterestFreeMonths,
  listJointRates,
  listLegalRates,
} from '../../../shared/billing/settings.api.ts';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';

/** Where everything of billing lies in the cache, so that an act can have it all asked for again. */
const ROOT = 'billing';

/** Spreadsheets of all joints that are not issued yet, the nearest deadline first. */
export const waitingDraftsQuery = queryOptions({
  queryKey: [ROOT, 'waiting'],
  queryFn: ({ signal }) => call(listWaitingDrafts, { signal }),
});

/** A joint's spreadsheets, newest first. */
export const draftsQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'drafts'],
    queryFn: ({ signal }) => call(listDrafts, { params: { jointId }, signal }),
  });

/** A joint's months, newest first. */
export const monthsQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'months'],
    queryFn: ({ signal }) => call(listMonths, { params: { jointId }, signal }),
  });

/** The relación of a month, as it was issued or as it would be today. */
export const relationQuery = (jointId: number, { year, month, state }: BillingMonth) =>
  queryOptions({
    // An issued month never shows what it would have been.
    queryKey: [ROOT, jointId, 'relation', year, month, state],
    queryFn: ({ signal }) => call(getRelation, { params: { jointId, year, month }, signal }),
  });

/** Every receipt of a month, annulled ones too, newest first. */
export const receiptsQuery = (jointId: number, year: number, month: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'receipts', year, month],
    queryFn: ({ signal }) =>
      call(listPayments, { params: { jointId }, query: { year, month, receipts: true }, signal }),
  });

/** What a payment of a unit finds. */
export const paymentDueQuery = (jointId: number, apartmentId: string, valueDate: string) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'due', apartmentId, valueDate],
    queryFn: ({ signal }) =>
      call(getPaymentDue, { params: { jointId, apartmentId }, query: { valueDate }, signal }),
  });

/** Payments of nobody knows whom. */
export const unidentifiedQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'unidentified'],
    queryFn: ({ signal }) =>
      call(listPayments, { params: { jointId }, query: { unidentified: true }, signal }),
  });

/** Files of payments that were imported. */
export const paymentFilesQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'payment-files'],
    queryFn: ({ signal }) => call(listPaymentFiles, { params: { jointId }, signal }),
  });

export const settingsQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'settings'],
    queryFn: ({ signal }) => call(getBillingSettings, { params: { jointId }, signal }),
  });

export const jointRatesQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'rates'],
    queryFn: ({ signal }) => call(listJointRates, { params: { jointId }, signal }),
  });

/** Months of a joint that were marked 'sin intereses'. */
export const interestFreeQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'interest-free'],
    queryFn: ({ signal }) => call(listInterestFreeMonths, { params: { jointId }, signal }),
  });

export const conceptsQuery = (jointId: number) =>
  queryOptions({
    queryKey: [ROOT, jointId, 'concepts'],
    queryFn: ({ signal }) => call(listChargeConcepts, { params: { jointId }, signal }),
  });

/** The platform's table of the legal ceiling. */
export const legalRatesQuery = queryOptions({
  queryKey: [ROOT, 'legal-rates'],
  queryFn: ({ signal }) => call(listLegalRates, { signal }),
});

/** Has everything of billing asked for again: one movement may change any figure. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ROOT] });
}

/** The units of a joint in billing; an owner's own. */
export function useBillingUnits(jointId: number) {
  return useQuery({
    queryKey: ['billing-units', jointId],
    queryFn: ({ signal }) => call(listBillingApartments, { params: { jointId }, signal }),
    staleTime: 60_000,
  });
}

/** The joints whose billing the person may see. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    queryKey: ['billing-joints', userId],
    queryFn: ({ signal }) => call(listUserBillingJoints, { params: { userId }, signal }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}
