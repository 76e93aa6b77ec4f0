import { QueryClient } from '@tanstack/react-query';
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
