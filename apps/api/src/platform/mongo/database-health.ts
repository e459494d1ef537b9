import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

const PING_TIMEOUT_MS = 2_000;

@Injectable()
export class DatabaseHealth {
  private pending: Promise<boolean> | undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Whether the database responds within two seconds. Simultaneous callers share one request to the database. */
  async answers(): Promise<boolean> {
    this.pending ??= this.ping().finally(() => (this.pending = undefined));
    return this.pending;
  }

  private async ping(): Promise<boolean> {
    const ping = this.connection.db?.command({ ping: 1 }, { timeoutMS: PING_TIMEOUT_MS });
    return ping?.then(() => true).catch(() => false) ?? false;
  }
}
