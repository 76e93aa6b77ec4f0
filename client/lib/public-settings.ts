import { useQuery } from '@tanstack/react-query';
import { getPublicSettings } from '../../shared/platform.api.ts';
import { queryOf } from './query.ts';

/** What every visitor may know of the installation; it changes with that, not while somebody looks at it. */
export function usePublicSettings(isAsked = true) {
  return useQuery({
    ...queryOf(['public-settings'], getPublicSettings),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
