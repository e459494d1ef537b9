import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

const PING_TIMEOUT_MS = 2_000;

@Injectable()
export class DatabaseHealth {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Whether the database responds within two seconds. */
  async answers(): Promise<boolean> {
    const ping = this.connection.db?.command({ ping: 1 }, { timeoutMS: PING_TIMEOUT_MS });
    return ping?.then(() => true).catch(() => false) ?? false;
  }
}
