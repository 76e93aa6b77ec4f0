import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Endpoint } from '../../../../shared/api.ts';
import { errorReply } from '../../../../shared/errors.ts';
import { endLater, keepConnection } from '../arrivals.ts';
import { serializerFor } from '../compilers.ts';
import { admit, bearerToken, checkScope, type GuardSources } from '../guard.ts';
import { HEADERS } from '../headers.ts';
import { bodyLimitOf, type CallContext, isKey, JSON_TYPE, validatorFor } from '../mount.ts';
import type { Parties } from '../parties.ts';
import type { Principal } from '../principal.ts';
import { logUnforeseen, problemOf, refusedFields } from '../problem.ts';
import { ReadyJson } from '../ready-json.ts';

/** Function of a feature to answer an endpoint, with validated input. */
type Handler = (input: never, context: CallContext) => Promise<unknown>;

type Router = (request: IncomingMessage, response: ServerResponse) => void;

/** Checks of the server before the body of a call. */
interface Checks {
  guard: GuardSources;
  /** Rate limits; null for no limits. */
  parties: Parties | null;
  /** True if the server is too late to answer a call of the endpoint. */
  isLate: (endpoint: Endpoint) => boolean;
}

/** Answered call, for the metrics. */
interface Answered {
  method: string;
  /** Pattern of the endpoint's path. */
  route: string;
  status: number;
  seconds: number;
}

interface DirectEndpoint {
  endpoint: Endpoint;
  access: Exclude<Endpoint['access'], { public: true }>;
  handler: Handler;
  pattern: RegExp;
  bodyLimit: number;
}

/** Call under way. */
interface Call extends DirectEndpoint {
  request: IncomingMessage;
  response: ServerResponse;
  params: Record<string, string>;
  /** Time of arrival, in ms of a clock that never goes back. */
  arrivedAt: number;
}

/** Headers of every answer, before the headers of a refusal. */
const FIRST = Object.entries(HEADERS).flat();

/**
 * Answers votes and registrations without the router and the hooks of Fastify: a quarter of a vote's time in the
 * main thread. Uses the same checks, limits, schemas and answers. Each unusual call (a refused session, an odd
 * header, a server that closes) goes to the router before the body is read, and the router answers.
 */
export class DirectCalls {
  /** Endpoints without parameters, by the whole path: a search by pattern takes a fortieth of a vote's time. */
  readonly #byPath = new Map<string, DirectEndpoint>();
  readonly #byPattern: DirectEndpoint[] = [];
  readonly #app: FastifyInstance;
  readonly #parse: (body: string) => unknown;
  readonly #bodyMs: number;
  readonly #router: Router;
  #checks: Checks | null = null;
  #onAnswer: ((call: Answered) => void) | null = null;
  #isClosing = false;

  /**
   * @param app application without other listeners of requests yet
   * @param parse reads a JSON body; `bodyMs`: milliseconds for a body to arrive
   */
  constructor(app: FastifyInstance, { parse, bodyMs }: { parse: (body: string) => unknown; bodyMs: number }) {
    const [router] = app.server.listeners('request') as Router[];
    if (router === undefined) throw new Error('The server has no router.');
    this.#app = app;
    this.#parse = parse;
    this.#bodyMs = bodyMs;
    this.#router = router;
    app.server.off('request', router);
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const call = this.#find(request, response);
      if (call === null) router(request, response);
      else void this.#enter(call);
    });
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
  }

  /** Sets the function that counts each answered call. */
  countBy(onAnswer: (call: Answered) => void): void {
    this.#onAnswer = onAnswer;
  }

  /** Starts to answer calls, with the checks before the body. */
  checkBy(checks: Checks): void {
    this.#checks = checks;
  }

  /** Adds an endpoint of signed-in callers. */
  add(endpoint: Endpoint, handler: Handler): void {
    const { access } = endpoint;
    if ('public' in access) return;
    // A parameter other than a number goes to the router.
    const path = endpoint.path.replace(/:(\w+)/g, '(?<$1>\\d{1,10})');
    const pattern = new RegExp(`^${API_BASE}${path}$`);
    const added = { endpoint, access, handler, pattern, bodyLimit: bodyLimitOf(endpoint) };
    if (path === endpoint.path) this.#byPath.set(API_BASE + path, added);
    else this.#byPattern.push(added);
  }

  #find(request: IncomingMessage, response: ServerResponse): Call | null {
    const { method, url = '' } = request;
    if (method !== 'POST' || this.#isClosing || this.#checks === null) return null;
    const whole = this.#byPath.get(url);
    const found = whole ?? this.#byPattern.find(({ pattern }) => pattern.test(url));
    if (found === undefined || !isUsual(request, found)) return null;
    const params = whole === undefined ? (found.pattern.exec(url)?.groups ?? {}) : {};
    return { ...found, request, response, params, arrivedAt: performance.now() };
  }

  async #enter(call: Call): Promise<void> {
    const { request, response, endpoint } = call;
    const admitted = await this.#admit(call);
    if (admitted === null || this.#isClosing) {
      this.#router(request, response);
      return;
    }
    const onAnswer = this.#onAnswer;
    if (onAnswer !== null) {
      response.once('finish', () => {
        const seconds = (performance.now() - call.arrivedAt) / 1000;
        onAnswer({ method: 'POST', route: API_BASE + endpoint.path, status: response.statusCode, seconds });
      });
    }
    endLater(request, response, this.#bodyMs);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void this.#answer(call, admitted, Buffer.concat(chunks).toString()));
  }

  /** Checks the caller as the router does. Null for a call to refuse. */
  async #admit({ request, response, endpoint, access }: Call): Promise<Admitted | null> {
    const checks = this.#checks;
    if (checks === null) return null;
    const { guard, parties } = checks;
    parties?.countAhead(request, response, false);
    try {
      if (checks.isLate(endpoint)) return null;
      const principal = await admit(access, bearerToken(request.headers.authorization), guard);
      keepConnection(request.socket);
      guard.seen(principal.sessionId, request.headers['user-agent']);
      await parties?.ofSession(principal, endpoint, response);
      return { principal, guard };
    } catch {
      return null;
    }
  }

  async #answer(call: Call, { principal, guard }: Admitted, text: string): Promise<void> {
    const { endpoint, access, handler, request } = call;
    let isParsed = false;
    try {
      const sent = this.#parse(text);
      isParsed = true;
      const params = checked(endpoint.params, 'params', call.params);
      const body = checked(endpoint.body, 'body', sent);
      const input = { params, query: {}, body };
      const by = await checkScope(access, principal, input, guard);
      const answer = await handler(input as never, new DirectContext(by, keyOf(endpoint, request)));
      if (answer instanceof ReadyJson)
        throw new Error(`${endpoint.id} answers with bytes: a call for the router`);
      send(call, endpoint.status, serializerFor(endpoint.answer)(answer));
    } catch (error) {
      // The router closes the connection after a body other than JSON.
      this.#refuse(call, error as Error, isParsed ? [] : ['connection', 'close']);
    }
  }

  #refuse(call: Call, error: Error, headers: string[]): void {
    const { response, endpoint } = call;
    if (response.destroyed || response.headersSent) return;
    const problem = problemOf(error);
    const body = errorReply(problem.code, problem.details);
    const { statusCode } = body;
    const { log } = this.#app;
    if (problem.code === 'internal') logUnforeseen(log, error);
    if (statusCode >= 500) {
      const route = API_BASE + endpoint.path;
      response.once('finish', () => log.warn({ route, status: statusCode }, 'answered'));
    }
    if (problem.retryAfter !== undefined) headers.push('retry-after', String(Math.ceil(problem.retryAfter)));
    send(call, statusCode, JSON.stringify(body), headers);
  }
}

interface Admitted {
  principal: Principal;
  guard: GuardSources;
}

/** Context of a call for handlers with a use for the caller and the key only. */
class DirectContext implements CallContext {
  readonly principal: Principal;
  readonly idempotencyKey: string | null;

  constructor(principal: Principal, idempotencyKey: string | null) {
    this.principal = principal;
    this.idempotencyKey = idempotencyKey;
  }

  get address(): never {
    throw new Error('A direct call has no address.');
  }

  get request(): never {
    throw new Error('A direct call has no request of the router.');
  }

  get setCookie(): never {
    throw new Error('A direct call sets no cookie.');
  }
}

/** True for the headers of a call from our page: a JSON body of known length, and a session. */
function isUsual({ headers }: IncomingMessage, { bodyLimit, endpoint }: DirectEndpoint): boolean {
  const length = Number(headers['content-length']);
  return (
    headers['content-type'] === 'application/json' &&
    length > 0 &&
    length <= bodyLimit &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    bearerToken(headers.authorization) !== null &&
    (headers['idempotency-key'] === undefined ||
      endpoint.idempotent !== true ||
      isKey(headers['idempotency-key']))
  );
}

function keyOf({ idempotent }: Endpoint, { headers }: IncomingMessage): string | null {
  const key = headers['idempotency-key'];
  return idempotent === true && isKey(key) ? key : null;
}

function checked(schema: Endpoint['params'], part: string, sent: unknown): unknown {
  if (schema === undefined) return sent;
  const found = validatorFor(schema, part)(sent);
  if ('error' in found) throw refusedFields(found.error);
  return found.value;
}

function send({ response }: Call, status: number, text: string, headers: readonly string[] = []): void {
  response.writeHead(status, [
    ...FIRST,
    ...headers,
    ...['content-type', JSON_TYPE, 'cache-control', 'no-store'],
    ...['content-length', String(Buffer.byteLength(text))],
  ]);
  response.end(text);
}
