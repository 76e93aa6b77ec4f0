import { defined } from '../../../shared/defined.ts';
import { StampProblem } from './time-stamp.ts';

/** Most bytes read of a time-stamping authority's answer. An answer with certificates has some 10 KB. */
const MOST_ANSWER_BYTES = 64 * 1024;

/**
 * Error: the time-stamping authority does not answer or is unavailable. The queue of stamps pauses before the next
 * request.
 */
export class AuthorityAway extends StampProblem {}

/**
 * Asks a time-stamping authority over HTTP (RFC 3161, section 3.4). Limits: 64 KB, `patienceMs` in all, no redirects.
 * Sends a user and password of the address as HTTP Basic.
 * @returns the unchecked bytes of the answer
 * @throws StampProblem; AuthorityAway if the authority does not answer or is unavailable
 */
export async function askAuthority(
  url: URL,
  request: Uint8Array,
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
): Promise<Uint8Array> {
  const { username, password } = url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const who = [username, password].map(decodeURIComponent).join(':');
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(bare, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...defined({
          authorization: username === '' ? undefined : `Basic ${Buffer.from(who).toString('base64')}`,
        }),
      },
      body: new Uint8Array(request),
      signal: AbortSignal.any([signal, patience]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new AuthorityAway(`La autoridad de tiempo contestó con el estado ${response.status}.`);
    }
    return await upTo(MOST_ANSWER_BYTES, response.body);
  } catch (error) {
    if (error instanceof StampProblem || signal.aborted) throw error;
    throw new AuthorityAway(
      patience.aborted
        ? 'La autoridad de tiempo no contestó a tiempo.'
        : 'No se pudo llegar a la autoridad de tiempo.',
    );
  }
}

async function upTo(most: number, body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const part of body ?? []) {
    size += part.length;
    if (size > most) throw new StampProblem('La autoridad de tiempo contestó demasiado.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
