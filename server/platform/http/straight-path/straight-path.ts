import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { type Access, API_BASE, type Endpoint } from '../../../../shared/api.ts';
import { keepConnection } from '../arrivals.ts';
import { serializerFor } from '../compilers.ts';
import { admit, bearerToken, checkScope, type GuardSources } from '../guard.ts';
import { SECURITY_HEADERS } from '../headers.ts';
import {
  bodyLimitOf,
  type CallContext,
  type Handler,
  idempotencyKey,
  JSON_TYPE,
  NOT_CACHED,
  validatorFor,
} from '../mount.ts';
import type { Parties } from '../parties.ts';
import type { Principal } from '../principal.ts';

/** Parts of the server for the calls of the straight path. */
interface Parts {
  guard: GuardSources;
  parties: Parties | null;
  /** True if the server is too late for votes and registrations: Fastify refuses the call. */
  isLate: () => boolean;
  /** Counts a success; undefined without monitoring. */
  answered?: ((call: { method: string; route: string; status: number; seconds: number }) => void) | undefined;
}

interface Route {
  endpoint: Endpoint;
  access: Exclude<Access, { public: true }>;
  body: TSchema;
  handler: Handler;
}

/** Call taken by the path. */
interface Call {
  raw: IncomingMessage;
  response: ServerResponse;
  route: Route;
  parts: Parts;
}

/** Headers of every answer. */
const ANSWER_HEADERS = [
  ...Object.entries(SECURITY_HEADERS).flat(),
  ...['content-type', JSON_TYPE, 'cache-control', NOT_CACHED],
];

/**
 * Straight path of votes: a usual call runs around Fastify, because hooks and promises cost more processor time than a
 * vote. The path answers successes alone. A call with anything unusual goes to Fastify before the body is read, and a
 * failed call goes to Fastify with the body and the error, so Fastify alone writes refusals.
 */
export class StraightPath {
  readonly #routes = new Map<string, Route>();
  readonly #failures = new WeakMap<IncomingMessage, { error: unknown }>();
  readonly #parse: (text: string) => unknown;
  readonly #fastify: RequestListener;
  #parts: Parts | null = null;
  /** Calls taken in this turn of the event loop. */
  readonly #taken: Call[] = [];

  /** @param parse parser of a JSON body, undefined for a refused text */
  constructor(app: FastifyInstance, parse: (text: string) => unknown) {
    this.#parse = parse;
    const [fastify] = app.server.listeners('request') as RequestListener[];
    if (fastify === undefined) throw new Error('The server has no listener of requests.');
    this.#fastify = fastify;
    app.server.off('request', fastify);
    app.server.on('request', (raw, response) => {
      if (!this.take(raw, response)) fastify(raw, response);
    });
    // Fastify answers new calls with 503 while the server closes.
    app.addHook('preClose', async () => {
      this.#parts = null;
    });
  }

  /** Opens the path. Before, all calls go to Fastify. */
  open(parts: Parts): void {
    this.#parts = parts;
  }

  /** Adds an endpoint to the path, if fit by the declaration: a vital call with all input in a JSON body. */
  add(endpoint: Endpoint, handler: Handler): void {
    const { access, body, method, path, priority, idempotent } = endpoint;
    const isFit = priority === 'vital' && idempotent === true && !path.includes(':');
    if (!isFit || body === undefined || 'public' in access || access.scope !== 'bodyJoint') return;
    this.#routes.set(`${method} ${API_BASE}${path}`, { endpoint, access, body, handler });
  }

  /** Returns the error of a call that failed on the path; undefined for other calls. */
  failureOf(raw: IncomingMessage): { error: unknown } | undefined {
    return this.#failures.get(raw);
  }

  /** Takes a usual call. @returns false for a call of Fastify */
  take(raw: IncomingMessage, response: ServerResponse): boolean {
    if (raw.method !== 'POST' || this.#parts === null) return false;
    const route = this.#routes.get(`POST ${raw.url}`);
    if (route === undefined || !isUsual(raw, bodyLimitOf(route.endpoint))) return false;
    const call = { raw, response, route, parts: this.#parts };
    // The parser of Node.js reads the body of the same packet in this turn, after this event.
    if (this.#taken.push(call) === 1) setImmediate(() => this.#runTaken());
    return true;
  }

  #runTaken(): void {
    for (const call of this.#taken.splice(0)) void this.#run(call);
  }

  async #run(call: Call): Promise<void> {
    const { raw, response, route, parts } = call;
    const began = parts.answered === undefined ? 0 : performance.now();
    const principal = await this.#admitted(call);
    const body = principal === null ? undefined : this.#bodyOf(raw, route.body);
    if (principal === null || body === undefined) return this.#fastify(raw, response);
    const { status, answer } = route.endpoint;
    let text: string;
    try {
      const input = { params: undefined, query: undefined, body };
      const scoped = await checkScope(route.access, principal, input, parts.guard);
      const result = await route.handler(
        input,
        new StraightContext(scoped, idempotencyKey(route.endpoint, raw.headers)),
      );
      text = serializerFor(answer)(result);
    } catch (error) {
      this.#failures.set(raw, { error });
      return this.#fastify(raw, response);
    }
    response.writeHead(status, [...ANSWER_HEADERS, 'content-length', String(Buffer.byteLength(text))]);
    response.end(text);
    parts.answered?.({
      method: 'POST',
      route: API_BASE + route.endpoint.path,
      status,
      seconds: (performance.now() - began) / 1000,
    });
  }

  /** Returns the caller of a call that may start at once. Null for a call of Fastify, not counted yet. */
  async #admitted({ raw, response, route, parts }: Call): Promise<Principal | null> {
    const { guard, parties, isLate } = parts;
    try {
      // A body in a later packet has a time limit in Fastify.
      if (raw.complete === false || isLate()) return null;
      const principal = await admit(route.access, bearerToken(raw.headers.authorization), guard);
      if (parties?.startStraight(principal, response, raw.socket) === false) return null;
      keepConnection(raw.socket);
      guard.seen(principal.sessionId, raw.headers['user-agent']);
      return principal;
    } catch {
      return null;
    }
  }

  /** Reads and checks the body. Undefined for a refused body: Fastify reads the body again. */
  #bodyOf(raw: IncomingMessage, schema: TSchema): unknown {
    const bytes: Buffer | null = raw.read();
    if (bytes === null) return undefined;
    raw.unshift(bytes);
    const parsed = this.#parse(bytes.toString('utf8'));
    if (parsed === undefined) return undefined;
    const checked = validatorFor(schema, 'body')(parsed);
    return 'error' in checked ? undefined : checked.value;
  }
}

/** True for a plain request of HTTP 1.1 with a small JSON body of a stated length. */
function isUsual({ headers, httpVersion }: IncomingMessage, bodyLimit: number): boolean {
  const type = headers['content-type'];
  const length = Number(headers['content-length']);
  return (
    (type === 'application/json' || type === JSON_TYPE) &&
    length > 0 &&
    length <= bodyLimit &&
    httpVersion === '1.1' &&
    headers.authorization !== undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined
  );
}

/** Data of a call for the handler. No endpoint of the path reads the address or the request of Fastify, or sets a cookie. */
class StraightContext implements CallContext {
  readonly principal: Principal;
  readonly idempotencyKey: string | null;

  constructor(principal: Principal, idempotencyKey: string | null) {
    this.principal = principal;
    this.idempotencyKey = idempotencyKey;
  }

  get address(): never {
    throw new Error('A call on the straight path has no address.');
  }

  get request(): never {
    throw new Error('A call on the straight path has no request of Fastify.');
  }

  setCookie(): never {
    throw new Error('A call on the straight path sets no cookie.');
  }
}
