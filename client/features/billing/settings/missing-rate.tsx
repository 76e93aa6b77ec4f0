import { useQuery } from '@tanstack/react-query';
import { today } from '../../../../shared/days.ts';
import { Notice } from '../../../ui/page.tsx';
import { legalRatesQuery } from '../billing.queries.ts';
import { missingRateWords } from './rate-words.ts';

/** Warning about the missing ceiling of a month; from the 25th on also of the next month. */
export function MissingRate() {
  const query = useQuery(legalRatesQuery);
  const words =
    query.data &&
    missingRateWords(
      query.data.map(({ month }) => month),
      today(),
    );
  return words ? <Notice kind="warning">{words}</Notice> : null;
}
