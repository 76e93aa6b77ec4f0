import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it('networkOf returns an IPv4 address itself, also inside IPv6', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'));
});

it('networkOf returns an equal network for the addresses of an IPv6 /64 only', () => {
  const own = networkOf('2001:db8:1:2:3:4:5:6');
  expect(own).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(own);
  expect(networkOf('2001:db8:1:3::1')).not.toBe(own);
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64');
});

it('networkOf returns other texts unchanged', () => {
  expect(networkOf('')).toBe('');
  expect(networkOf('un nombre')).toBe('un nombre');
});
