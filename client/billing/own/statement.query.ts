import { queryOptions } from '@tanstack/react-query';
import { getStatement } from '../../../shared/billing/bills.api.ts';
import { call } from '../../lib/api.ts';

/** A unit's account as it stands now. */
export const statementQuery = (jointId: number, apartmentId: string) =>
  queryOptions({
    queryKey: ['statement', jointId, apartmentId],
    queryFn: ({ signal }) => call(getStatement, { params: { jointId, apartmentId }, signal }),
  });
