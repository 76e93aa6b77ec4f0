import { getStatement } from '../../../../shared/billing/bills.api.ts';
import { queryOf } from '../../../lib/query.ts';

/**
 * Options for `useQuery`: statement of a unit's account today. `own`: the former account, used before the unit was
 * billed together with another unit.
 */
export const statementQuery = (jointId: number, apartmentId: string, own = false) =>
  queryOf(['statement', jointId, apartmentId, own], getStatement, {
    params: { jointId, apartmentId },
    query: own ? { own } : {},
  });
