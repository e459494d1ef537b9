import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { TestApp } from '../../../test/test-app';
import { limitConnections } from './connections';

/** A connection below HTTP, as someone uses it who means no good. */
class RawClient {
  received = '';
  private readonly closed: Promise<unknown>;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => (this.received += text));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async to(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** Sends the same text again and again, slowly, until the server closes the connection. */
  async trickle(text: string): Promise<void> {
    const timer = setInterval(() => {
      if (this.socket.writable) this.socket.write(text);
    }, 20);
    await this.closed;
    clearInterval(timer);
  }

  /** Waits until the server closes the connection. */
  async end(): Promise<string> {
    await this.closed;
    return this.received;
  }

  async response(): Promise<string> {
    while (!this.received.includes('\r\n\r\n')) await once(this.socket, 'data');
    return this.received;
  }

  close(): void {
    this.socket.destroy();
  }
}

const REQUEST = 'GET /api/health HTTP/1.1\r\nHost: lab.example\r\n\r\n';

describe('a connection', () => {
  let app: TestApp;
  let server: Server;
  let port: number;

  beforeAll(async () => {
    app = await TestApp.start();
    server = app.app.getHttpServer();
    port = Number(new URL(app.url).port);
  });
  afterAll(() => app.close());

  it('has limits for each phase', () => {
    expect(server.maxConnections).toBe(4_000);
    expect(server.headersTimeout).toBe(15_000);
    expect(server.requestTimeout).toBe(120_000);
    expect(server.timeout).toBe(120_000);
    expect(server.keepAliveTimeout).toBe(72_000);
    expect(server.maxRequestsPerSocket).toBe(1_000);
  });

  describe('when the time is up', () => {
    beforeAll(() => {
      server.headersTimeout = 200;
      server.requestTimeout = 400;
    });

    it('ends if nothing is sent', async () => {
      const client = await RawClient.to(port);
      expect(await client.end()).toMatch(/^(HTTP\/1.1 408 |$)/);
    });

    it('ends if the headers trickle', async () => {
      const client = await RawClient.to(port);
      client.send('GET /api/health HTTP/1.1\r\nHost: lab.example\r\n');
      await client.trickle('X-Padding: 1\r\n');
      expect(client.received).toMatch(/^(HTTP\/1.1 408 |$)/);
    });

    it('ends if a body or a file trickles, and other clients do not notice', async () => {
      const { token } = await app.person('super_admin');
      const { id } = await app.laboratory();
      const head = (path: string, type: string) =>
        `POST ${path} HTTP/1.1\r\nHost: lab.example\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100000\r\nContent-Type: ${type}\r\n\r\n`;
      const body = await RawClient.to(port);
      body.send(head('/api/laboratories', 'application/json'));
      const file = await RawClient.to(port);
      file.send(head(`/api/transactions/${id}/receipts`, 'multipart/form-data; boundary=x'));
      file.send('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
      const ended = Promise.all([body.trickle(' '), file.trickle('x')]);
      await app.http.get('/api/health').expect(200);
      await ended;
      for (const { received } of [body, file]) expect(received).toMatch(/^(HTTP\/1.1 4\d\d |$)/);
      await app.http.get('/api/health').expect(200);
    });
  });

  it('is one of a limited number', async () => {
    const total = server.maxConnections;
    const clients = [await RawClient.to(port)];
    clients[0]?.send(REQUEST);
    expect(await clients[0]?.response()).toContain('200 OK');
    server.maxConnections = await new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    });
    const dropped = await RawClient.to(port);
    dropped.send(REQUEST);
    expect(await dropped.end()).toBe('');
    server.maxConnections = total;
    clients.push(await RawClient.to(port));
    clients[1]?.send(REQUEST);
    expect(await clients[1]?.response()).toContain('200 OK');
    for (const client of clients) client.close();
  });
});

describe('the connections of one address', () => {
  async function serve(trusted: boolean): Promise<{ server: Server; port: number }> {
    const server = createServer((_, response) => void response.end('served'));
    limitConnections(server, () => trusted, { total: 100, perAddress: 2 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  }

  it('are limited, and closing one makes room', async () => {
    const { server, port } = await serve(false);
    const [first, second] = [await RawClient.to(port), await RawClient.to(port)];
    for (const client of [first, second]) {
      client.send(REQUEST);
      expect(await client.response()).toContain('served');
    }
    const third = await RawClient.to(port);
    third.send(REQUEST);
    expect(await third.end()).toBe('');

    first.close();
    await first.end();
    // The server may not know yet that the connection is closed.
    let again: RawClient;
    do {
      again = await RawClient.to(port);
      again.send(REQUEST);
    } while ((await Promise.race([again.response(), again.end()])) === '');
    expect(again.received).toContain('served');
    for (const client of [second, again]) client.close();
    server.close();
  });

  it('are not limited for a trusted proxy, which connects for many clients', async () => {
    const { server, port } = await serve(true);
    const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.to(port)));
    for (const client of clients) {
      client.send(REQUEST);
      expect(await client.response()).toContain('served');
      client.close();
    }
    server.close();
  });
});
