import { useQuery } from '@tanstack/react-query';
import { getPublicSettings } from '../../shared/platform.api.ts';
import { queryOf } from './query.ts';

/** Settings of the installation visible to every visitor. Never refetched while the page is open. */
export function usePublicSettings(isAsked = true) {
  return useQuery({
    ...queryOf(['public-settings'], getPublicSettings),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
