import { Readable } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TNull, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Convert } from 'typebox/value';
import { API_BASE, type Endpoint, ErrorBody, type FileAnswer, type InputOf } from '../../../shared/api.ts';
import { defined } from '../../../shared/defined.ts';
import { Profile } from '../../../shared/profiles.ts';
import { keepConnection } from './arrivals.ts';
import type { FileInPieces } from './file-in-pieces.ts';
import { admit, bearerToken, checkScope, type GuardSources } from './guard.ts';
import { refusedShape } from './json-body.ts';
import type { Parties } from './parties.ts';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';
import { PackedJson, ReadyJson, takes } from './ready-json.ts';
import { Oversize, type Sized, sizesOf } from './sizes.ts';
import { plainFileName, uploadedText } from './uploaded-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** Data of a request for the handler of an endpoint, beside the validated input. */
export interface CallContext {
  /** Signed-in caller. Reading the field in a public endpoint throws, because a public call has no caller. */
  readonly principal: Principal;
  /** IP address of the client, for limits by address. */
  address: string;
  /** Header `Idempotency-Key` of the request; null without a key, or if the endpoint does not support keys. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  /** Sends a cookie with the answer; takes a whole `Set-Cookie` value. */
  setCookie: (cookie: string) => void;
}

/** Cache-Control of answers that never change: a year, only for the caller. */
const LASTING = 'private, max-age=31536000, immutable';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Default limit of a JSON body in bytes: several times the longest texts of a form. */
const BODY_LIMIT = 64 * 1024;
/**
 * Maximum body in bytes for an endpoint without a body. Not 0, because some clients always send an empty
 * object.
 */
export const NO_BODY_LIMIT = 1024;

/**
 * Returns the largest size, in bytes, of a request's body for an endpoint. A larger body gets the answer 413
 * bodyTooLarge.
 */
export function bodyLimitOf({ body, bodyLimit }: Endpoint): number {
  return bodyLimit ?? (body === undefined ? NO_BODY_LIMIT : BODY_LIMIT);
}

// People need only the first fault. To explain every fault costs more than to refuse the value.
Settings.Set({ maxErrors: 1 });

interface Compiled {
  sized: Sized;
  typed: Validator;
}

/** Validators compiled once per process, for the schemas common to all applications of a process. */
const compiled = new WeakMap<TSchema, Compiled>();

function compile(schema: TSchema): Compiled {
  const made = compiled.get(schema) ?? { sized: sizesOf(schema), typed: Compile(schema) };
  compiled.set(schema, made);
  return made;
}

/**
 * Returns the validator of a schema for Fastify. Checks sizes first, then types and patterns, and drops
 * unknown fields. Numbers and booleans in query and path are converted from text, only in the exact form
 * ('7', 'true'). Values of a body are never converted.
 * @param part part of the request: 'params', 'querystring' or 'body'
 * @throws Error for a schema with an unlimited text or list
 */
export function validatorFor(schema: TSchema, part: string) {
  const { sized, typed } = compile(schema);
  return (data: unknown) => {
    // A repeated query parameter arrives as a list.
    if (part !== 'body' && !areTexts(data)) return refused('type', '');
    const sizedData = sized(part === 'body' ? data : { ...Object(data) });
    if (sizedData instanceof Oversize) return refused(sizedData.keyword, sizedData.path);
    const value = part === 'body' ? sizedData : Convert(schema, sizedData);
    if (!typed.Check(value)) return { error: typed.Errors(value) };
    if (part !== 'body' && !isWrittenSo(data, value)) return refused('pattern', '');
    return { value };
  };
}

const refused = (keyword: string, instancePath: string) => ({
  error: [{ keyword, instancePath, schemaPath: '', params: {}, message: 'refused' }],
});

const areTexts = (sent: unknown): boolean =>
  Object.values(Object(sent)).every((value) => typeof value === 'string');

function isWrittenSo(sent: unknown, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, field]) => String(field) === Reflect.get(Object(sent), name));
}

/** Answer of a handler. May be undefined if the endpoint's answer is null. */
type AnswerOf<A extends TSchema> =
  | Promise<Static<A> | ReadyJson | FileInPieces>
  | (A extends TNull ? Promise<void> : never);

/**
 * Function to add an endpoint with a handler to the server. Throws at the start of the server for an
 * endpoint without an access rule, or with an unlimited text or list in the input.
 */
export type Mount = <P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  endpoint: Endpoint<P, Q, B, A>,
  handler: (input: InputOf<Endpoint<P, Q, B, A>>, context: CallContext) => AnswerOf<A>,
  /** Handles an open connection of a WebSocket endpoint. */
  onSocket?: (input: InputOf<Endpoint<P, Q, B, A>>, principal: Principal, socket: WebSocket) => void,
) => void;

/**
 * Adds the endpoints of all features below the base path of the API.
 * @param guard functions to check the callers; `parties`: rate limits, null for no limits
 * @param mountAll adds all endpoints; gets a function from a feature's name to the feature's `Mount`
 * @throws Error for a route without an access rule
 */
export async function apiScope(
  app: FastifyInstance,
  { guard, parties }: { guard: GuardSources; parties: Parties | null },
  mountAll: (mountOf: (feature: string) => Mount) => void,
): Promise<void> {
  await app.register(
    async (api) => {
      api.addHook('onRoute', (route) => {
        if (route.config?.endpoint?.access === undefined) {
          throw new Error(`${route.method} ${route.url} declares no access rule`);
        }
      });
      // Disable caches for API answers (personal and changing), except lasting answers.
      api.addHook('onSend', async (request, reply) => {
        const isLasting = request.routeOptions.config.endpoint?.lasting === true && reply.statusCode === 200;
        reply.header('cache-control', isLasting ? LASTING : 'no-store');
      });
      mountAll(mountOn(api, guard, parties));
    },
    { prefix: API_BASE },
  );
}

/**
 * Returns a function from a feature's name to the feature's `Mount`, the function to add endpoints. The
 * OpenAPI page groups the endpoints by the name.
 * @param parties rate limits; null for no limits
 */
export function mountOn(app: FastifyInstance, sources: GuardSources, parties: Parties | null = null) {
  const mountOf =
    (feature: string): Mount =>
    (endpoint, handler, onSocket) => {
      const { access } = endpoint;
      // Schemas are compiled at first use, but a schema without bounds must stop the start.
      for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
        if (schema !== undefined) sizesOf(schema);
      }
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: bodyLimitOf(endpoint),
        config: { endpoint },
        schema: routeSchema(endpoint, feature),
        onRequest: admission(endpoint, sources, parties),
        preHandler: async (request) => {
          if ('public' in access || request.principal === null) return;
          request.principal = await checkScope(access, request.principal, request, sources);
        },
        ...defined({
          // Answers to votes are below the threshold of compression.
          compress: endpoint.priority === 'vital' ? (false as const) : undefined,
          wsHandler:
            onSocket === undefined
              ? undefined
              : (socket: WebSocket, request: FastifyRequest) => {
                  const input = { params: request.params, query: request.query, body: undefined };
                  if (request.principal !== null) onSocket(input as never, request.principal, socket);
                },
        }),
        handler: async (request, reply) => {
          const context = callContext(endpoint, request, reply);
          // The validators have given the input the types of the schemas.
          const body = endpoint.upload === true ? await formBody(request, endpoint.body) : request.body;
          const input = { params: request.params, query: request.query, body };
          const answer = await handler(input as Parameters<typeof handler>[0], context);
          reply.code(endpoint.status);
          if (endpoint.file === true) return sendFile(reply, answer as FileAnswer | FileInPieces);
          if (answer instanceof ReadyJson) return sendReady(request, reply, answer);
          return endpoint.status === 204 ? reply.send() : answer;
        },
      });
    };
  return mountOf;
}

/** Schemas and description of an endpoint for Fastify: for the checks and for the OpenAPI page. */
const routeSchema = (endpoint: Endpoint, feature: string) => ({
  operationId: endpoint.id,
  summary: endpoint.summary,
  ...defined({ description: endpoint.description }),
  tags: [endpoint.tag ?? feature],
  ...defined({
    security: 'public' in endpoint.access ? undefined : [{ session: [] }],
    params: endpoint.params,
    querystring: endpoint.query,
  }),
  // The fields of an upload are validated later, together with the file.
  ...defined({
    body: endpoint.body === undefined || endpoint.upload === true ? undefined : endpoint.body,
    consumes: endpoint.upload === true ? ['multipart/form-data'] : undefined,
  }),
  response: {
    // Bytes of a file are sent unchanged: no schema serialises them.
    ...defined({ [endpoint.status]: endpoint.file === true ? undefined : endpoint.answer }),
    '4xx': ErrorBody,
  },
});

/**
 * Returns the check of the caller at the arrival of a request, before the body: sign-in, profile and rate limits.
 * Fills in `request.principal`.
 */
function admission(endpoint: Endpoint, sources: GuardSources, parties: Parties | null) {
  const { access } = endpoint;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if ('public' in access) {
      await parties?.ofPublic(request, reply, endpoint);
      return;
    }
    try {
      const token = bearerToken(request.headers.authorization);
      const shown = token === null && endpoint.socket === true ? queryToken(request.query) : null;
      request.principal = await admit(access, token ?? shown, sources);
      keepConnection(request.raw.socket);
      sources.seen(request.principal.sessionId, request.headers['user-agent']);
      // URLs are stored in histories and logs: only the token of a wall display may appear in a URL.
      if (shown !== null && request.principal.profileId !== Profile.display) {
        throw new Problem('forbidden');
      }
      // The connection of a socket stays open for hours and is counted in live/.
      if (endpoint.socket === true) return;
      await parties?.ofSession(request.principal, endpoint, reply);
    } catch (error) {
      await parties?.ofNobody(request, reply);
      throw error;
    }
  };
}

/** Data of a request for the handler of an endpoint. */
const callContext = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): CallContext => ({
  get principal() {
    if (request.principal === null) throw new Error(`${endpoint.id} is public: it has no principal`);
    return request.principal;
  },
  address: request.ip,
  idempotencyKey: endpoint.idempotent === true ? idempotencyKey(request) : null,
  request,
  setCookie: (cookie) => void reply.header('set-cookie', cookie),
});

/**
 * Reads and checks the field `body` beside the file of a form; an empty object without the field.
 * @throws Problem notJson, badRequest, bodyTooLarge; and as for the file
 */
async function formBody(request: FastifyRequest, schema: TSchema | undefined): Promise<unknown> {
  if (schema === undefined) return undefined;
  const text = await uploadedText(request);
  if (text === undefined) return {};
  const refused = refusedShape(text);
  if (refused !== null) throw new Problem(refused);
  const checked = validatorFor(schema, 'body')(jsonIn(text));
  if ('error' in checked) throw new Problem('badRequest');
  return checked.value;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('notJson');
  }
}

function sendReady({ headers }: FastifyRequest, reply: FastifyReply, answer: ReadyJson): FastifyReply {
  reply.type(JSON_TYPE);
  if (!(answer instanceof PackedJson)) return reply.send(answer.bytes);
  reply.header('vary', 'accept-encoding');
  if (!takes('gzip', headers['accept-encoding'])) return reply.send(answer.unpacked());
  return reply.header('content-encoding', 'gzip').send(answer.bytes);
}

/** Sends a file as the answer, with the file name encoded by RFC 5987 because names have accents. */
function sendFile(reply: FastifyReply, file: FileAnswer | FileInPieces): FastifyReply {
  const encoded = encodeURIComponent(plainFileName(file.name, file.mediaType)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  reply.type(file.mediaType).header('content-disposition', `attachment; filename*=UTF-8''${encoded}`);
  if ('pieces' in file) {
    // A broken file is shorter than its declared length, so no client takes it for complete.
    return reply
      .header('content-length', file.length)
      .send(Readable.from(file.pieces, { objectMode: false }));
  }
  const { buffer, byteOffset, byteLength } = file.bytes;
  return reply.send(Buffer.from(buffer, byteOffset, byteLength));
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
