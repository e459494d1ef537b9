import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Loopback, private and link-local addresses, and others that are not of the public internet (RFC 6890). */
const notPublic = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv4');
  notPublic.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv6');
}

/** The host of an address as `net` knows it: without the brackets around an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether the host is written as an address that is not of the public internet. What names mean is known later. */
export function isPrivateAddress(host: string): boolean {
  const version = isIP(host);
  return version !== 0 && notPublic.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Looks names up for connections, and connects to what was looked up: a name that resolves to an address of the
 * operator's network is refused, unless it is among the allowed hosts.
 */
export function publicLookup(allowedHosts: readonly string[], refusal: () => Error): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const isAllowed = allowedHosts.includes(hostname);
      const refused = !error && !isAllowed && addresses.some(({ address }) => isPrivateAddress(address));
      const [first] = (addresses as LookupAddress[] | undefined) ?? [];
      if (error || refused || !first)
        done(error ?? (refused ? refusal() : new Error(`${hostname} has no address`)), '', 0);
      else if (options.all) (done as (error: null, addresses: LookupAddress[]) => void)(null, addresses);
      else done(null, first.address, first.family);
    });
}
