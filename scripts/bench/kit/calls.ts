/** Functions to send HTTP calls from benches. */
import { API_BASE } from '../../../shared/api.ts';
import { defined } from '../../../shared/defined.ts';

interface Call {
  method?: string;
  path: string;
  token?: string;
  /** Body of the request, sent as JSON. */
  body?: object;
}

/**
 * Sends a request and returns the body of the answer.
 * @throws Error with the status of a refusal
 */
export async function send(origin: string, { method = 'POST', path, token, body }: Call): Promise<Buffer> {
  const response = await fetch(`${origin}${API_BASE}${path}`, {
    method,
    headers: {
      ...defined({
        authorization: token === undefined ? undefined : `Bearer ${token}`,
        'content-type': body === undefined ? undefined : 'application/json',
      }),
    },
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** Sends a request and returns the JSON of the answer. */
export const sendJson = async <T>(origin: string, call: Call): Promise<T> =>
  JSON.parse((await send(origin, call)).toString());
