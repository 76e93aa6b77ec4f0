import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Convert } from 'typebox/value';
import { type Endpoint, ErrorBody, type FileAnswer, type InputOf } from '../../shared/api.ts';
import { Profile } from '../../shared/profiles.ts';
import { admit, bearerToken, checkScope, type GuardSources } from './guard.ts';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';
import { ReadyJson } from './ready-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** What a handler gets beside its input. */
export interface CallContext {
  /** Who calls; reading it in a public endpoint is a programming error. */
  readonly principal: Principal;
  /** The client's address, for limits. */
  address: string;
  /** The request's `Idempotency-Key`, where the endpoint honours one. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  /** Sends a cookie with the answer: a whole `Set-Cookie`. */
  setCookie: (cookie: string) => void;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** Deeper than any body of ours, and shallow enough for whatever walks one later. */
const MAX_DEPTH = 32;
/** A NUL, which PostgreSQL refuses in any text, or half of a character, which neither store gives back. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Compiled once in a process, whose applications share their schemas. */
const checks = new WeakMap<TSchema, Validator>();

/**
 * Query and path parameters arrive as text and are converted, where the text is just what the value is written
 * as: `true` is never a joint's id. A body is taken as it is, so that null is never a zero.
 */
export function validatorFor(schema: TSchema, part: string) {
  const compiled = checks.get(schema) ?? Compile(schema);
  checks.set(schema, compiled);
  return (data: unknown) => {
    // Convert may change what it is given, and what was sent is compared below.
    const value = part === 'body' ? data : Convert(schema, { ...Object(data) });
    if (!compiled.Check(value)) return { error: compiled.Errors(value) };
    if (part !== 'body' && !isWrittenSo(data, value)) return refused('written otherwise');
    if (!isStorable(value)) return refused('holds what no store keeps');
    return { value };
  };
}

const refused = (message: string) => ({
  error: [{ keyword: 'pattern', instancePath: '', schemaPath: '', params: {}, message }],
});

function isWrittenSo(sent: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, field]) => String(field) === Reflect.get(Object(sent), name));
}

/** Walks without recursion: what is sent may be nested deeper than a stack is. */
function isStorable(value: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'string' && UNSTORABLE.test(next.value)) return false;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    if (depth > MAX_DEPTH) return false;
    for (const field of Object.values(next.value)) waiting.push({ value: field, depth });
  }
  return true;
}

/** Puts an endpoint on the router. A server whose endpoint declares no access rule does not start. */
export type Mount = <P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  endpoint: Endpoint<P, Q, B, A>,
  handler: (input: InputOf<Endpoint<P, Q, B, A>>, context: CallContext) => Promise<Static<A> | ReadyJson>,
  /** Takes over an upgraded connection, where the endpoint is a WebSocket. */
  onSocket?: (input: InputOf<Endpoint<P, Q, B, A>>, principal: Principal, socket: WebSocket) => void,
) => void;

export function mountOn(app: FastifyInstance, sources: GuardSources): Mount {
  return (endpoint, handler, onSocket) => {
    const { access } = endpoint;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: {
        operationId: endpoint.id,
        summary: endpoint.summary,
        ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
        tags: [endpoint.tag],
        ...('public' in access ? {} : { security: [{ session: [] }] }),
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
        ...(endpoint.upload === true ? { consumes: ['multipart/form-data'] } : {}),
        response: {
          // A file's bytes are sent as they are: no schema serialises them.
          ...(endpoint.file === true ? {} : { [endpoint.status]: endpoint.answer }),
          '4xx': ErrorBody,
        },
      },
      onRequest: async (request) => {
        if ('public' in access) return;
        const token = bearerToken(request.headers.authorization);
        const shown = token === null && endpoint.socket === true ? queryToken(request.query) : null;
        request.principal = await admit(access, token ?? shown, sources);
        // Addresses end up in histories and logs: only a wall display's token may stand in one.
        if (shown !== null && request.principal.profileId !== Profile.display) throw new Problem('forbidden');
      },
      preHandler: async (request) => {
        if ('public' in access || request.principal === null) return;
        await checkScope(access, request.principal, request, sources);
      },
      ...(onSocket === undefined
        ? {}
        : {
            wsHandler: (socket: WebSocket, request: FastifyRequest) => {
              const input = { params: request.params, query: request.query, body: undefined };
              if (request.principal !== null) onSocket(input as never, request.principal, socket);
            },
          }),
      handler: async (request, reply) => {
        const context: CallContext = {
          get principal() {
            if (request.principal === null) throw new Error(`${endpoint.id} is public: it has no principal`);
            return request.principal;
          },
          address: request.ip,
          idempotencyKey: endpoint.idempotent === true ? idempotencyKey(request) : null,
          request,
          setCookie: (cookie) => void reply.header('set-cookie', cookie),
        };
        // The validators above have made the input what the schemas say.
        const input = { params: request.params, query: request.query, body: request.body };
        const answer = await handler(input as Parameters<typeof handler>[0], context);
        reply.code(endpoint.status);
        if (endpoint.file === true) return sendFile(reply, answer as FileAnswer);
        if (answer instanceof ReadyJson) return reply.type(JSON_TYPE).send(answer.bytes);
        return endpoint.status === 204 ? reply.send() : answer;
      },
    });
  };
}

/** Its name travels as RFC 5987 has it, since names carry accents. */
function sendFile(reply: FastifyReply, { name, mediaType, bytes }: FileAnswer): FastifyReply {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded}`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function queryToken(query: unknown): string | null {
  const token: unknown = Reflect.get(Object(query), 'token');
  return typeof token === 'string' ? token : null;
}

function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || header.length < 8 || header.length > 128) {
    throw new Problem('idempotencyKeyInvalid');
  }
  return header;
}
