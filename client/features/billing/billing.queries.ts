import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { listUserBillingJoints } from '../../../shared/accounts/users.api.ts';
import { listAgreements, listOpenDebts } from '../../../shared/billing/agreements.api.ts';
import { getSettlement } from '../../../shared/billing/bills.api.ts';
import { listDebtors, listReminders } from '../../../shared/billing/collection/reminders.api.ts';
import { getLastCharges, listDrafts, listWaitingDrafts } from '../../../shared/billing/drafts.api.ts';
import { listPaymentExits, MOST_LISTED_EXITS } from '../../../shared/billing/exits.api.ts';
import { getMonthFees, listFees } from '../../../shared/billing/fees.api.ts';
import { getGateway, listGatewayPayments } from '../../../shared/billing/gateway.api.ts';
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
import type { Day } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { call } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';
import { useSession } from '../../lib/session.store.ts';

/** First part of all billing keys in the query cache, so an action can refetch all billing data. */
const ROOT = 'billing';

/**
 * Options for `useQuery`, for the home page of administrators and accountants: for each joint the month to
 * issue, the debts, and the money collected in six months.
 */
export const billingNowQuery = queryOf([ROOT, 'now'], listBillingNow);

/**
 * Options for `useQuery`, for the home page of owners: today's debts and balances of the owner's accounts, in
 * pesos.
 */
export const ownDebtsQuery = queryOf([ROOT, 'own-debts'], listOwnDebts);

/**
 * Options for `useQuery`: uploaded spreadsheets of all joints still waiting for the issue of the bills,
 * nearest deadline first.
 */
export const waitingDraftsQuery = queryOf([ROOT, 'waiting'], listWaitingDrafts);

/** Options for `useQuery`: uploaded month spreadsheets of a joint, newest first. */
export const draftsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'drafts'], listDrafts, { params: { jointId } });

/**
 * Options for `useQuery`: charges of the joint's last issued month, for the form to bill a month with the
 * same charges.
 */
export const lastChargesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'last-charges'], getLastCharges, { params: { jointId } });

/** Options for `useQuery`: fees of a joint that repeat without a spreadsheet. */
export const feesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'fees'], listFees, { params: { jointId } });

/** Options for `useQuery`: charges that the fees make in a month. */
export const monthFeesQuery = (jointId: number, { year, month }: { year: number; month: number }) =>
  queryOf([ROOT, jointId, 'fees', year, month], getMonthFees, { params: { jointId, year, month } });

/** Options for `useQuery`: settings of the payment gateway of a joint, without secrets. */
export const gatewayQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'gateway'], getGateway, { params: { jointId } });

/** Options for `useQuery`: last payments by the gateway with states, and the reconciliation. */
export const gatewayPaymentsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'gateway-payments'], listGatewayPayments, { params: { jointId }, query: {} });

/** Options for `useQuery`: payment agreements of a joint, newest first. */
export const agreementsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'agreements'], listAgreements, { params: { jointId } });

/** Options for `useQuery`: open debts of a unit's account outside current agreements. */
export const openDebtsQuery = (jointId: number, apartmentId: string) =>
  queryOf([ROOT, jointId, 'open-debts', apartmentId], listOpenDebts, { params: { jointId, apartmentId } });

/** Options for `useQuery`: persons with overdue debts, with the permission of a contact. */
export const debtorsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'debtors'], listDebtors, { params: { jointId } });

/** Options for `useQuery`: contacts made about debts, newest first. */
export const contactsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'contacts'], listReminders, { params: { jointId } });

/** Options for `useQuery`: prepared and issued months of a joint, newest first. */
export const monthsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'months'], listMonths, { params: { jointId } });

/**
 * Options for `useQuery`: relación (table of the bills) of a month. For an issued month the stored table; for
 * a prepared month a preview computed today.
 * @param dates chosen issue and due date of a preview, YYYY-MM-DD; default: the server's proposal
 */
export const relationQuery = (
  jointId: number,
  { year, month, state }: Pick<BillingMonth, 'year' | 'month' | 'state'>,
  dates: { issueDate?: Day; dueDate?: Day } = {},
) =>
  queryOptions({
    // The state is part of the key: an issued month never shows a cached preview.
    ...queryOf([ROOT, jointId, 'relation', year, month, state, dates], getRelation, {
      params: { jointId, year, month },
      query: dates,
    }),
  });

/** Options for `useQuery`: receipts for payments in a month, newest first, annulled receipts included. */
export const receiptsQuery = (jointId: number, { year, month }: Pick<BillingMonth, 'year' | 'month'>) =>
  queryOf([ROOT, jointId, 'receipts', year, month], listPayments, {
    params: { jointId },
    query: { year, month, receipts: true },
  });

/**
 * Options for `useQuery`, for the form to enter a payment: debt of the unit's account on the day of the
 * payment, and the discounts still possible.
 * @param valueDate day of the payment: '2026-03-15'
 */
export const paymentDueQuery = (jointId: number, apartmentId: string, valueDate: string) =>
  queryOf([ROOT, jointId, 'due', apartmentId, valueDate], getPaymentDue, {
    params: { jointId, apartmentId },
    query: { valueDate },
  });

/** Options for `useQuery`: payments with money still waiting for a unit, because the payer is unknown. */
export const unidentifiedQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'unidentified'], listPayments, {
    params: { jointId },
    query: { unidentified: true },
  });

/**
 * Options for `useInfiniteQuery`: money of payments with an unknown payer, booked as other income of the joint or
 * refunded, in pages, newest first.
 */
export const paymentExitsQuery = (jointId: number) =>
  infiniteQueryOptions({
    queryKey: [ROOT, jointId, 'payment-exits'],
    queryFn: ({ pageParam, signal }) =>
      call(listPaymentExits, {
        params: { jointId },
        query: defined({ before: pageParam ?? undefined }),
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < MOST_LISTED_EXITS ? null : (page.at(-1)?.exit ?? null)),
  });

/**
 * Options for `useQuery`: methods to calculate late interest chosen by a joint, each with the first month,
 * newest first.
 */
export const interestWaysQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'ways'], listInterestWays, { params: { jointId } });

/**
 * Options for `useQuery`: units proposed by the server for payments with an unknown payer, with the evidence
 * in the bank's text.
 */
export const proposalsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'proposals'], listProposals, { params: { jointId } });

/** Options for `useQuery`: list of the files of payments (bank files, spreadsheets) imported into a joint. */
export const paymentFilesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'payment-files'], listPaymentFiles, { params: { jointId } });

/**
 * Options for `useQuery`: billing settings of a joint (due day, discount, print form …), for the settings
 * page.
 */
export const settingsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'settings'], getBillingSettings, { params: { jointId } });

/** Options for `useQuery`: bank account and other payment details of a joint, as shown to debtors. */
export const whereToPayQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'where-to-pay'], getWhereToPay, { params: { jointId } });

/** Options for `useQuery`: logo of a joint for the next issued bills, for the settings page. */
export const logoQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'logo'], getLogo, { params: { jointId } });

/** Options for `useQuery`: rates of late interest chosen by a joint. */
export const jointRatesQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'rates'], listJointRates, { params: { jointId } });

/** Options for `useQuery`: months of a joint marked 'sin intereses' (charge no late interest). */
export const interestFreeQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'interest-free'], listInterestFreeMonths, { params: { jointId } });

/** Options for `useQuery`: charge concepts of a joint. */
export const conceptsQuery = (jointId: number) =>
  queryOf([ROOT, jointId, 'concepts'], listChargeConcepts, { params: { jointId } });

/** Options for `useQuery`: legal ceilings of the interest rate by month, equal for all joints. */
export const legalRatesQuery = queryOf([ROOT, 'legal-rates'], listLegalRates);

/**
 * Hook: returns a function that fetches all billing data on the page again. Called after each change, because
 * a payment or a bill may change any figure.
 */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshBilling(client);
}

/** Fetches all billing data of the screen again. A failed query out of use is forgotten, so the page opened again fetches at once. */
export function refreshBilling(client: QueryClient): Promise<void> {
  const queryKey = [ROOT];
  client.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.status === 'error' });
  return client.invalidateQueries({ queryKey });
}

/**
 * Hook with a query (`useQuery`): units billed in a joint, to choose from; an owner gets only the own units.
 */
export function useBillingUnits(jointId: number) {
  return useQuery({
    ...queryOf(['billing-units', jointId], listBillingApartments, { params: { jointId } }),
    staleTime: 60_000,
  });
}

/** Hook with a query (`useQuery`): the joints with billing that the signed-in person may see. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    ...queryOf(['billing-joints', userId], listUserBillingJoints, { params: { userId } }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}

/**
 * Options for `useQuery`: amount to pay today to leave an account without debt ('si paga hoy'), with late
 * interest until today.
 * @param apartmentId billed unit
 */
export const settlementQuery = (jointId: number, apartmentId: string) =>
  queryOf([ROOT, jointId, 'settlement', apartmentId], getSettlement, {
    params: { jointId, apartmentId },
    query: { own: true },
  });
