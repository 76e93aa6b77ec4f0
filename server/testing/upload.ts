import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../../shared/api.ts';
import { type Reply, type TestApp, urlOf } from './app.ts';

const BOUNDARY = 'limite-de-la-prueba';

/** Uploads a file to a test application like a browser form: a field with the body, then the file. */
export async function upload<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  app: TestApp,
  endpoint: Endpoint<P, Q, B, A>,
  input: { params?: Static<P>; query?: Static<Q>; body?: Static<B> },
  file: { name: string; content: string | Uint8Array },
  token: string,
): Promise<Reply<Static<A>>> {
  const field =
    input.body === undefined
      ? ''
      : `--${BOUNDARY}\r\nContent-Disposition: form-data; name="body"\r\n\r\n${JSON.stringify(input.body)}\r\n`;
  const head = `${field}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const response = await app.app.inject({
    method: 'POST',
    url: urlOf(endpoint.path, input.params, input.query),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(file.content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  });
  const body = response.json();
  return { status: response.statusCode, body, error: body, headers: response.headers };
}
