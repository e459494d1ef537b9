import { createECDH, hkdfSync } from 'node:crypto';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { RefusedForGood } from './mail-host';
import type { AddressRow } from './message.document';
import { postOutside } from './outside-request';
import { hostOf, publicLookup } from './public-addresses';

export type PushSettings = {
  /** What the key pair is derived from, so that all processes of an installation have the same one. */
  secret: string;
  /** Whom push services can write to (RFC 8292): an address of the operator. */
  contact: string;
  /** Hosts that can have private addresses. */
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
const NOT_PUBLIC = "The push service isn't on the public internet";

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
      lookup: publicLookup(allowedHosts, () => new RefusedForGood(NOT_PUBLIC)),
      ...(certificates !== undefined && { ca: certificates }),
    });
  }

  readonly isOffered = true;

  /**
   * Whether messages can be sent to the endpoint: to a name in the public internet only, or the product could be used to
   * reach the operator's network. What the name resolves to is checked with every message.
   */
  accepts(endpoint: string): boolean {
    const url = new URL(endpoint);
    const { hostname, port, username } = url;
    if (this.settings.allowedHosts.includes(hostname)) return true;
    return isIP(hostOf(url)) === 0 && hostname.includes('.') && port === '' && username === '';
  }

  /**
   * @returns what the push service answered.
   * @throws SubscriptionEnded, RefusedForGood, and Error if a later attempt can succeed.
   */
  async send({ address: endpoint, keys }: AddressRow, content: PushContent): Promise<string> {
    if (!keys || !this.accepts(endpoint)) throw new RefusedForGood(NOT_PUBLIC);
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(content), {
      vapidDetails: this.vapid,
      TTL: TTL_SECONDS,
      // One that is sent again replaces itself at the push service.
      topic: content.notificationId,
    });
    // The library would keep an answer in memory however long it is, and wait for its end for ever.
    const { agent } = this;
    const { status, text } = await postOutside('The push service', new URL(endpoint), body, { headers, agent });
    if (status >= 200 && status < 300) return String(status);
    const answer = `${status} ${text}`.trim();
    if (status === 404 || status === 410) throw new SubscriptionEnded(answer);
    throw status >= 400 && status < 500 && status !== 429 ? new RefusedForGood(answer) : new Error(answer);
  }
}

/** A key pair of the curve P-256: any 32 bytes below the order of the curve are a private key. */
function deriveKeys(secret: string): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32));
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
