import ipaddr from 'ipaddr.js';

/**
 * Returns the key to count the calls of an IP address: an IPv4 address itself, or the /64 network of an IPv6
 * address, because a subscriber owns all addresses of a /64. Other texts stay unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
