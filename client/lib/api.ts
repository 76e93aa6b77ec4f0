import { type AnswerOf, API_BASE, type Endpoint, type InputOf } from '../../shared/api.ts';
import { internal, overloaded } from '../../shared/said-errors.ts';
import { hearClock } from './server-clock.ts';
import { endSession, useSession } from './session.store.ts';

/** Default time limit of a request, ms, as the specification requires. */
const TIMEOUT_MS = 30_000;

/**
 * Time limit of a file upload, ms: three minutes, for slow networks and busy servers. The person sees the
 * progress.
 */
export const SHEET_TIMEOUT_MS = 180_000;

/** Error of a failed API call. `message` is a sentence to show to the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    /** HTTP status of the answer. 0 if no answer came. */
    readonly status: number,
    /** Error code from `shared/errors.ts`; `timeout` or `network` if no answer came. */
    readonly code: string,
    message: string,
    readonly details?: unknown,
    /** Waiting time requested by the server (Retry-After), ms. Null if the server requested no wait. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

type Params = Record<string, string | number>;
type Query = Record<string, string | number | boolean | undefined>;

interface CallOptions {
  /** Idempotency key: a second request with the same key returns the first answer. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /**
   * Token to use in place of the session's token, for a call between sign-in and session. Empty text for a call
   * without a session.
   */
  token?: string;
  /** Time limit in place of 30 seconds, ms, for a visible wait with a button to cancel. */
  timeoutMs?: number;
  /** `reload` bypasses the browser's cache, for an answer cached as never changing. */
  cache?: RequestCache;
}

/**
 * Adds a part of the call (path parameters, query, body) to the input type. The part is optional if all fields are
 * optional, and absent if the endpoint does not have the part.
 */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/**
 * Input of an API call: parameters, query and body of the endpoint `E`, as far as the endpoint has the
 * part.
 */
export type CallInput<E> = Part<'params', InputOf<E>['params']> &
  Part<'query', InputOf<E>['query']> &
  Part<'body', InputOf<E>['body']> &
  CallOptions;

/**
 * Argument list with a single input of type `T`, optional if no field of `T` is required. For the functions
 * around `call`.
 */
export type Arguments<T> = object extends T ? [input?: T] : [input: T];

interface AnyInput extends CallOptions {
  params?: Params;
  query?: Query;
  body?: unknown;
}

/**
 * Calls an endpoint of the API with the session of the tab and returns the answer: `await call(getJoint,
 * {params: {jointId}})`.
 * @throws ApiError for a refusal or a missing answer
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<CallInput<E>>
): Promise<AnswerOf<E>> {
  const { params, query, body, ...options } = (input ?? {}) as AnyInput;
  const url = buildUrl(endpoint.path, params, query);
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return (await send(
    endpoint,
    url,
    headers,
    body === undefined ? undefined : JSON.stringify(body),
    options,
  )) as AnswerOf<E>;
}

/**
 * Uploads a file to an endpoint. A body, if the endpoint has one, is sent before the file.
 * @param input parameters, query and body of the endpoint, and the file
 */
export async function upload<E extends Endpoint & { upload?: true }>(
  endpoint: E,
  input: CallInput<E> & { file: File },
): Promise<AnswerOf<E>> {
  const { params, query, body, file, ...options } = input as AnyInput & { file: File };
  const form = new FormData();
  if (body !== undefined) form.set('body', JSON.stringify(body));
  form.set('file', file, file.name);
  const patient = { timeoutMs: SHEET_TIMEOUT_MS, ...options };
  return (await send(endpoint, buildUrl(endpoint.path, params, query), {}, form, patient)) as AnswerOf<E>;
}

/** Downloaded file. */
export interface Download {
  /** File name with extension. */
  name: string;
  /** Content of the file. */
  blob: Blob;
}

/**
 * Downloads a file from an endpoint, for example a report.
 * @throws ApiError
 */
export async function download<E extends Endpoint & { file?: true }>(
  endpoint: E,
  ...[input]: Arguments<CallInput<E>>
): Promise<Download> {
  const { params, query, body, ...options } = (input ?? {}) as AnyInput;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const text = body === undefined ? undefined : JSON.stringify(body);
  const url = buildUrl(endpoint.path, params, query);
  return (await send(endpoint, url, headers, text, options, readFile)) as Download;
}

/**
 * Builds the URL of a call: fills the parameters into the path, and appends the query.
 * @param path path of the endpoint with `:name` parameters: '/joints/:jointId'
 * @param params values of the path's parameters, by name
 * @param query values of the query, by name; undefined values are left out
 */
export function buildUrl(path: string, params: Params = {}, query: Query = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path parameter ${name} is missing in ${path}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const tail = search.size === 0 ? '' : `?${search}`;
  return `${API_BASE}${filled}${tail}`;
}

async function send(
  endpoint: Endpoint,
  url: string,
  headers: Record<string, string>,
  body: BodyInit | undefined,
  { idempotencyKey, signal, token: ownToken, timeoutMs = TIMEOUT_MS, cache }: CallOptions,
  read: (response: Response) => Promise<unknown> = readJson,
): Promise<unknown> {
  const token = ownToken ?? useSession.getState().token;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;

  // AbortSignal.any would be shorter, but the oldest supported browser (Chrome 109) lacks the function.
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const askedAt = Date.now();
    const response = await fetch(url, {
      method: endpoint.method,
      headers,
      body,
      cache,
      signal: controller.signal,
    });
    hearClock(response.headers.get('date'), askedAt);
    if (response.ok) return await read(response);
    throw toApiError(response.status, await readJson(response), response.headers.get('retry-after'));
  } catch (error) {
    if (error instanceof ApiError) {
      // Ends the session only if the call carried the current token. A 401 with another code means a wrong password,
      // not an ended session.
      const isEnded = error.code === 'unauthenticated' || error.code === 'accessEnded';
      if (isEnded && token && token === useSession.getState().token) {
        if (error.code === 'accessEnded') endSession(error.message, true);
        else endSession('Su sesión terminó. Ingrese nuevamente para continuar.');
      }
      throw error;
    }
    if (signal?.aborted) throw error;
    throw timedOut
      ? new ApiError(0, 'timeout', `timeout of ${timeoutMs}ms exceeded`)
      : new ApiError(0, 'network', 'Network Error');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Parses the body of an answer as JSON. Returns null if the body is empty or not JSON (a proxy's page). */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readFile(response: Response): Promise<Download> {
  const named = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '');
  return { name: decodeURIComponent(named?.[1] ?? 'archivo'), blob: await response.blob() };
}

/**
 * Builds an ApiError from a failed answer of the server or of a proxy.
 * @param status HTTP status of the answer
 * @param body parsed body of the answer; a proxy's page is no error body
 * @param retryAfter header Retry-After; null if absent
 */
export function toApiError(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  const retryAfterMs = Number.isNaN(seconds) ? null : seconds * 1_000;
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
    const { code, message } = body;
    const details = 'details' in body ? body.details : undefined;
    if (typeof code === 'string' && typeof message === 'string') {
      return new ApiError(status, code, message, details, retryAfterMs);
    }
  }
  const isBusy = [502, 503, 504].includes(status);
  const [code, [, message]] = isBusy
    ? (['overloaded', overloaded] as const)
    : (['internal', internal] as const);
  return new ApiError(status, code, message, undefined, retryAfterMs);
}

/**
 * Returns the sentence to show for a caught error:
 * 1. the sentence in the error's details, if any, because a detail says more exactly how to mend the error
 * 2. the sentence of the server
 * 3. `fallback`
 */
export function messageOf(error: unknown, fallback: string = internal[1]): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  const { details } = error;
  const isPrecise = typeof details === 'object' && details !== null && 'message' in details;
  return isPrecise && typeof details.message === 'string' ? details.message : error.message;
}

/**
 * Returns the Spanish text to show after a failed request: the server's message if a rule refused the request
 * (status 409, 422, 429), else `fallback`.
 */
export function failureText(error: unknown, fallback: string): string {
  const isRefusal = error instanceof ApiError && [409, 422, 429].includes(error.status);
  return isRefusal ? error.message : fallback;
}

/** True if the error is an ApiError with a code among `codes`. */
export function hasCode(error: unknown, ...codes: string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
