import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../../shared/api.ts';
import { importApartments } from '../../shared/properties/apartments.api.ts';
import type { Input, Reply } from './app.ts';

/** A file that is sent, and what stands in the address. */
export interface Sending {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  name: string;
  text: string;
}

/** Somebody who calls the application, in this process (`AppAsker`) or over the network (`ApiClient`). */
export abstract class Asker {
  abstract readonly token: string | null;

  /** The same application, asked by whoever the token is of. */
  abstract as(token: string): this;

  /** Whatever is answered. */
  abstract call<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input?: Partial<Input<Endpoint<P, Q, B, A>>>,
    key?: string,
  ): Promise<Reply<Static<A>>>;

  /** Sends a file to an endpoint that takes one. @throws Error where it is refused */
  abstract send<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    sending: Sending,
  ): Promise<Static<A>>;

  /** The answer, where nothing else will do. @throws Error where it is another */
  async ask<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
    endpoint: Endpoint<P, Q, B, A>,
    input: Partial<Input<Endpoint<P, Q, B, A>>> = {},
  ): Promise<Static<A>> {
    const { status, body, error } = await this.call(endpoint, input);
    if (status !== endpoint.status) throw new Error(`${endpoint.id}: ${JSON.stringify(error)}`);
    return body;
  }

  /** Loads a joint's table of units, as the import does with the file. */
  async importUnits(jointId: number, name: string, text: string): Promise<void> {
    await this.send(importApartments, { params: { jointId }, query: { commit: true }, name, text });
  }
}

/** What a token says of its session; `exp` is in epoch seconds. */
export const claimsOf = (token: string): { sub: string; sid: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
