import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../shared/api.ts';
import { type Arguments, type CallInput, call } from './api.ts';
import { backoffMs, isWorthResending, retryAfterOf } from './resend.ts';

/**
 * Longest Retry-After that a query waits for. With a longer wait the person sees the error instead of an empty
 * screen.
 */
const PATIENCE_MS = 10_000;
/** Retries after pauses of up to 1, 2 and 4 seconds: a restarting server is back by then. */
const RETRIES = 3;

/** Retries only transient failures. A refusal is final. */
function retry(failures: number, error: unknown): boolean {
  return isWorthResending(error) && retryAfterOf(error) <= PATIENCE_MS && failures < RETRIES;
}

const retryDelay = (failures: number, error: unknown) => retryAfterOf(error) + backoffMs(failures);

/** Cache of the REST answers. Cleared at the end of the session. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Ignores the browser's offline state: a hall's server stands in the same room, and the person needs an answer or
    // an error.
    queries: { networkMode: 'always', retry, retryDelay, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Query options for an endpoint. The call is aborted if the last screen unmounts. */
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

/** Query options for an endpoint with a refetch on each mount. */
export const freshOf = <E extends Endpoint>(...queryArguments: Parameters<typeof queryOf<E>>) =>
  queryOptions({ ...queryOf(...queryArguments), staleTime: 0 });

/** Longer than the drawing of a page takes, so two parts of a page share an answer. */
const MOMENT_MS = 1_000;

/** End of the time, in document time, in that prefetched answers are fresh for the first page. */
let earlyUntil = 0;

/** Keeps prefetched answers fresh for the first page while the code of the page loads. */
export function keepEarly(ms: number): void {
  earlyUntil = performance.now() + ms;
}

/** Query options for data shared by several parts of a page: an answer of the last moment is not refetched. */
export const momentaryOf = <E extends Endpoint>(...queryArguments: Parameters<typeof queryOf<E>>) =>
  queryOptions({
    ...queryOf(...queryArguments),
    staleTime: () => (performance.now() < earlyUntil ? Number.POSITIVE_INFINITY : MOMENT_MS),
  });
