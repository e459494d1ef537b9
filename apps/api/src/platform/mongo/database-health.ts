import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

const PATIENCE_MS = 2_000;

@Injectable()
export class DatabaseHealth {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Whether the database answers within two seconds. */
  async answers(): Promise<boolean> {
    const ping = this.connection.db?.command({ ping: 1 }, { timeoutMS: PATIENCE_MS });
    return ping?.then(() => true).catch(() => false) ?? false;
  }
}
