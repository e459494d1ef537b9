import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedMessage = {
  id: string;
  headers: IncomingHttpHeaders;
  to: string;
  template: string;
  variables: Record<string, string>;
};

/** How much the clock of a sender may differ from that of the gateway. */
const TOLERANCE_SECONDS = 300;

/** A gateway on a port of its own, which accepts only what was signed with its secret. */
export class GatewayServer {
  readonly secret = 'the secret of the gateway in tests';
  readonly received: ReceivedMessage[] = [];
  /** All requests, also those that were refused. */
  requests = 0;
  /** What it answers instead of accepting messages. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** The time by which it judges signatures. */
  now = () => Date.now();
  private readonly server = createServer((request, response) => void this.handle(request, response));

  static async start(): Promise<GatewayServer> {
    const gateway = new GatewayServer();
    await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/messages`;
  }

  get settings() {
    return { url: this.url, secret: this.secret, label: 'WhatsApp', allowedHosts: ['127.0.0.1'] };
  }

  refuseWith(status: number, body = '', headers: Record<string, string> = {}): void {
    this.answer = (response) => response.writeHead(status, headers).end(body);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    if (this.answer) {
      this.answer(response);
      return;
    }
    const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = request.headers;
    if (!this.isGenuine(request.headers, body)) {
      response.writeHead(401).end('wrong signature');
      return;
    }
    const { type, data } = JSON.parse(body) as { type: string; data: Omit<ReceivedMessage, 'id' | 'headers'> };
    if (type !== 'message' || String(time) === '') throw new Error('This is no message');
    this.received.push({ id: String(id), headers: request.headers, ...data });
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"queued":true}');
  }

  /** As Standard Webhooks 1.0.0 checks it, independently of what the product does. */
  private isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
    const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      String(headers[name]),
    );
    const isRecent = Math.abs(this.now() / 1_000 - Number(time)) <= TOLERANCE_SECONDS;
    const expected = Buffer.from(
      `v1,${createHmac('sha256', this.secret).update(`${id}.${time}.${body}`).digest('base64')}`,
    );
    const actual = Buffer.from(given ?? '');
    return isRecent && actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}
