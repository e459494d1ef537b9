import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Controller, Get, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/domain-error';
import { OutsideContract } from '../http/contract.guard';
import { Metrics } from './metrics';

/** Serves the metrics at `/api/metrics` to clients with the token, and on a port of this machine. */
@Controller('/api/metrics')
export class MetricsController implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(private readonly metrics: Metrics) {}

  @Get()
  @OutsideContract()
  async read(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { token } = this.metrics.settings;
    if (token === undefined) throw new DomainError('NOT_FOUND');
    if (!isEqual(headers.authorization ?? '', `Bearer ${token}`)) throw new DomainError('UNAUTHENTICATED');
    const metrics = await this.metrics.read();
    void reply.type(metrics?.type ?? 'text/plain').send(metrics?.text);
  }

  /** Not part of the start of the application, which commands beside a running server start too. */
  async listen(): Promise<void> {
    const { port } = this.metrics.settings;
    if (port === undefined) return;
    const server = (this.server = createServer(({ url, headers }, response) => {
      // A page in a browser of this machine can reach the port, but only under a name of its own.
      const isOwn = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
      if (url !== '/metrics' || !isOwn) {
        response.writeHead(404).end();
        return;
      }
      this.metrics.read().then(
        (metrics) => response.writeHead(200, { 'Content-Type': metrics?.type }).end(metrics?.text),
        () => response.writeHead(500).end(),
      );
    }));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

/** Takes as long whatever differs. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
