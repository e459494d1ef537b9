import { createECDH, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { generate } from 'selfsigned';

type ReceivedPush = {
  headers: IncomingHttpHeaders;
  /** The decrypted message. */
  payload: Record<string, unknown>;
  /** The claims of the sender (RFC 8292), whose signature was verified. */
  claims: { aud: string; exp: number; sub: string };
  /** The key of the sender, base64url. */
  senderKey: string;
};

/** A push service on a port of its own, with one browser: it decrypts what the product sends, as the browser would. */
export class PushService {
  readonly received: ReceivedPush[] = [];
  /** What it answers instead of accepting messages. */
  status = 201;
  /** Answers by path, of services that mean no good. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();
  private readonly browser = createECDH('prime256v1');
  private readonly auth = randomBytes(16);

  private constructor(
    private readonly server: Server,
    /** To be trusted by the sender. */
    readonly certificate: string,
  ) {
    this.browser.generateKeys();
  }

  static async start(): Promise<PushService> {
    const altNames = [{ type: 2, value: 'localhost' }] as const;
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
    });
    const server = createServer({ key, cert });
    const service = new PushService(server, cert);
    server.on('request', (request, response) => {
      const answer = service.answers.get(request.url ?? '');
      if (answer) {
        answer(response);
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (service.status === 201) service.accept(request.headers, Buffer.concat(chunks));
        response.writeHead(service.status).end(service.status === 201 ? '' : 'refused by the service');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** What the browser gives to the web app. */
  subscription(path = '/push/1') {
    const { port } = this.server.address() as { port: number };
    const keys = { p256dh: this.browser.getPublicKey('base64url'), auth: this.auth.toString('base64url') };
    return { endpoint: `https://localhost:${port}${path}`, keys };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(headers: IncomingHttpHeaders, body: Buffer): void {
    const [, token = '', senderKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    const payload = JSON.parse(this.decrypt(body).toString('utf8')) as Record<string, unknown>;
    this.received.push({ headers, payload, claims: verifiedClaims(token, senderKey), senderKey });
  }

  /** RFC 8188 with the keys of RFC 8291: one record. */
  private decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.browser.getPublicKey(), senderKey]);
    const secret = Buffer.from(hkdfSync('sha256', this.browser.computeSecret(senderKey), this.auth, info, 32));
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends with the delimiter 2 and zeros.
    return padded.subarray(0, padded.lastIndexOf(2));
  }
}

function verifiedClaims(token: string, senderKey: string): ReceivedPush['claims'] {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const options = { key, dsaEncoding: 'ieee-p1363' } as const;
  const isValid = verify('sha256', Buffer.from(`${header}.${claims}`), options, Buffer.from(signature, 'base64url'));
  if (!isValid) throw new Error('The signature of the sender is invalid');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as ReceivedPush['claims'];
}
