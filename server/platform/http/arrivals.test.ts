import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { castVote } from '../../../shared/assemblies/votes.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { importApartments } from '../../../shared/properties/apartments.api.ts';
import { sqliteApp, urlOf } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { type EveryProfile, everyProfile } from '../../testing/every-profile.ts';
import { expectOurRefusal, sendBytes } from '../../testing/raw.ts';
import { capConnections, isOwnAddress, keepConnection } from './arrivals.ts';

describe('requests without an end', () => {
  let world: EveryProfile;
  let port: number;
  let staff: string;
  beforeAll(async () => {
    // Long enough for every client that sends, also on a busy machine.
    world = await everyProfile(() =>
      sqliteApp({ patience: { headers: 2000, body: 1000, request: 600_000 } }),
    );
    await world.app.app.listen({ host: '127.0.0.1', port: 0 });
    port = (world.app.app.server.address() as AddressInfo).port;
    staff = (await world.enter(Profile.full)).token;
  });
  afterAll(() => world.app.close());

  const half = (path: string, headers: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', '{"user'].join('\r\n');
  const json = ['Content-Type: application/json', 'Content-Length: 100'];

  it.each([
    ['a stranger at the door', API_BASE + signIn.path, json],
    [
      'one that sends pieces without a length',
      API_BASE + signIn.path,
      [json[0] ?? '', 'Transfer-Encoding: chunked'],
    ],
  ])('an unfinished request of %s ends with 408', async (_who, path, headers) => {
    const bytes = half(path, headers).replace('{"user', headers === json ? '{"user' : '6\r\n{"user\r\n');
    const answer = await sendBytes(port, bytes);
    expect(answer.status).toBe(408);
    expectOurRefusal(answer, 'half a body');
  });

  it('a request sent in tiny parts without end is ended too', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(half(API_BASE + signIn.path, json));
    const more = setInterval(() => socket.write(' '), 50);
    socket.resume();
    await once(socket, 'close');
    clearInterval(more);
  });

  it('an unfinished request without session is answered at once, then closed', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.write(half(API_BASE + castVote.path, json));
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost'],
  ])('a connection that sends %s is ended', async (_what, bytes) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.resume().write(bytes);
    await once(socket, 'close');
  });

  it('200 unfinished requests are all closed, and the server still answers', async () => {
    const open = new Set<Socket>();
    for (let i = 0; i < 200; i += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.resume().write(half(API_BASE + signIn.path, json));
    }
    await eventually(() => open.size).toBe(0);
    expect((await sendBytes(port, `GET ${API_BASE}/health HTTP/1.1\r\nHost: x\r\n\r\n`)).status).toBe(200);
  });

  it('the time limit of a body raises no error for calls inside the process', async () => {
    const heard: unknown[] = [];
    const hear = (error: unknown) => heard.push(error);
    process.on('uncaughtException', hear);
    const own = await everyProfile(() =>
      sqliteApp({ patience: { headers: 2000, body: 20, request: 600_000 } }),
    );
    await own.app.call(castVote, { body: { jointId: 1, apartmentId: '1', conceptId: 2, voteId: 1 } });
    await own.app.call(signIn, { body: { username: 'nadie', password: 'nada' } });
    // A timer that starts later ends later.
    await new Promise((resolve) => setTimeout(resolve, 40));
    process.off('uncaughtException', hear);
    await own.app.close();
    expect(heard).toEqual([]);
  });

  it('a slow upload of a spreadsheet is read to the end', async () => {
    const path = urlOf(importApartments.path, { jointId: world.own }, {});
    const [before, after] = [
      '--b\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\nInmueble;',
      'Propietario;Coeficiente\n101;ANA;1\r\n--b--\r\n',
    ];
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.write(
      [
        ...[`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${staff}`, 'Connection: close'],
        ...[
          'Content-Type: multipart/form-data; boundary=b',
          `Content-Length: ${before.length + after.length}`,
        ],
        ...['', before],
      ].join('\r\n'),
    );
    // Meanwhile the later half body of another client has timed out.
    expect((await sendBytes(port, half(API_BASE + signIn.path, json))).status).toBe(408);
    socket.write(after);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections from the same address', () => {
  let server: Server;
  const opened: Socket[] = [];
  const listening = async (exempt: boolean) => {
    server = createServer((request, response) => {
      keepConnection(request.socket);
      response.end();
    });
    capConnections(server, () => exempt, 3);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    opened.push(socket.resume());
    return socket;
  };
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, connections) => (error === null ? resolve(connections) : reject(error)));
    });
  afterAll(() => {
    for (const socket of opened) socket.destroy();
  });

  it('over the limit the oldest connection without a session closes, else the new one', async () => {
    await listening(false);
    const first = open();
    await eventually(count).toBe(1);
    const second = open();
    await eventually(count).toBe(2);
    const third = open();
    await eventually(count).toBe(3);
    const shows = async (socket: Socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    };
    await shows(first);
    const ended = once(second, 'close');
    const fourth = open();
    await ended;
    await shows(fourth);
    await shows(third);
    expect(await count()).toBe(3);
    await once(open(), 'close');
    expect(await count()).toBe(3);
    first.destroy();
    await eventually(count).toBe(2);
    open();
    await eventually(count).toBe(3);
    for (const socket of opened) socket.destroy();
    server.close();
  });

  it('connections of a proxy are not counted', async () => {
    await listening(true);
    for (let i = 0; i < 6; i += 1) open();
    await eventually(count).toBe(6);
    for (const socket of opened) socket.destroy();
    server.close();
  });

  it.each([
    ['127.0.0.1', true],
    ['127.8.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.5', false],
    ['2001:db8::1', false],
  ])('%s is an address of this machine: %s', (address, own) => {
    expect(isOwnAddress(address)).toBe(own);
  });
});
