import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DatabaseHealth } from '../mongo/database-health';
import { OutsideContract } from './contract.guard';
import { Draining } from './draining';

/** What process managers and load balancers ask. */
@Controller('/api/health')
export class HealthController {
  constructor(
    private readonly database: DatabaseHealth,
    private readonly draining: Draining,
  ) {}

  /** Whether requests can succeed now. */
  @Get()
  @OutsideContract()
  async health(@Res() reply: FastifyReply): Promise<void> {
    respond(reply, (await this.database.answers()) ? 'ok' : 'unavailable');
  }

  /** Whether the process responds at all. A process that does not should be restarted. */
  @Get('live')
  @OutsideContract()
  live(@Res() reply: FastifyReply): void {
    respond(reply, 'ok');
  }

  /** Whether the process should receive new requests. */
  @Get('ready')
  @OutsideContract()
  async ready(@Res() reply: FastifyReply): Promise<void> {
    if (this.draining.isDraining) respond(reply, 'draining');
    else await this.health(reply);
  }
}

function respond(reply: FastifyReply, status: 'ok' | 'unavailable' | 'draining'): void {
  void reply.status(status === 'ok' ? 200 : 503).send({ status });
}
