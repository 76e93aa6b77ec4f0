import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { today } from '../../../../shared/days.ts';
import { Notice } from '../../../ui/page.tsx';
import { legalRatesQuery } from '../billing.queries.ts';
import { missingRateWords } from './rate-words.ts';

/**
 * Warning about the missing ceiling of a month; from the 25th on also of the next month.
 * @param children link to the page of the ceilings, on other pages
 */
export function MissingRate({ children }: { children?: ReactNode }) {
  const query = useQuery(legalRatesQuery);
  const words =
    query.data &&
    missingRateWords(
      query.data.map(({ month }) => month),
      today(),
    );
  if (!words) return null;
  return (
    <Notice kind="warning">
      <p>
        {words} {children}
      </p>
    </Notice>
  );
}
