import { getStatement } from '../../../../shared/billing/bills.api.ts';
import { queryOf } from '../../../lib/query.ts';

/** A unit's account as it stands now; `own`: the one that it has from before it was billed with another. */
export const statementQuery = (jointId: number, apartmentId: string, own = false) =>
  queryOf(['statement', jointId, apartmentId, own], getStatement, {
    params: { jointId, apartmentId },
    query: own ? { own } : {},
  });
