import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Addresses } from './addresses.ts';

const made: Addresses[] = [];
afterEach(() => {
  for (const addresses of made.splice(0)) addresses.stop();
});
function addressesBehind(...proxies: string[]): Addresses {
  const addresses = new Addresses(proxies);
  made.push(addresses);
  return addresses;
}
/** A request that came over a connection from an address. */
const from = (forwarded = '', address = '10.0.0.1') => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = forwarded;
  return request;
};

it('bounds the connections of one address that nobody stands behind, and lets those be that close or are proved', async () => {
  const addresses = addressesBehind();
  const requests = Array.from({ length: 1_500 }, () => from());
  expect(requests.every((request) => addresses.enter(request))).toBe(true);
  expect(addresses.enter(from())).toBe(false);
  const [one, other] = requests;
  if (one === undefined || other === undefined) throw new Error('no requests');
  addresses.proved(one.socket);
  expect(addresses.enter(from())).toBe(true);
  expect(addresses.enter(from())).toBe(false);
  const closed = once(other.socket, 'close');
  other.socket.destroy();
  await closed;
  expect(addresses.enter(from())).toBe(true);
  expect(addresses.enter(from())).toBe(false);
});

it('lets 600 phones behind one address come back twice over', () => {
  const addresses = addressesBehind();
  for (let time = 0; time < 2; time++) {
    const requests = Array.from({ length: 600 }, () => from());
    expect(requests.every((request) => addresses.enter(request))).toBe(true);
    for (const { socket } of requests) addresses.proved(socket);
  }
});

it('bounds what one address opens and closes again and again', () => {
  const addresses = addressesBehind();
  let entered = 0;
  for (let time = 0; time < 4_000; time++) {
    const request = from();
    if (addresses.enter(request)) entered += 1;
    request.socket.emit('close');
  }
  expect(entered).toBeLessThan(4_000);
});

it('counts who comes through a proxy by what that proxy says, and believes nobody else', () => {
  const addresses = addressesBehind('10.0.0.1');
  for (let phone = 0; phone < 1_500; phone++) addresses.enter(from('203.0.113.5'));
  expect(addresses.enter(from('203.0.113.5'))).toBe(false);
  expect(addresses.enter(from('8.8.8.8, 203.0.113.5'))).toBe(false);
  expect(addresses.enter(from('203.0.113.6'))).toBe(true);
  expect(addresses.enter(from('junk, , ::'))).toBe(true);
  const direct = addressesBehind();
  for (let phone = 0; phone < 1_500; phone++) direct.enter(from(`203.0.113.${phone}`));
  expect(direct.enter(from('203.0.113.6'))).toBe(false);
});

it('counts a subscriber of IPv6 once, whatever addresses they take', () => {
  const addresses = addressesBehind();
  for (let host = 0; host < 1_500; host++) addresses.enter(from('', `2001:db8:1:2::${host.toString(16)}`));
  expect(addresses.enter(from('', '2001:db8:1:2:ffff::1'))).toBe(false);
  expect(addresses.enter(from('', '2001:db8:1:3::1'))).toBe(true);
});
