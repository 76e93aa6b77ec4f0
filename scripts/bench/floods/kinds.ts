/** Kinds of floods for the floods bench, each from one address or session. */
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import type { Flooders } from './store.ts';

/** Orders for the flooding process `load.mjs`; `{n}` in a text becomes a unique number. */
interface Load {
  kind: 'calls' | 'slow' | 'sockets';
  /** Number of parallel connections; closed connections are opened again. */
  connections: number;
  /** Complete HTTP requests, with headers and bodies, sent in turn. */
  requests?: readonly string[];
  /** Number of extra bytes sent after each request. */
  padding?: number;
  path?: string;
  token?: string;
  bearer?: string;
  frames?: readonly string[];
  /** Number of WebSocket frames sent per second on each connection. */
  perSecond?: number;
}

export interface Flood {
  name: string;
  load: Load;
  /** True to send the flood to the minimal server, to measure the cost of sending alone. */
  isNull?: true;
}

/** Number of connections of a flood from one address: easy for a program on a laptop. */
const CALLERS = 64;
/** Number of WebSockets opened by one session. */
const SOCKETS = 5;
const FRAMES_PER_SECOND = 14_400 / SOCKETS;
const MEGABYTE = 1024 * 1024;
const HUB = `${LIVE_PATH}/?EIO=4&transport=websocket`;

interface World extends Flooders {
  jointId: number;
  /** Unit registered with the QR code of the flooder. */
  apartmentId: string;
  conceptId: number;
  billed: { jointId: number; unit: string };
}

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
const unended = (path: string, length: number): string =>
  `POST ${API_BASE}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const calls = (name: string, requests: readonly string[], more: Partial<Load> = {}): Flood => ({
  name,
  load: { kind: 'calls', connections: CALLERS, requests, ...more },
});
const sockets = (name: string, load: Omit<Load, 'kind'>): Flood => ({
  name,
  load: { kind: 'sockets', ...load },
});

/**
 * Returns the floods to measure.
 * @param asset path of a file in the built client
 */
export function floodsOf(world: World, asset: string): Flood[] {
  const { jointId, billed, card, code, owner, withDevice, fresh } = world;
  const join = `42{n}${JSON.stringify(['join', { jointId }])}`;
  const junk = [
    '42["leave",{"eventId":{"toString":1}}]',
    `42{n}${JSON.stringify(['join', { jointId: 'x'.repeat(500) }])}`,
    '42{n}["constructor",[]]',
    '451-["join",{"_placeholder":true,"num":0}]',
    'no frame of ours',
    '42[',
  ];
  const frames = { connections: SOCKETS, perSecond: FRAMES_PER_SECOND };
  const vote = { jointId, apartmentId: world.apartmentId, conceptId: world.conceptId, voteId: 1 };
  const account = `/reports/accountbalance/${billed.unit}/joint/${billed.jointId}`;
  return [
    { ...calls('(null: calls)', [get('/health')]), isNull: true },
    { ...sockets('(null: frames)', { path: HUB, frames: [join], ...frames }), isNull: true },
    calls('wrong passwords of one name', [
      post('/auth', { username: withDevice.username, password: 'mala' }),
    ]),
    calls('sign-ins of unknown names', [post('/auth', { username: 'nadie{n}', password: 'mala' })]),
    calls('junk codes', [post('/auth/qr', { code: 'ABC{n}' })]),
    calls('one good code again and again', [post('/auth/qr', { code: card })]),
    calls('one good password again and again', [post('/auth', fresh)]),
    sockets('joins by a code', { path: HUB, token: code, frames: [join], ...frames }),
    sockets('joins by an owner', { path: HUB, token: owner, frames: [join], ...frames }),
    sockets('junk frames by a code', { path: HUB, token: code, frames: junk, ...frames }),
    sockets('junk frames by an owner', { path: HUB, token: owner, frames: junk, ...frames }),
    sockets('1,000 sockets of one code', { path: HUB, token: code, connections: 1000 }),
    sockets('1,000 sockets without token', { path: HUB, connections: 1000 }),
    sockets('1,000 plain feeds of a code', {
      path: `${API_BASE}/joints/${jointId}/live`,
      bearer: code,
      connections: 1000,
    }),
    {
      name: '1,000 half-open bodies',
      load: {
        kind: 'slow',
        connections: 1000,
        requests: [unended('/auth', 2000), unended('/assembly', 1000)],
      },
    },
    calls('refused bodies of 1 MB', [unended('/auth', MEGABYTE), unended('/assembly', MEGABYTE)], {
      padding: MEGABYTE,
    }),
    calls(
      'lists by an owner',
      [
        `/joints/${jointId}/assemblyapartments`,
        `/assembly/${world.conceptId}/joints/${jointId}`,
        `/joints/${jointId}/snapshot`,
        `/joints/${jointId}/quorumhistory`,
        `/joints/${jointId}/assemblyconcepts`,
        `/joints/${billed.jointId}/statements/${billed.unit}`,
      ].map((path) => get(path, owner)),
    ),
    calls('reports by an owner', [
      get(account, owner),
      get(`${account}?xlsx=true`, owner),
      post('/reports/jobs', { path: account }, { token: owner }),
    ]),
    calls('pages, files and health by nobody', [
      call('GET', '/'),
      call('GET', asset),
      get('/health'),
      get('/public-settings'),
      get('/nada'),
    ]),
    calls('one vote again and again', [post('/assembly', vote, { token: code, key: 'otra-vez-lo-mismo' })]),
  ];
}
