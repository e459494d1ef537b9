import { buffer } from 'node:stream/consumers';
import { MAX_RECEIPTS, type Transaction, type UploadedFile } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { FileStore } from '../../platform/files/file-store';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { newId, type ObjectId, objectId } from '../../platform/mongo/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { receiptFileOf } from './receipt-file';
import { TransactionRecord } from './transaction-record';
import type { ReceiptRow, TransactionRow } from './transaction.document';

/** What the receipts are called in the store of files. */
export const RECEIPT_KIND = 'receipt';

/** Receipts of entries: the file goes into the store first and its row into the entry after that. */
@Injectable()
export class ReceiptService {
  private readonly logger = new Logger(ReceiptService.name);

  constructor(
    private readonly record: TransactionRecord,
    private readonly files: FileStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The same content on the same entry again changes nothing.
   * @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_TYPE_UNSUPPORTED, TOO_MANY_RECEIPTS, TRANSACTION_IMMUTABLE,
   * TRANSACTION_CANCELLED.
   */
  async attach(actor: Actor, id: string, upload: UploadedFile): Promise<Transaction> {
    const scope = actor.scope('transactions.edit');
    const row = await this.record.found(scope, id);
    const receipt: ReceiptRow = {
      _id: newId(),
      ...receiptFileOf(upload),
      uploadedBy: { _id: objectId(actor.userId), name: actor.name },
      uploadedAt: this.clock.now(),
    };
    // Asked before anything is stored, and again where it counts.
    if (!(await this.takes(actor, row, receipt))) return this.record.told(actor, row);
    await this.store(row, receipt, upload.bytes);
    const after = await this.refer(actor, scope, id, receipt);
    if (!isAmong(after, receipt)) await this.discard(receipt._id);
    return this.record.told(actor, after);
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_NOT_FOUND. */
  async read(actor: Actor, id: string, receiptId: string): Promise<File> {
    const row = await this.record.found(actor.scope('transactions.view'), id);
    const receipt = receiptOf(row, receiptId);
    const content = await this.files.open(receipt._id);
    if (!content) throw new DomainError('RECEIPT_NOT_FOUND');
    return new File([await buffer(content)], receipt.fileName, { type: receipt.contentType });
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_NOT_FOUND, TRANSACTION_IMMUTABLE, TRANSACTION_CANCELLED. */
  async remove(actor: Actor, id: string, receiptId: string): Promise<Transaction> {
    const scope = actor.scope('transactions.edit');
    const after = await this.unitOfWork.run(async () => {
      const current = await this.record.found(scope, id);
      const receipt = receiptOf(current, receiptId);
      await this.record.mustAllow(actor, 'attach', current);
      if (current.status === 'partially_approved') {
        const message = 'Somebody approved the entry with this receipt: it stays';
        const conflict = await this.record.conflictWith(actor, current);
        throw new DomainError('TRANSACTION_IMMUTABLE', { message, conflict });
      }
      const receipts = current.receipts.filter(({ _id }) => !_id.equals(receipt._id));
      return this.record.write(scope, current, { receipts }, { actor, deed: 'updated' });
    });
    await this.discard(objectId(receiptId));
    return this.record.told(actor, after);
  }

  /** Whether the receipt is to be added to the entry: not where it has the same content already. */
  private async takes(actor: Actor, row: TransactionRow, { sha256 }: ReceiptRow): Promise<boolean> {
    if (row.receipts.some((known) => known.sha256 === sha256)) return false;
    await this.record.mustAllow(actor, 'attach', row);
    if (row.receipts.length >= MAX_RECEIPTS) throw new DomainError('TOO_MANY_RECEIPTS');
    return true;
  }

  private async store(owner: TransactionRow, receipt: ReceiptRow, bytes: Uint8Array): Promise<void> {
    await this.files.put({
      _id: receipt._id,
      kind: RECEIPT_KIND,
      name: receipt.fileName,
      contentType: receipt.contentType,
      owner: owner._id,
      content: [bytes],
    });
  }

  private async refer(actor: Actor, scope: LabScope, id: string, receipt: ReceiptRow): Promise<TransactionRow> {
    try {
      return await this.unitOfWork.run(async () => {
        const current = await this.record.found(scope, id);
        if (!(await this.takes(actor, current, receipt))) return current;
        const receipts = [...current.receipts, receipt];
        return this.record.write(scope, current, { receipts }, { actor, deed: 'updated' });
      });
    } catch (error) {
      // After any other failure the commit may have gone through: the sweep will see whether it has.
      if (error instanceof DomainError) await this.discard(receipt._id);
      throw error;
    }
  }

  /** What cannot be removed now, the sweep removes. */
  private async discard(id: ObjectId): Promise<void> {
    try {
      await this.files.remove(id);
    } catch (error) {
      this.logger.warn(error);
    }
  }
}

function isAmong({ receipts }: TransactionRow, { _id }: ReceiptRow): boolean {
  return receipts.some((known) => known._id.equals(_id));
}

/** @throws DomainError RECEIPT_NOT_FOUND. */
function receiptOf({ receipts }: TransactionRow, receiptId: string): ReceiptRow {
  const receipt = receipts.find(({ _id }) => _id.toHexString() === receiptId);
  if (!receipt) throw new DomainError('RECEIPT_NOT_FOUND');
  return receipt;
}
