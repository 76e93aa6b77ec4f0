import { useQuery } from '@tanstack/react-query';
import { listBillMonths, listBillYears } from '../../../shared/billing/bills.api.ts';
import { listReceiptMonths, listReceiptYears } from '../../../shared/billing/payments.api.ts';
import { call } from '../../lib/api.ts';

/** Source of the years and months offered in the fields of a report, for example months with issued bills. */
export interface MonthSource {
  /** Key of the source in the cache: 'issued'. */
  id: string;
  /** Fetches the years, newest first. */
  years: (jointId: number, signal: AbortSignal) => Promise<number[]>;
  /** Fetches the months of a year, 1 to 12. */
  months: (jointId: number, year: number, signal: AbortSignal) => Promise<number[]>;
}

/** Source of years and months for the form of a report about bills: months with issued bills. */
export const issuedMonths: MonthSource = {
  id: 'issued',
  years: (jointId, signal) => call(listBillYears, { params: { jointId }, signal }),
  months: (jointId, year, signal) => call(listBillMonths, { params: { jointId, year }, signal }),
};

/** Source of years and months for the form of a report about payments: months with posted payments. */
export const paidMonths: MonthSource = {
  id: 'paid',
  years: (jointId, signal) => call(listReceiptYears, { params: { jointId }, signal }),
  months: (jointId, year, signal) => call(listReceiptMonths, { params: { jointId, year }, signal }),
};

/**
 * Source of years and months for the form of the accounting export: months with issued bills or posted
 * payments.
 */
export const postedMonths: MonthSource = {
  id: 'posted',
  years: async (jointId, signal) =>
    merged(await Promise.all([issuedMonths.years(jointId, signal), paidMonths.years(jointId, signal)]), -1),
  months: async (jointId, year, signal) =>
    merged(
      await Promise.all([
        issuedMonths.months(jointId, year, signal),
        paidMonths.months(jointId, year, signal),
      ]),
      1,
    ),
};

const merged = (lists: readonly number[][], order: 1 | -1): number[] =>
  [...new Set(lists.flat())].sort((a, b) => order * (a - b));

/**
 * Hook with a query (`useQuery`): years to offer in the form of a report of a joint, newest first.
 * @param source kind of months with data, for example `issuedMonths`
 */
export function useYears(source: MonthSource, jointId: number) {
  return useQuery({
    queryKey: ['billing-years', source.id, jointId],
    queryFn: ({ signal }) => source.years(jointId, signal),
  });
}

/**
 * Hook with a query (`useQuery`): months of a year to offer in the form of a report of a joint, from January
 * on.
 * @param source kind of months with data, for example `issuedMonths`
 * @param year null before a choice: no months
 */
export function useMonths(source: MonthSource, jointId: number, year: number | null) {
  return useQuery({
    queryKey: ['billing-months', source.id, jointId, year],
    queryFn: ({ signal }) => source.months(jointId, year ?? 0, signal),
    enabled: year !== null,
  });
}
