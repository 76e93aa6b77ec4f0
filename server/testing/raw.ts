import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { type ErrorCode, errorReply, errors } from '../../shared/errors.ts';

/** Answer of the server as received from the network. */
export interface RawAnswer {
  status: number;
  text: string;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * Sends an HTTP request unchanged on a new connection, for tests with requests impossible for a client
 * library.
 */
export function send(
  port: number,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** Writes bytes on a new connection. Returns the answer once complete, or at the close. */
export async function sendBytes(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    const head = text.indexOf('\r\n\r\n');
    if (length !== undefined && head >= 0 && Buffer.byteLength(text.slice(head + 4)) >= Number(length)) {
      socket.end();
    }
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const head = text.indexOf('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text: text.slice(head + 4) };
}

/**
 * Expects an error answer of the application: status 4xx, with an error code of `shared/errors.ts` and the
 * Spanish sentence of the code.
 * @param what name of the case, for the message of a failure
 */
export function expectOurRefusal(answer: RawAnswer, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  const reply: unknown = JSON.parse(answer.text);
  const { code = '', details }: { code?: string; details?: unknown } = Object(reply);
  expect(Object.keys(errors), `${what}: ${answer.text.slice(0, 200)}`).toContain(code);
  const { statusCode, message } = errorReply(code as ErrorCode, details);
  expect(reply, what).toMatchObject({ statusCode: answer.status, message });
  expect(statusCode, what).toBe(answer.status);
}
