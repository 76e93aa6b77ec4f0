import type { Month } from '../../../../shared/days.ts';

/**
 * Returns the address of the form for a legal rate, with the month of the rate and the month to issue afterwards.
 * @param back month shown by the link back
 */
export const rateAddress = ({ jointId, rate, back }: { jointId: number; rate: Month; back: Month }): string =>
  `/Billing/Settings?${new URLSearchParams({ joint: String(jointId), tab: 'legal', rate, back })}`;

/** Reads the months of `rateAddress`; null for a missing or a wrong month. */
export function monthsOfAddress(search: URLSearchParams): { rate: Month | null; back: Month | null } {
  const of = (name: string) => {
    const month = search.get(name) ?? '';
    return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : null;
  };
  return { rate: of('rate'), back: of('back') };
}
