import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorReply, errors } from '../../../shared/errors.ts';
import { StoreFault } from '../db/store-fault.ts';
import { PackedJson } from './ready-json.ts';

/** A refusal with a code of the closed list; thrown anywhere, answered by `answerProblem`. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds after which trying again makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, details?: unknown, retryAfter?: number) {
    super(errors[code][1]);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** What Fastify itself refuses, in our codes; anything else below 500 is a bad request. */
const ofFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'sheetTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMedia',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'fileMissing',
  FST_ERR_CTP_INVALID_JSON_BODY: 'notJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'notJson',
};

/** What reading from a client that went away fails with. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET']);

function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  // The store has said it in the log already, once for many times.
  if (error instanceof StoreFault && error.kind === 'crowded')
    return new Problem('overloaded', undefined, error.retryAfter);
  if (error instanceof StoreFault) return new Problem('storeUnavailable', undefined, error.retryAfter);
  if (error.validation !== undefined) {
    const details = error.validation.map((fault) => ({ field: fault.instancePath, rule: fault.keyword }));
    return new Problem('badRequest', details);
  }
  const known = ofFastify[error.code];
  if (known !== undefined) return new Problem(known);
  if (error instanceof SyntaxError && error.statusCode === 400) return new Problem('notJson');
  if (error.statusCode === 429) return new Problem('tooManyAttempts');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('badRequest');
  }
  return new Problem('internal');
}

/**
 * The application's error handler: a Problem is an answer; anything unforeseen is logged and hidden. A server that is
 * busy has foreseen it: who sheds load a thousand times a second must not write a thousand stacks.
 */
export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  // Nobody hears this answer, and it is no fault of ours; a store that hangs up has the same code, and is one.
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
  // A route's own serialiser is for its success; an error is always the same plain object.
  reply
    .code(body.statusCode)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem.details instanceof PackedJson ? withDetails(problem.code, problem.details) : body);
}

/** The same object, its last field written already. */
function withDetails(code: ErrorCode, details: PackedJson): Readable {
  const before = JSON.stringify(errorReply(code)).slice(0, -1);
  const parts = async function* () {
    yield Buffer.from(`${before},"details":`);
    yield* details.unpacked();
    yield Buffer.from('}');
  };
  return Readable.from(parts(), { objectMode: false });
}

/** The cause of a fault, such as an error that a worker sent. */
const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? (cause.stack ?? cause.message) : undefined;

/** What Node.js says of a request that does not come to its end in time. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const ofNode: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'bodyTooLarge',
  [TOO_SLOW]: 'requestTimedOut',
};

/** What Node itself refuses before there is a request: answered like any other refusal, and the end of it. */
export function answerNoHttp(error: Error, socket: Socket): void {
  if (socket.destroyed) return;
  // A client that went away, or whose answer is already under way, hears nothing more.
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
  // A client that sends nothing does not close the connection either.
  if (code === TOO_SLOW) socket.destroySoon();
}
