/** Complete HTTP requests as text, for a flood; `{n}` in a text becomes a unique number. */
import { API_BASE } from '../../../shared/api.ts';

function call(
  method: string,
  path: string,
  options: { token?: string; body?: object; key?: string } = {},
): string {
  const body = options.body === undefined ? '' : JSON.stringify(options.body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(options.token === undefined ? [] : [`Authorization: Bearer ${options.token}`]),
    ...(options.key === undefined ? [] : [`Idempotency-Key: ${options.key}`]),
    ...(options.body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  // A number of nine digits replaces `{n}`.
  return `${lines.join('\r\n')}\r\n\r\n${body}`.replace(/Content-Length: (\d+)/, (_, length) => {
    const numbers = body.split('{n}').length - 1;
    return `Content-Length: ${Number(length) + numbers * (9 - '{n}'.length)}`;
  });
}

export const post = (path: string, body: object, options: { token?: string; key?: string } = {}): string =>
  call('POST', API_BASE + path, { ...options, body });
export const patch = (path: string, body: object, token: string): string =>
  call('PATCH', API_BASE + path, { token, body });
export const get = (path: string, token?: string): string =>
  call('GET', API_BASE + path, token === undefined ? {} : { token });
