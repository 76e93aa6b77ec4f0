/**
 * API client of the browser tests: calls the running server with the types of shared/. For steps without a screen,
 * and for counting.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { type Input, type Reply, urlOf } from '../../server/testing/app.ts';
import { Asker, type Sending } from '../../server/testing/asker.ts';
import { callOver } from '../../server/testing/process.ts';
import type { Endpoint } from '../../shared/api.ts';

/** HTTP status of an overloaded server. The client retries each second, at most a minute. */
const BUSY = 503;
const AGAIN_MS = 1_000;
const MOST_AGAIN = 60;

async function patiently<R extends { status: number }>(ask: () => Promise<R>): Promise<R> {
  let answer = await ask();
  for (let again = 1; again <= MOST_AGAIN && answer.status === BUSY; again += 1) {
    await pause(AGAIN_MS);
    answer = await ask();
  }
  return answer;
}

export class ApiClient extends Asker {
  readonly #url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null = null) {
    super();
    this.#url = url;
    this.token = token;
  }

  as(token: string): this {
    return new ApiClient(this.#url, token) as this;
  }

  /**
   * Calls an endpoint and returns any answer of the server, also an error. Rejects only if the server does not
   * answer.
   */
  call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
    key?: string,
  ): Promise<Reply<Static<A>>> {
    return callOver(this.#url)(endpoint, input, { token: this.token ?? undefined, key });
  }

  /**
   * Calls an endpoint and returns the successful answer; throws for an error. Retries while the server is busy, as
   * after a start.
   */
  override async ask<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
  ): Promise<Static<A>> {
    const reply = await patiently(() => this.call(endpoint, input));
    const { status, body, error } = reply;
    if (status !== endpoint.status) throw new Error(`${endpoint.id}: ${JSON.stringify(error)}`);
    return body;
  }

  async send<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    { params, query, name, text }: Sending,
  ): Promise<Static<A>> {
    const form = new FormData();
    form.set('file', new Blob([text], { type: 'text/csv' }), name);
    const response = await patiently(() =>
      fetch(this.#url + urlOf(endpoint.path, params, query), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${this.token ?? ''}` },
        body: form,
      }),
    );
    if (!response.ok) throw new Error(`${endpoint.id}: ${await response.text()}`);
    return (await response.json()) as Static<A>;
  }
}
