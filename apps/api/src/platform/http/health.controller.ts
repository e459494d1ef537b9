import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DatabaseHealth } from '../mongo/database-health';
import { OutsideContract } from './contract.guard';

/** Reports whether the process can serve requests. */
@Controller()
export class HealthController {
  constructor(private readonly database: DatabaseHealth) {}

  @Get('/api/health')
  @OutsideContract()
  async health(@Res() reply: FastifyReply): Promise<void> {
    const answers = await this.database.answers();
    void reply.status(answers ? 200 : 503).send({ status: answers ? 'ok' : 'unavailable' });
  }
}
