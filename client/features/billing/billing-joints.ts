import { useQuery } from '@tanstack/react-query';
import { listUserBillingJoints } from '../../../shared/accounts/users.api.ts';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.store.ts';

/** The joints whose billing the person may see. */
export function useBillingJoints() {
  const userId = useSession((state) => state.user?.userId ?? '');
  return useQuery({
    queryKey: ['billing-joints', userId],
    queryFn: ({ signal }) => call(listUserBillingJoints, { params: { userId }, signal }),
    enabled: userId !== '',
    staleTime: 60_000,
  });
}
