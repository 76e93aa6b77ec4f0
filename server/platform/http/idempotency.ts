import { hash } from 'node:crypto';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import {
  findKeys,
  type KeptRecord,
  type KnownKeys,
  type KnownReply,
  keepReplies,
  type RequestKey,
} from './idempotency.repository.ts';
import type { CallContext } from './mount.ts';
import { Problem } from './problem.ts';

/**
 * Returns the first 53 bits of a text's SHA-256 as a number, the limit of exact JavaScript numbers. Chance of two
 * equal hashes: 1 in nine thousand million for each million stored keys.
 */
function hash53(text: string): number {
  const digest = hash('sha256', text, 'buffer');
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3);
}

function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${stable(field)}`).join(',')}}`;
}

/**
 * Computes the idempotency key to store for a request: hashes of the client's key with the caller, and of
 * the request's content. Null if the client sent no key.
 * @param endpointId name of the endpoint: the same key at another endpoint is another key
 * @param input content of the request
 */
export function requestKeyOf(call: CallContext, endpointId: string, input: unknown): RequestKey | null {
  if (call.idempotencyKey === null) return null;
  return {
    keyHash: hash53(`${call.principal.actor}\n${call.idempotencyKey}`),
    // Independent of the order of fields.
    bodyHash: hash53(`${endpointId}\n${stable(input)}`),
  };
}

/** State of an idempotency key: new, already answered, or used before for a different request. */
type KeyState = { state: 'new' } | { state: 'answered'; first: KnownReply } | { state: 'reused' };
/**
 * Compares a request with the stored answers: a `new` key, a key already `answered` for the same content,
 * or a key `reused` for other content.
 * @param replies stored answers by hash of the key, from `findKeys`
 */
export function keyState(replies: KnownKeys, request: RequestKey): KeyState {
  const found = replies.get(request.keyHash);
  if (found === undefined) return { state: 'new' };
  return found.bodyHash === request.bodyHash ? { state: 'answered', first: found } : { state: 'reused' };
}

/**
 * Runs `work` unless a request with the same idempotency key was answered before: then returns the stored
 * first result. Without a key always runs `work`.
 * @param at current time, epoch ms
 * @param record record created by the work; deleting the record deletes the stored result
 * @throws Problem idempotencyKeyReused if the key came with other content
 */
export async function oncePerKey<T>(
  trx: Db,
  key: RequestKey | null,
  at: Millis,
  work: () => Promise<T>,
  record: KeptRecord | ((result: T) => KeptRecord) = {
    assemblyId: null,
    jointId: null,
    conceptId: null,
    apartmentId: null,
  },
): Promise<T> {
  if (key === null) return work();
  const found = keyState(await findKeys(trx, [key], at), key);
  if (found.state === 'answered') return JSON.parse(found.first.reply);
  if (found.state === 'reused') throw new Problem('idempotencyKeyReused');
  const result = await work();
  const of = typeof record === 'function' ? record(result) : record;
  await keepReplies(trx, [{ ...key, ...of, reply: JSON.stringify(result), at }]);
  return result;
}
