import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

/** How often a process says that it runs. */
const BEAT_MS = 2_000;
/** What a process has seen counts for this time. */
const KNOWN_FOR_MS = 1.5 * BEAT_MS;
/** A process waits so long before it serves, so that all others have seen it. */
const SEEN_AFTER_MS = 2 * BEAT_MS;
/** A process that does not say so for this time no longer runs. */
const GONE_AFTER_MS = 5 * BEAT_MS;

type Row = { _id: string; beats: number };

/**
 * Finds other processes that serve the same database without a Redis, through which they would hear of each other's
 * changes. While there are any, or while it is not known, values must not be kept.
 */
@Injectable()
export class ProcessRegistry implements OnApplicationShutdown {
  private readonly logger = new Logger(ProcessRegistry.name);
  private readonly id = randomUUID();
  /** The beats of each other process, and when they were last seen to have changed. */
  private readonly others = new Map<string, { beats: number; changedAt: number }>();
  private seenAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private onCompany: () => void = () => undefined;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** True also where no one asked to look for others. */
  get isAlone(): boolean {
    return !this.timer || (this.others.size === 0 && performance.now() - this.seenAt < KNOWN_FOR_MS);
  }

  /** Calls the listener while others may have changed something. */
  whileNotAlone(listener: () => void): void {
    this.onCompany = listener;
  }

  /** To be called before the process serves anyone. */
  async join(): Promise<void> {
    await this.beat();
    if (this.others.size > 0) await wait(SEEN_AFTER_MS);
    this.timer = setInterval(() => {
      this.beat().catch((error: unknown) => this.logger.warn(error));
    }, BEAT_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    await this.rows.deleteOne({ _id: this.id }).catch(() => undefined);
  }

  /** Says that this process runs, and reads who else does. */
  async beat(): Promise<void> {
    const now = performance.now();
    const before = this.others.size;
    await this.rows.updateOne({ _id: this.id }, { $inc: { beats: 1 } }, { upsert: true });
    const rows = await this.rows.find({ _id: { $ne: this.id } }).toArray();
    for (const id of this.others.keys()) if (!rows.some(({ _id }) => _id === id)) this.others.delete(id);
    for (const row of rows) await this.see(row, now);
    if (this.others.size > 0 || now - this.seenAt >= KNOWN_FOR_MS) this.onCompany();
    if (before === 0 && this.others.size > 0) {
      this.logger.warn('Another process serves this database. Set REDIS_URL for both: without it, nothing is cached.');
    }
    this.seenAt = now;
  }

  private async see({ _id, beats }: Row, now: number): Promise<void> {
    const known = this.others.get(_id);
    if (known?.beats !== beats) this.others.set(_id, { beats, changedAt: now });
    else if (now - known.changedAt > GONE_AFTER_MS) {
      await this.rows.deleteOne({ _id, beats });
      this.others.delete(_id);
    }
  }

  private get rows() {
    return this.connection.collection<Row>('processes');
  }
}
