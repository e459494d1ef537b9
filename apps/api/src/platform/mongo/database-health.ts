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

  /** @param follow is called after each command, if the client monitors its commands. */
  followCommands(follow: (command: string, outcome: 'ok' | 'failed', ms: number) => void): void {
    const client = this.connection.getClient();
    client.on('commandSucceeded', ({ commandName, duration }) => follow(commandName, 'ok', duration));
    client.on('commandFailed', ({ commandName, duration }) => follow(commandName, 'failed', duration));
  }

  private async ping(): Promise<boolean> {
    const ping = this.connection.db?.command({ ping: 1 }, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) });
    return ping?.then(() => true).catch(() => false) ?? false;
  }
}
