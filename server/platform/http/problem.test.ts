import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errors } from '../../../shared/errors.ts';
import { eventually } from '../../testing/eventually.ts';
import { answerProblem, Problem } from './problem.ts';

const ERROR_LEVEL = 50;
let log: { level: number; msg: string }[] = [];
const failed: string[] = [];
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({
    logger: {
      level: 'info',
      stream: new Writable({
        write(line, _encoding, done) {
          log.push(JSON.parse(String(line)));
          done();
        },
      }),
    },
  }).setErrorHandler(answerProblem);
  app.get('/refused', async () => {
    throw new Problem('overloaded', undefined, 2);
  });
  app.get('/fault', async () => {
    throw Object.assign(new Error('the store hung up'), { code: 'ECONNRESET' });
  });
  app.addHook('onError', async ({ url }) => {
    failed.push(url);
  });
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  app.post('/sent', async ({ raw }) => {
    for await (const _ of raw);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const faults = () => log.filter(({ level }) => level >= ERROR_LEVEL).map(({ msg }) => msg);
const get = async (url: string) => {
  log = [];
  const { statusCode, headers, body } = await app.inject({ url });
  return { statusCode, code: JSON.parse(body).code, after: headers['retry-after'] };
};

it('a busy server answers Retry-After, without an error in the log', async () => {
  expect(await get('/refused')).toEqual({ statusCode: 503, code: 'overloaded', after: '2' });
  expect(faults()).toEqual([]);
});

it('an unexpected error is logged, and hidden in the answer', async () => {
  expect(await get('/fault')).toEqual({ statusCode: errors.internal[0], code: 'internal', after: undefined });
  expect(faults()).toEqual(['unforeseen']);
});

it('a client that leaves during the request is no error in the log', async () => {
  log = [];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'POST /sent HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 99\r\n\r\nhalf',
  );
  await eventually(() => log.map(({ msg }) => msg)).toContain('incoming request');
  socket.destroy();
  await eventually(() => failed).toContain('/sent');
  expect(faults()).toEqual([]);
});
