import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an IP address, for counting: an IPv4 address as is (also if mapped into IPv6), or the /64
 * of an IPv6 address, because a subscriber owns a whole /64. Returns other texts unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
