import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted as: an IPv4 address itself, also where IPv6 carries it, and of IPv6 the /64,
 * since one subscriber has all of its addresses. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
