import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '../../shared/api.ts';
import { type Arguments, type CallInput, call } from './api.ts';
import { backoffMs, isWorthResending, retryAfterOf } from './resend.ts';

/** Somebody looks at an empty screen: for what the server wants to be asked later than this they are told. */
const PATIENCE_MS = 10_000;
/** After pauses of up to 1, 2 and 4 seconds: a server that starts anew is back by then. */
const RETRIES = 3;

/** A refusal stays one however often it is asked; only what may pass by itself is tried again. */
function retry(failures: number, error: unknown): boolean {
  return isWorthResending(error) && retryAfterOf(error) <= PATIENCE_MS && failures < RETRIES;
}

const retryDelay = (failures: number, error: unknown) => retryAfterOf(error) + backoffMs(failures);

/** What REST answers lives here; the end of the session empties it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Never held back while the browser believes to be offline: a hall's server stands in the same room, and who
    // waits wants an answer or a fault.
    queries: { networkMode: 'always', retry, retryDelay, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** What an endpoint answers, kept under a key; who asks no more ends the call. */
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

/** The same, asked anew whenever it is looked at. */
export const freshOf = <E extends Endpoint>(...asked: Parameters<typeof queryOf<E>>) =>
  queryOptions({ ...queryOf(...asked), staleTime: 0 });

/** Longer than a page takes to draw a part that asks for what another part of it has just got. */
const MOMENT_MS = 1_000;

/** Until when, in the document's own time, what was asked before the first page is fresh enough for it. */
let earlyUntil = 0;

/** Lets the first page take what was asked for it meanwhile, however long its code takes to come. */
export function keepEarly(ms: number): void {
  earlyUntil = performance.now() + ms;
}

/** As `freshOf`, for what several parts of one page look at: what was answered a moment ago is not asked again. */
export const momentaryOf = <E extends Endpoint>(...asked: Parameters<typeof queryOf<E>>) =>
  queryOptions({
    ...queryOf(...asked),
    staleTime: () => (performance.now() < earlyUntil ? Number.POSITIVE_INFINITY : MOMENT_MS),
  });
