import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../../shared/api.ts';
import { importApartments } from '../../shared/properties/apartments.api.ts';
import type { Input, Reply } from './app.ts';

/** Text file to upload in a test, with the parameters of the endpoint. */
export interface Sending {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  name: string;
  text: string;
}

/** API client for tests, of an application in the same process (`AppAsker`) or over the network (`ApiClient`). */
export abstract class Asker {
  abstract readonly token: string | null;

  /** Returns a client of the same application, signed in with another token. */
  abstract as(token: string): this;

  /** Calls an endpoint and returns the reply, also of a refusal. */
  abstract call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input?: Partial<Input<Endpoint<P, Q, B, A>>>,
    key?: string,
  ): Promise<Reply<Static<A>>>;

  /**
   * Uploads a file and returns the body of the reply.
   * @throws Error on a refusal
   */
  abstract send<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    sending: Sending,
  ): Promise<Static<A>>;

  /**
   * Calls an endpoint and returns the body of a success.
   * @throws Error on any other status
   */
  async ask<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
  ): Promise<Static<A>> {
    const { status, body, error } = await this.call(endpoint, input);
    if (status !== endpoint.status) throw new Error(`${endpoint.id}: ${JSON.stringify(error)}`);
    return body;
  }

  /** Imports the units of a joint from a file, through the API. */
  async importUnits(jointId: number, name: string, text: string): Promise<void> {
    await this.send(importApartments, { params: { jointId }, query: { commit: true }, name, text });
  }
}

/**
 * Returns the content of a session token: user (`sub`), session (`sid`), and end in epoch seconds (`exp`).
 */
export const claimsOf = (token: string): { sub: string; sid: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
