import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { FileStore } from '../../platform/files/file-store';
import { LabScope } from '../../platform/mongo/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { Clock } from '../../platform/time/clock';
import { RECEIPT_KIND } from './receipts';
import { TransactionRepository } from './entry/entry.repository';

const BATCH = 500;
/** Late enough not to slow the start. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** Younger files are left alone: a receipt that is being attached has no reference from its entry yet. */
const MIN_AGE_MS = 3_600_000;

/** Removes the files that no entry refers to, which a crash between writing a file and its entry leaves behind. */
@Injectable()
export class ReceiptSweep {
  constructor(
    private readonly files: FileStore,
    private readonly entries: TransactionRepository,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  @Timeout(FIRST_AFTER_MS)
  async sweepAfterStart(): Promise<void> {
    await this.sweep();
  }

  /** Returns the number of removed files. Only one process sweeps at a time. */
  @Interval(EVERY_MS)
  async sweep(): Promise<number> {
    return this.locks.hold('receipt-sweep', async (signal) => {
      const before = new Date(this.clock.now().getTime() - MIN_AGE_MS);
      let removed = 0;
      for await (const files of this.files.putBefore(RECEIPT_KIND, before, BATCH)) {
        signal.throwIfAborted();
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
}
