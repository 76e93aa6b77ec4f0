import { getStatement } from '../../../../shared/billing/bills.api.ts';
import { queryOf } from '../../../lib/query.ts';

/** Account of a unit today. `own`: the former account, from before joint billing with another unit. */
export const statementQuery = (jointId: number, apartmentId: string, own = false) =>
  queryOf(['statement', jointId, apartmentId, own], getStatement, {
    params: { jointId, apartmentId },
    query: own ? { own } : {},
  });
