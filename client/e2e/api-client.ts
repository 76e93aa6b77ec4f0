/** Calls of the running server, typed by shared/ as the client's are, for what has no screen and for counting. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import type { Endpoint, InputOf } from '../../shared/api.ts';
import type { ErrorReply } from '../../shared/errors.ts';
import { importApartments } from '../../shared/properties/apartments.api.ts';
import { buildUrl } from '../lib/api.ts';

/** What a server says that has too much to do; asked again in a second, for a minute. */
const BUSY = 503;
const AGAIN_MS = 1_000;
const MOST_AGAIN = 60;

type Input<E> = { [K in keyof InputOf<E> as InputOf<E>[K] extends undefined ? never : K]: InputOf<E>[K] };

interface Reply<T> {
  status: number;
  /** The answer where the status is the endpoint's; otherwise read `error`. */
  body: T;
  error: ErrorReply;
}

interface Given {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

export class ApiClient {
  readonly #url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null = null) {
    this.#url = url;
    this.token = token;
  }

  /** Whatever the server answers; rejects where it does not. */
  async call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
    key?: string,
  ): Promise<Reply<Static<A>>> {
    const { params, query, body }: Given = input;
    const headers: Record<string, string> = this.#headers();
    if (key !== undefined) headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(this.#url + buildUrl(endpoint.path, params, query), {
      method: endpoint.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const answer = text === '' ? null : JSON.parse(text);
    return { status: response.status, body: answer, error: answer };
  }

  /** The answer, where nothing else will do; a server that says it is busy, as one that just started may, is asked again. */
  async ask<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
  ): Promise<Static<A>> {
    let reply = await this.call(endpoint, input);
    for (let again = 1; again <= MOST_AGAIN && reply.status === BUSY; again += 1) {
      await pause(AGAIN_MS);
      reply = await this.call(endpoint, input);
    }
    const { status, body, error } = reply;
    if (status !== endpoint.status) throw new Error(`${endpoint.id}: ${JSON.stringify(error)}`);
    return body;
  }

  /** Sends a file to an endpoint that takes one, as its screen does. */
  async send<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    { params, query, name, text }: Pick<Given, 'params' | 'query'> & { name: string; text: string },
  ): Promise<Static<A>> {
    const form = new FormData();
    form.set('file', new Blob([text], { type: 'text/csv' }), name);
    const response = await fetch(this.#url + buildUrl(endpoint.path, params, query), {
      method: endpoint.method,
      headers: this.#headers(),
      body: form,
    });
    if (!response.ok) throw new Error(`${endpoint.id}: ${await response.text()}`);
    return (await response.json()) as Static<A>;
  }

  /** Loads a joint's table of units, as the import screen does. */
  async importUnits(jointId: number, name: string, text: string): Promise<void> {
    await this.send(importApartments, { params: { jointId }, query: { commit: true }, name, text });
  }

  #headers(): Record<string, string> {
    return this.token === null ? {} : { authorization: `Bearer ${this.token}` };
  }
}
