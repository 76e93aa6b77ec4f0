import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it('counts an IPv4 address by itself, also where IPv6 carries it', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'));
});

it('counts all addresses of an IPv6 /64 as one, and of another /64 apart', () => {
  const own = networkOf('2001:db8:1:2:3:4:5:6');
  expect(own).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(own);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(own);
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64');
});

it('leaves what is no address as it is', () => {
  expect(networkOf('')).toBe('');
  expect(networkOf('un nombre')).toBe('un nombre');
});
