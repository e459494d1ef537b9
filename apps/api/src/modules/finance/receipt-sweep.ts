import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { FileStore } from '../../platform/files/file-store';
import { LabScope } from '../../platform/mongo/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { Clock } from '../../platform/time/clock';
import { RECEIPT_KIND } from './receipt.service';
import { TransactionRepository } from './transaction.repository';

const BATCH = 500;
/** Once the start, which has better things to do, is over. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** A receipt that is being attached may lack its entry's reference, but never for so long. */
const SPARED_MS = 3_600_000;

/** Removes the files that no entry refers to: what a crash between the file and its entry left behind. */
@Injectable()
export class ReceiptSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ReceiptSweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: FileStore,
    private readonly entries: TransactionRepository,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.plan(FIRST_AFTER_MS);
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  /** How many files it removed; one process at a time looks. */
  async sweep(): Promise<number> {
    return this.locks.hold('receipt-sweep', async () => {
      const before = new Date(this.clock.now().getTime() - SPARED_MS);
      let removed = 0;
      for await (const files of this.files.putBefore(RECEIPT_KIND, before, BATCH)) {
        const owners = await this.entries.find(
          LabScope.everywhere(),
          { _id: { $in: files.map(({ owner }) => owner) } },
          { limit: files.length, projection: { 'receipts._id': 1 } },
        );
        const referred = new Set(owners.flatMap(({ receipts }) => receipts.map(({ _id }) => _id.toHexString())));
        for (const { _id } of files.filter((file) => !referred.has(file._id.toHexString()))) {
          await this.files.remove(_id);
          removed += 1;
        }
      }
      return removed;
    });
  }

  private plan(afterMs: number): void {
    this.timer = setTimeout(() => {
      void this.sweep()
        .catch((error: unknown) => {
          this.logger.error(error);
        })
        .finally(() => {
          this.plan(EVERY_MS);
        });
    }, afterMs);
    this.timer.unref();
  }
}
