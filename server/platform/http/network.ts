import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an IP address, the key for counting calls: an IPv4 address itself, or the first 64
 * bits of an IPv6 address, because a subscriber owns all addresses with the same 64 bits. Other texts stay
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
