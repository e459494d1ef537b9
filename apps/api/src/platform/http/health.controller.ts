import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DatabaseHealth } from '../mongo/database-health';
import { OutsideContract } from './contract.guard';

/** Whether the process can serve. */
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
