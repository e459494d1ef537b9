import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { DEMO_PASSWORD } from '../src/first-data';
import { ServerProcess } from './server-process';

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** What an OpenTelemetry collector receives over HTTP. */
class Collector {
  readonly spans: Span[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer((incoming, response) => {
      void json(incoming).then((body) => {
        const { resourceSpans } = body as Export;
        collector.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    const collector = new Collector(server);
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The names from the root of a trace down to the span. */
  pathTo(span: Span): string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? this.pathTo(parent) : []), span.name];
  }

  close(): void {
    this.server.close();
  }
}

// For tests that hang: a machine with other work needs seconds for each start.
jest.setTimeout(120_000);

describe('a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shifa-observed-'));
  const loaded = join(folder, 'loaded.cjs');
  const started: ServerProcess[] = [];
  let collector: Collector;

  beforeAll(async () => {
    const observers = '/opentelemetry|prom-client/';
    const names = `Object.keys(require.cache).filter((name) => ${observers}.test(name)).length`;
    writeFileSync(loaded, `process.on('SIGUSR2', () => console.log('observers:', ${names}));`);
    collector = await Collector.start();
  });
  afterAll(async () => {
    for (const server of started) server.kill('SIGTERM');
    await Promise.all(started.map((server) => server.ended()));
    collector.close();
    rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  function start(env: Record<string, string>): ServerProcess {
    const server = ServerProcess.spawn({ DATA_DIR: join(folder, 'data'), NODE_OPTIONS: `--require ${loaded}`, ...env });
    started.push(server);
    return server;
  }

  /** Creates an entry and lists entries. */
  async function use(url: string): Promise<void> {
    const credentials = { email: 'labadmin@shifa.example', password: DEMO_PASSWORD };
    const login = await request(url).post('/api/auth/login').send(credentials).expect(200);
    const { token } = (login.body as { data: { token: string } }).data;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const entry = { type: 'income', category: 'test_fees', paymentMethod: 'cash', amountPaise: 123_456 };
    const body = { ...entry, description: 'Observed privately', confirmDuplicate: true };
    await request(url).post('/api/transactions').set(headers).send(body).expect(201);
    await request(url).get('/api/transactions?search=privately').set(headers).expect(200);
    await request(url).get('/api/laboratories/64b64b64b64b64b64b64b64b').set(headers).expect(404);
  }

  it('offers its metrics to those who have the token, and on a port of this machine', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const token = 'a token of the operator';
    const server = start({ METRICS_TOKEN: token, METRICS_PORT: String(port) });
    const url = await server.ready();
    await use(url);

    await request(url).get('/api/metrics').expect(401);
    await request(url).get('/api/metrics').set('authorization', `Bearer ${token}!`).expect(401);
    const { text: metrics } = await request(url)
      .get('/api/metrics')
      .set('authorization', `Bearer ${token}`)
      .expect(200);
    const counted = [
      'shifa_http_request_seconds_count{method="POST",route="/api/transactions",status="201"} 1',
      'shifa_http_request_seconds_count{method="GET",route="/api/laboratories/:id",status="404"} 1',
    ];
    for (const line of counted) expect(metrics).toContain(line);
    expect(metrics).toMatch(/shifa_database_command_seconds_count\{command="bulkWrite",outcome="ok"\} [1-9]/);
    expect(metrics).toMatch(/shifa_transaction_seconds_count\{outcome="ok"\} [1-9]/);
    expect(metrics).toMatch(/shifa_transaction_retries_total \d/);
    expect(metrics).toMatch(/shifa_cache_reads_total\{cache="access.actors",outcome="hit"\} [1-9]/);
    expect(metrics).toMatch(/shifa_queue_waiting\{pool="sheetReading"\} 0/);
    expect(metrics).toMatch(/shifa_sockets 0/);
    expect(metrics).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
    expect(metrics).toMatch(/process_resident_memory_bytes \d/);
    expect(metrics).not.toContain('privately');

    const local = async (path: string, headers: Record<string, string> = {}) => {
      const [answer] = (await once(send(`http://127.0.0.1:${port}${path}`, { headers }).end(), 'response')) as [
        IncomingMessage,
      ];
      return { status: answer.statusCode, body: await text(answer) };
    };
    expect((await local('/metrics')).body).toContain('shifa_http_request_seconds_count');
    expect((await local('/other')).status).toBe(404);
    expect((await local('/metrics', { host: 'attacker.example' })).status).toBe(404);
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });

  it('leaves the port of the metrics to a server that is running', async () => {
    const running = createServer().listen(0, '127.0.0.1');
    await once(running, 'listening');
    const { port } = running.address() as AddressInfo;
    const command = join(__dirname, '../dist/src/modules/finance/ledger-totals.cli.js');
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), METRICS_PORT: String(port) };
    const child = spawn(process.execPath, [command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    running.close();
    expect(output).toContain('The ledger totals match the entries.');
    expect(child.exitCode).toBe(0);
  });

  it('sends traces from the request to the database, and of jobs, without what is private', async () => {
    const server = start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { spans } = collector;
    await use(await server.ready());
    // One of them runs every five seconds.
    while (!spans.some(({ name }) => name.startsWith('job '))) await wait(200);
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);

    const request = 'POST /api/transactions';
    const paths = spans.map((span) => collector.pathTo(span).join(' > '));
    const commit = `${request} > handler ${request} > transaction > commitTransaction $cmd`;
    expect(paths).toEqual(expect.arrayContaining([request, commit]));
    expect(paths).toContainEqual(
      expect.stringMatching(/^GET \/api\/transactions > handler GET \/api\/transactions > /),
    );
    expect(paths).toContainEqual(expect.stringMatching(/^job [a-z-]+$/));
    expect(JSON.stringify(spans)).not.toMatch(/privately|123456|labadmin|Bearer/);
  });

  it('loads nothing for either unless it is asked to', async () => {
    const server = start({});
    const url = await server.ready();
    await request(url).get('/api/metrics').expect(404);
    server.kill('SIGUSR2');
    server.kill('SIGTERM');
    const { code, output } = await server.ended();
    expect(code).toBe(0);
    expect(output).toContain('observers: 0');
  });
});
