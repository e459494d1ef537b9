import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether to believe what the sender of a request says about whom it forwards for; `hop` counts from this server. */
export type ProxyTrust = (address: string, hop: number) => boolean;

/** @param trustProxy all or none, a number of hops, or a list of addresses. */
export function proxyTrust(trustProxy: boolean | number | string): ProxyTrust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(',').map((address) => address.trim()));
}

/** The address of the client, for requests that Fastify does not handle. */
export function clientAddress(request: IncomingMessage, trust: ProxyTrust): string {
  return proxyAddr(request, trust);
}
