import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FileStore } from '../../../platform/files/file-store';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { Locks } from '../../../platform/mongo/locks';
import { Clock } from '../../../platform/time/clock';
import { TransactionRepository } from '../transactions/transaction.repository';
import { RECEIPT_KIND } from './receipt.service';

const BATCH = 500;
/** Does not slow down the start. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** A file is stored shortly before its entry refers to it; this is far longer than that takes. */
const MIN_AGE_MS = 3_600_000;

/** Removes files that no entry refers to, left behind by a crash between storing a file and updating its entry. */
@Injectable()
export class ReceiptSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ReceiptSweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: FileStore,
    private readonly transactions: TransactionRepository,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(FIRST_AFTER_MS);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  /** Returns the number of removed files. Runs in one process at a time. */
  async sweep(): Promise<number> {
    return this.locks.hold('receipt-sweep', async () => {
      const before = new Date(this.clock.now().getTime() - MIN_AGE_MS);
      let removed = 0;
      for await (const files of this.files.putBefore(RECEIPT_KIND, before, BATCH)) {
        const owners = await this.transactions.find(
          LabScope.everywhere(),
          { _id: { $in: files.map(({ owner }) => owner) } },
          { limit: files.length, projection: { 'receipts._id': 1 } },
        );
        const referenced = new Set(owners.flatMap(({ receipts }) => receipts.map(({ _id }) => _id.toHexString())));
        for (const { _id } of files.filter((file) => !referenced.has(file._id.toHexString()))) {
          await this.files.remove(_id);
          removed += 1;
        }
      }
      return removed;
    });
  }

  private schedule(afterMs: number): void {
    this.timer = setTimeout(() => {
      void this.sweep()
        .catch((error: unknown) => {
          this.logger.error(error);
        })
        .finally(() => {
          this.schedule(EVERY_MS);
        });
    }, afterMs);
    this.timer.unref();
  }
}
