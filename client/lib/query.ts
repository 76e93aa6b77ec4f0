import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../shared/api.ts';
import { type Arguments, type CallInput, call } from './api.ts';
import { backoffMs, isWorthResending, retryAfterOf } from './resend.ts';

/**
 * Longest Retry-After accepted by a query, ms. With a longer wait the person sees the error in place of an empty
 * screen.
 */
const QUERY_WAIT_MS = 10_000;
/** Number of retries of a query, after pauses of up to 1, 2 and 4 seconds: enough for a restart of the server. */
const RETRIES = 3;

/** True to retry a failed query. Only temporary failures are retried; a refusal is final. */
function retry(failures: number, error: unknown): boolean {
  return isWorthResending(error) && retryAfterOf(error) <= QUERY_WAIT_MS && failures < RETRIES;
}

/** Milliseconds without a refetch of fetched data, or of a failed query, when a component starts to use the query. */
const QUERY_FRESH_MS = 10_000;

const retryDelay = (failures: number, error: unknown) => retryAfterOf(error) + backoffMs(failures);

/** Cache of the API answers, cleared at the end of the session. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Ignores the browser's offline state: a hall's server stands in the same room, and the person needs an answer or
    // an error.
    queries: {
      networkMode: 'always',
      retry,
      retryDelay,
      staleTime: QUERY_FRESH_MS,
      refetchOnWindowFocus: false,
      // A page may show a part only after a query has ended, and the part may use the same query. A refetch of a failed
      // query by the part would hide the part, show the part again, and so on without end.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > QUERY_FRESH_MS,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/**
 * Query options for an endpoint, with a key for the cache. The call is aborted when the last screen using the query
 * closes.
 * @param queryKey key of the answer in the cache: ['joint', 3]
 * @param input parameters, query and body of the call
 */
export const queryOf = <E extends Endpoint>(
  queryKey: readonly unknown[],
  endpoint: E,
  ...[input]: Arguments<CallInput<E>>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call(endpoint, ...([{ ...input, signal }] as unknown as Arguments<CallInput<E>>)),
  });

/**
 * Query options for an endpoint, with the arguments of `queryOf`. For data possibly changed by others:
 * fetched anew each time a screen opens.
 */
export const freshOf = <E extends Endpoint>(...queryArguments: Parameters<typeof queryOf<E>>) =>
  queryOptions({ ...queryOf(...queryArguments), staleTime: 0 });

/** Maximum age of an answer shared by the parts of a page, ms: longer than the drawing of a page takes. */
const MOMENT_MS = 1_000;

/** Time until prefetched answers count as fresh for the first page, in ms since the page was opened. */
let earlyUntil = 0;

/**
 * Makes answers count as fresh for `ms` milliseconds from now, at the start of a page. Data fetched before
 * the page's code was ready are then used without a second request.
 */
export function keepEarly(ms: number): void {
  earlyUntil = performance.now() + ms;
}

/**
 * Query options for data used by several parts of a page, with the arguments of `queryOf`. Answers younger than a
 * second are used again; older answers are fetched anew.
 */
export const momentaryOf = <E extends Endpoint>(...queryArguments: Parameters<typeof queryOf<E>>) =>
  queryOptions({
    ...queryOf(...queryArguments),
    staleTime: () => (performance.now() < earlyUntil ? Number.POSITIVE_INFINITY : MOMENT_MS),
  });
