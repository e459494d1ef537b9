import { Controller, Get, Res } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import { OutsideContract } from './contract.guard';

/** Whether the process can serve: the database answers within two seconds. */
@Controller()
export class HealthController {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  @Get('/api/health')
  @OutsideContract()
  async health(@Res() reply: FastifyReply): Promise<void> {
    const answers = await this.connection.db
      ?.command({ ping: 1 }, { timeoutMS: 2_000 })
      .then(() => true)
      .catch(() => false);
    void reply
      .status(answers ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: answers ? 'ok' : 'unavailable' });
  }
}
