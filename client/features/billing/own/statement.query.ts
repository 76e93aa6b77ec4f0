import { queryOptions } from '@tanstack/react-query';
import { getStatement } from '../../../../shared/billing/bills.api.ts';
import { call } from '../../../lib/api.ts';

/** A unit's account as it stands now; `own`: the one that it has from before it was billed with another. */
export const statementQuery = (jointId: number, apartmentId: string, own = false) =>
  queryOptions({
    queryKey: ['statement', jointId, apartmentId, own],
    queryFn: ({ signal }) =>
      call(getStatement, { params: { jointId, apartmentId }, query: own ? { own } : {}, signal }),
  });
