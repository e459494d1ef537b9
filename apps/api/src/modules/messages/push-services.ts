import { createECDH, hkdfSync } from 'node:crypto';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import webPush, { WebPushError } from 'web-push';
import { RefusedForGood } from './mail-host';
import type { AddressRow } from './message.document';

export type PushSettings = {
  /** What the key pair is derived from, so that all processes of an installation have the same one. */
  secret: string;
  /** Whom push services can write to (RFC 8292): an address of the operator. */
  contact: string;
  /** Hosts that may have private addresses. */
  allowedHosts: readonly string[];
  /** Certificates to trust besides the public ones, in PEM. */
  certificates?: string | undefined;
};

export const PUSH_SETTINGS = Symbol('how push messages are sent');

export type PushContent = {
  notificationId: string;
  title: string;
  body: string;
  /** What a tap opens. */
  path: string;
};

/** The browser no longer receives messages: it has been reset, or push was switched off in it. */
export class SubscriptionEnded extends Error {}

/** A browser that is off gets the message when it is back within a day. */
const TTL_SECONDS = 86_400;
const TIMEOUT_MS = 20_000;

/** Sends messages to the push services of browsers (RFC 8030, 8291 and 8292). */
@Injectable()
export class PushServices {
  /** The public key that browsers subscribe with, base64url. */
  readonly publicKey: string;
  private readonly vapid: { subject: string; publicKey: string; privateKey: string };
  private readonly agent: Agent;

  constructor(@Inject(PUSH_SETTINGS) private readonly settings: PushSettings) {
    const keys = deriveKeys(settings.secret);
    this.publicKey = keys.publicKey;
    this.vapid = { subject: settings.contact, ...keys };
    const { allowedHosts, certificates } = settings;
    this.agent = new Agent({
      keepAlive: true,
      maxSockets: 8,
      lookup: (hostname, options, done) =>
        resolve(hostname, { ...options, all: true }, (error, addresses) => {
          const refusal = error ?? refusalOf(hostname, addresses, allowedHosts);
          const [first] = (addresses as LookupAddress[] | undefined) ?? [];
          if (refusal || !first) done(refusal ?? new Error(`${hostname} has no address`), '', 0);
          else if (options.all) (done as (error: null, addresses: LookupAddress[]) => void)(null, addresses);
          else done(null, first.address, first.family);
        }),
      ...(certificates !== undefined && { ca: certificates }),
    });
  }

  readonly isOffered = true;

  /**
   * Whether messages may be sent to the endpoint: to a name in the public internet only, or the product could be used to
   * reach the operator's network. What the name resolves to is checked with every message.
   */
  accepts(endpoint: string): boolean {
    const { hostname, port, username } = new URL(endpoint);
    if (this.settings.allowedHosts.includes(hostname)) return true;
    return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.') && port === '' && username === '';
  }

  /**
   * @returns what the push service answered.
   * @throws SubscriptionEnded, RefusedForGood, and Error if a later attempt can succeed.
   */
  async send({ address: endpoint, keys }: AddressRow, content: PushContent): Promise<string> {
    if (!keys || !this.accepts(endpoint)) throw new RefusedForGood("The push service isn't on the public internet");
    try {
      const { statusCode } = await webPush.sendNotification({ endpoint, keys }, JSON.stringify(content), {
        vapidDetails: this.vapid,
        TTL: TTL_SECONDS,
        // One that is sent again replaces itself at the push service.
        topic: content.notificationId,
        agent: this.agent,
        timeout: TIMEOUT_MS,
      });
      return String(statusCode);
    } catch (error) {
      if (!(error instanceof WebPushError)) throw error;
      const { statusCode, body } = error;
      const answer = `${statusCode} ${body.slice(0, 200)}`.trim();
      if (statusCode === 404 || statusCode === 410) throw new SubscriptionEnded(answer);
      throw statusCode >= 400 && statusCode < 500 && statusCode !== 429
        ? new RefusedForGood(answer)
        : new Error(answer);
    }
  }
}

/** A key pair of the curve P-256: any 32 bytes below the order of the curve are a private key. */
function deriveKeys(secret: string): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32));
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

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

function refusalOf(
  hostname: string,
  addresses: readonly LookupAddress[],
  allowedHosts: readonly string[],
): Error | undefined {
  if (allowedHosts.includes(hostname)) return undefined;
  const isPrivate = addresses.some(({ address, family }) => notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4'));
  return isPrivate ? new RefusedForGood("The push service isn't on the public internet") : undefined;
}
