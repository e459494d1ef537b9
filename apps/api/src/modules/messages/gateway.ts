import { createHmac } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../platform/time/clock';
import { RefusedForGood } from './mail-host';
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

/** A gateway that does not answer holds up no other message for longer. */
const GATEWAY_TIMEOUT_MS = 20_000;

/** What is shown of an answer. The rest is not read. */
const MAX_ANSWER = 200;

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

  /** Follows no redirects, and reads no more of an answer than is shown. */
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
    return new Promise((resolve, reject) => {
      const send = target.protocol === 'http:' ? requestHttp : requestHttps;
      const signal = AbortSignal.timeout(GATEWAY_TIMEOUT_MS);
      const lookup = publicLookup(allowedHosts, refusal);
      const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
      const failed = (error: Error) => reject(signal.aborted ? new Error("The gateway didn't answer in time") : error);
      const sent = send(target, { ...options, lookup, signal, agent: false }, (response) => {
        readStart(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), failed);
      });
      sent.on('error', failed);
      sent.end(body);
    });
  }
}

/** The first line of the answer, as far as it is shown. */
async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_ANSWER) break;
  }
  return text
    .slice(0, MAX_ANSWER)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
