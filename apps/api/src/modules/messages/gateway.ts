import { createHmac } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../platform/time/clock';
import { RefusedForGood } from './mail-host';
import { postOutside } from './outside-request';
import { hostOf, isPrivateAddress, publicLookup } from './public-addresses';

export type GatewaySettings = {
  url: string;
  /** What signs the requests. */
  secret: string;
  /** What people know the channel as, such as `WhatsApp`. */
  label: string;
  /** Hosts that can have private addresses. */
  allowedHosts: readonly string[];
};

export const GATEWAY_SETTINGS = Symbol('how messages to telephones are sent');

export type GatewayMessage = {
  /** Equal for each attempt, so that the gateway can recognise a message that it has already accepted. */
  id: string;
  /** With its country code, `+` and digits only. */
  to: string;
  /** Names the text at the provider, such as `notice_warning`: lower case, digits and underscores. */
  template: string;
  variables: Readonly<Record<string, string>>;
};

/**
 * Answers that concern the gateway and not the message, and which an operator or time corrects: a wrong secret of ours,
 * a request that took too long, too many of them.
 */
const TEMPORARY = new Set([401, 403, 408, 429]);

/**
 * Hands messages for telephones to the one gateway of the environment, which speaks to a provider of WhatsApp or SMS:
 * one request each, signed as Standard Webhooks 1.0.0 does it. Without one, the channel is not offered anywhere.
 */
@Injectable()
export class MessageGateway {
  constructor(
    @Optional() @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings | null,
    private readonly clock: Clock,
  ) {}

  get isOffered(): boolean {
    return this.settings !== null;
  }

  get label(): string {
    return this.settings?.label ?? '';
  }

  /** @returns what the gateway answered. @throws RefusedForGood, and Error if a later attempt can succeed. */
  async send({ id, to, template, variables }: GatewayMessage): Promise<string> {
    if (!this.settings) throw new RefusedForGood('No gateway is set up');
    const { secret } = this.settings;
    const now = this.clock.now();
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const body = JSON.stringify({ type: 'message', timestamp: now.toISOString(), data: { to, template, variables } });
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    const { status, text } = await this.post(this.settings, body, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    });
    const answer = `${status} ${text}`.trim();
    if (status >= 200 && status < 300) return answer;
    if (status >= 300 && status < 400) throw new Error(`${status}: the gateway redirects, which isn't followed`);
    if (status >= 400 && status < 500 && !TEMPORARY.has(status)) throw new RefusedForGood(answer);
    throw new Error(answer);
  }

  private post(
    { url, allowedHosts }: GatewaySettings,
    body: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string }> {
    const target = new URL(url);
    const host = hostOf(target);
    const refusal = () => new Error("The gateway isn't on the public internet");
    // Addresses are not looked up, so the connection itself would not refuse them.
    if (isPrivateAddress(host) && !allowedHosts.includes(host)) return Promise.reject(refusal());
    const lookup = publicLookup(allowedHosts, refusal);
    return postOutside('The gateway', target, body, { headers, lookup, agent: false });
  }
}
