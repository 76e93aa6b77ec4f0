import { ApiError } from '../../../lib/api.ts';
import { failureText } from '../failure.ts';

/**
 * Why a prompt's act failed: that a code holds nothing, or is taken, the server says itself; for the rest there
 * is the specification's sentence. Null while nothing failed.
 */
export function promptFailure(error: Error | null, fallback: string): string | null {
  if (error === null) return null;
  if (error instanceof ApiError && error.code === 'holderNotFound') return error.message;
  return failureText(error, fallback);
}
