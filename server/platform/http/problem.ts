import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorReply } from '../../../shared/errors.ts';
import { seenValue } from '../../../shared/seen.ts';
import { StoreFault } from '../db/store-fault.ts';
import { PackedJson } from './ready-json.ts';

/**
 * Refusal of a request with a stable error code from `shared/errors.ts`, a status and a Spanish sentence.
 * Thrown anywhere in the server; `answerProblem` writes the answer.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds for the client to wait before another try, for status 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details?: unknown, retryAfter?: number) {
    super(errorReply(code, details).message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/**
 * Refuses a change of facts that another person changed since the values were shown.
 * @param seen values shown before the change, a list also by the mark; a fact without a shown value is not checked
 * @throws Problem factsMoved with the stored values
 */
export function refuseMoved(stored: object, sent: object, seen: object = {}): void {
  const facts = Object.keys(sent).flatMap((fact) => {
    const value: unknown = Reflect.get(stored, fact);
    const isMoved = [seen, sent].every(
      (other) =>
        Reflect.has(other, fact) && !isDeepStrictEqual(seenValue(value), seenValue(Reflect.get(other, fact))),
    );
    return isMoved ? [{ fact, value: value === '' ? null : (value ?? null) }] : [];
  });
  if (facts.length > 0) throw new Problem('factsMoved', { facts });
}

/** Error codes for refusals by Fastify; other statuses below 500 are bad requests. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'sheetTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMedia',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'fileMissing',
  FST_ERR_CTP_INVALID_JSON_BODY: 'notJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'notJson',
};

/** Error codes of Node.js if the client disconnected while the server read the request. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);

function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  // The store has already logged this fault, once for many calls.
  if (error instanceof StoreFault && error.kind === 'crowded')
    return new Problem('overloaded', undefined, error.retryAfter);
  if (error instanceof StoreFault) return new Problem('storeUnavailable', undefined, error.retryAfter);
  if (error.validation !== undefined) {
    const details = error.validation.map((fault) => ({ field: fault.instancePath, rule: fault.keyword }));
    return new Problem('badRequest', details);
  }
  const ownCode = ofFastify[error.code];
  if (ownCode !== undefined) return new Problem(ownCode);
  if (error instanceof SyntaxError && error.statusCode === 400) return new Problem('notJson');
  if (error.statusCode === 429) return new Problem('tooManyAttempts');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('badRequest');
  }
  return new Problem('internal');
}

/**
 * Error handler of the server: answers a `Problem` with code and sentence. Other errors are logged and
 * answered without details. Overload is not logged, because a busy server must not write a thousand stacks.
 */
export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // The client has gone, without a fault of the server. A store that closes its connection has the same code, and is
  // a fault.
  const isGone = request.raw.socket.destroyed && GONE.has(error.code);
  const problem = isGone ? new Problem('badRequest') : problemOf(error);
  const body = errorReply(problem.code, problem.details);
  if (problem.code === 'internal') {
    request.log.error(
      { err: { type: error.name, message: error.message, stack: error.stack, cause: causeOf(error) } },
      'unforeseen',
    );
  }
  if (problem.retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(problem.retryAfter)));
  // Removes the route's serialiser, made for success. All errors have the same shape.
  reply
    .code(body.statusCode)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem.details instanceof PackedJson ? withDetails(problem.code, problem.details) : body);
}

/** Returns the JSON error body with details in ready JSON, as the last field. */
function withDetails(code: ErrorCode, details: PackedJson): Readable {
  const before = JSON.stringify(errorReply(code)).slice(0, -1);
  const parts = async function* () {
    yield Buffer.from(`${before},"details":`);
    yield* details.unpacked();
    yield Buffer.from('}');
  };
  return Readable.from(parts(), { objectMode: false });
}

/** Returns the stack or message of an error's cause (for example sent by a worker); undefined without a cause. */
const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? (cause.stack ?? cause.message) : undefined;

/** Error code of Node.js for a request that did not arrive in time. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const ofNode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'bodyTooLarge',
  [TOO_SLOW]: 'requestTimedOut',
};

/**
 * Answers a connection with invalid or late HTTP, reported by Node.js before a request exists, and closes
 * the connection.
 */
export function answerNoHttp(error: Error, socket: Socket): void {
  if (socket.destroyed) return;
  // The client went away, or the answer has started: send no more.
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const code = 'code' in error ? String(error.code) : '';
  const reply = errorReply(ofNode[code] ?? 'badRequest');
  const body = JSON.stringify(reply);
  socket.end(
    [
      `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // A silent client does not close the connection either.
  if (code === TOO_SLOW) socket.destroySoon();
}
