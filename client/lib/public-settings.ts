import { useQuery } from '@tanstack/react-query';
import { getPublicSettings } from '../../shared/platform.api.ts';
import { queryOf } from './query.ts';

/**
 * Hook with a query (`useQuery`): the installation's settings visible to every visitor. Not refetched while the
 * page is open.
 * @param isAsked false: no request yet
 */
export function usePublicSettings(isAsked = true) {
  return useQuery({
    ...queryOf(['public-settings'], getPublicSettings),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
