import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted as: the IPv4 address itself, also where it is mapped into IPv6; the /64 of an
 * IPv6 address, since one subscriber owns all of it. A text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
