import ipaddr from 'ipaddr.js';

/** A provider assigns each customer at least this many bits, so the rest of an IPv6 address is the customer's to choose. */
const IPV6_NETWORK_BITS = 64;

/**
 * The key under which requests of a client are counted: an IPv4 address, or the /64 network of an IPv6 address. Every
 * limit per address uses it, because a single IPv6 client has 2⁶⁴ addresses to change between.
 */
export function addressKey(address: string): string {
  const [withoutZone = ''] = address.split('%', 1);
  if (!ipaddr.isValid(withoutZone)) return address;
  // Converts IPv4-mapped addresses, such as ::ffff:192.0.2.1, to IPv4.
  const parsed = ipaddr.process(withoutZone);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8);
  return `${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}/${IPV6_NETWORK_BITS}`;
}
