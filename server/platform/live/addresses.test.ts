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
/** Makes a request from an IP address, perhaps forwarded by a proxy. */
const from = (forwarded = '', address = '10.0.0.1') => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = forwarded;
  return request;
};

it('an address has a limit of unproved connections; closed or proved ones free a slot', async () => {
  const addresses = addressesBehind();
  const requests = Array.from({ length: 1_500 }, () => from());
  expect(requests.every((request) => addresses.enter(request))).toBe(true);
  const alive = () => requests.filter(({ socket }) => !socket.destroyed).length;
  expect(alive()).toBe(1_500);
  const [one, other, third] = requests;
  if (one === undefined || other === undefined || third === undefined) throw new Error('no requests');
  addresses.proved(one.socket);
  expect(addresses.enter(from())).toBe(true);
  expect(alive(), 'one was proved and made room').toBe(1_500);
  // A newcomer is admitted, and the oldest silent connection is closed.
  expect(addresses.enter(from())).toBe(true);
  expect([one, other, third].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
  const closed = once(third.socket, 'close');
  third.socket.destroy();
  await closed;
  expect(addresses.enter(from())).toBe(true);
  expect(alive(), 'one closed and made room').toBe(1_498);
});

it('an address has at most 3,000 proved connections', () => {
  const addresses = addressesBehind();
  for (let phone = 0; phone < 3_000; phone++) {
    const request = from();
    expect(addresses.enter(request)).toBe(true);
    addresses.proved(request.socket);
  }
  expect(addresses.enter(from())).toBe(false);
});

/** Returns the number of connections closed to make room for others. */
const pushedOut = (requests: readonly IncomingMessage[]) =>
  requests.filter(({ socket }) => socket.destroyed).length;

it('600 phones behind an address can reconnect twice', () => {
  const addresses = addressesBehind();
  for (let time = 0; time < 2; time++) {
    const requests = Array.from({ length: 600 }, () => from());
    expect(requests.every((request) => addresses.enter(request))).toBe(true);
    for (const { socket } of requests) addresses.proved(socket);
  }
});

it('repeated opening and closing by an address is limited', () => {
  const addresses = addressesBehind();
  let entered = 0;
  for (let time = 0; time < 4_000; time++) {
    const request = from();
    if (addresses.enter(request)) entered += 1;
    request.socket.emit('close');
  }
  expect(entered).toBeLessThan(4_000);
});

it('connections through a trusted proxy count by forwarded address; others are not trusted', () => {
  const addresses = addressesBehind('10.0.0.1');
  const phones = Array.from({ length: 1_500 }, () => from('203.0.113.5'));
  for (const phone of phones) addresses.enter(phone);
  addresses.enter(from('203.0.113.6'));
  addresses.enter(from('junk, , ::'));
  expect(pushedOut(phones)).toBe(0);
  addresses.enter(from('203.0.113.5'));
  addresses.enter(from('8.8.8.8, 203.0.113.5'));
  expect(pushedOut(phones)).toBe(2);
  const direct = addressesBehind();
  const all = Array.from({ length: 1_501 }, (_, phone) => from(`203.0.113.${phone}`));
  for (const phone of all) direct.enter(phone);
  expect(pushedOut(all)).toBe(1);
});

it('the addresses of an IPv6 subscriber count as a single address', () => {
  const addresses = addressesBehind();
  const hosts = Array.from({ length: 1_500 }, (_, host) => from('', `2001:db8:1:2::${host.toString(16)}`));
  for (const host of hosts) addresses.enter(host);
  addresses.enter(from('', '2001:db8:1:3::1'));
  expect(pushedOut(hosts)).toBe(0);
  addresses.enter(from('', '2001:db8:1:2:ffff::1'));
  expect(pushedOut(hosts)).toBe(1);
});
