import { useQuery } from '@tanstack/react-query';
import { listBillingApartments } from '../../../shared/properties/apartments.api.ts';
import { call } from '../../lib/api.ts';

/** The units of a joint in billing; an owner's own. */
export function useBillingUnits(jointId: number) {
  return useQuery({
    queryKey: ['billing-units', jointId],
    queryFn: ({ signal }) => call(listBillingApartments, { params: { jointId }, signal }),
    staleTime: 60_000,
  });
}
