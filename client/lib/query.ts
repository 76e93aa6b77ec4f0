import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** A refusal stays one however often it is asked; only what may pass by itself is tried again. */
function retry(failures: number, error: unknown): boolean {
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return mayPass && failures < 2;
}

/** What REST answers lives here; the end of the session empties it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Never held back while the browser believes to be offline: a hall's server stands in the same room.
    queries: { networkMode: 'always', retry, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
