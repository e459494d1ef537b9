import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  canRemoveReceipt,
  keepsReceipts,
  MAX_RECEIPTS,
  type ReceiptType,
  receiptTypes,
  type Transaction,
  type UploadedFile,
} from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { Timeout } from '@nestjs/schedule';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { filetypemime } from 'magic-bytes.js';
import { cleanFileName } from '../../platform/files/file-name';
import { FileRepository } from '../../platform/files/file.repository';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { refusal } from '../../platform/domain/policy';
import { LabScope } from '../../platform/domain/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { newId, type ObjectId, objectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import { Entries } from './entry/entries';
import type { ReceiptRow, TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

/** The kind of these files in the file store. */
export const RECEIPT_KIND = 'receipt';

const extensions: Record<ReceiptType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

const BATCH = 500;
/** Late enough not to slow the start. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** Younger files are left alone: a receipt that is being attached has no reference from its entry yet. */
const MIN_AGE_MS = 3_600_000;

/** The receipts of entries. A file is stored first, and then added to its entry in a transaction. */
@Injectable()
export class Receipts {
  private readonly logger = new Logger(Receipts.name);

  constructor(
    private readonly store: Entries,
    private readonly files: FileRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Attaching content that the entry already has changes nothing.
   * @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_TYPE_UNSUPPORTED, TOO_MANY_RECEIPTS, TRANSACTION_IMMUTABLE,
   *   TRANSACTION_CANCELLED, PERIOD_LOCKED.
   */
  async attach(actor: Actor, id: string, upload: UploadedFile): Promise<Transaction> {
    const row = await this.store.records.getOrThrow(actor.scope('transactions.edit'), id);
    const receipt: ReceiptRow = {
      _id: newId(),
      ...toReceiptFile(upload),
      uploadedBy: actor.person,
      uploadedAt: this.clock.now(),
    };
    // Checked before anything is stored, and again within the transaction.
    if (!(await this.accepts(actor, row, receipt))) return this.store.present(actor, row);
    await this.files.put({
      _id: receipt._id,
      kind: RECEIPT_KIND,
      name: receipt.fileName,
      contentType: receipt.contentType,
      owner: row._id,
      content: [upload.bytes],
    });
    const after = await this.addToEntry(actor, row, receipt);
    if (!after.receipts.some(({ _id }) => _id.equals(receipt._id))) await this.discard(receipt._id);
    return this.store.present(actor, after);
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_NOT_FOUND. */
  async read(actor: Actor, id: string, receiptId: string): Promise<File> {
    const row = await this.store.records.getOrThrow(actor.scope('transactions.view'), id);
    const receipt = getReceipt(row, receiptId);
    const content = await this.files.open(receipt._id);
    if (!content) throw new DomainError('RECEIPT_NOT_FOUND');
    return new File([await buffer(content)], receipt.fileName, { type: receipt.contentType });
  }

  /**
   * While the entry is pending, only by who attached the receipt and who entered or last edited the entry: approvers do
   * not choose the evidence for what they approve.
   * @throws DomainError TRANSACTION_NOT_FOUND, RECEIPT_NOT_FOUND, TRANSACTION_IMMUTABLE, TRANSACTION_CANCELLED, FORBIDDEN.
   */
  async remove(actor: Actor, id: string, receiptId: string): Promise<Transaction> {
    const policy = async (before: TransactionRow) => {
      const { afterApproval, uploadedBy } = getReceipt(before, receiptId);
      if (keepsReceipts(before.status)) {
        const message = afterApproval
          ? 'This receipt was added to an approved entry and can no longer be removed'
          : 'This receipt was part of an approval and can no longer be removed';
        return refusal('TRANSACTION_IMMUTABLE', message);
      }
      const refused = await this.store.findRefusal(actor, 'attach', before);
      if (refused || canRemoveReceipt(before, uploadedBy, isSelf)) return refused;
      return refusal(
        'FORBIDDEN',
        `Ask ${uploadedBy.name}, who attached this receipt, to remove it. Or reject the entry.`,
      );
    };
    const isSelf = ({ _id }: { _id: ObjectId }) => actor.represents(_id);
    const options = { permission: 'transactions.edit', policy } as const;
    const after = await this.store.records.change(actor, id, undefined, options, ({ receipts }) => ({
      receipts: receipts.filter(({ _id }) => _id.toHexString() !== receiptId),
    }));
    await this.discard(objectId(receiptId));
    return after;
  }

  /** False if the entry already has the same content. */
  private async accepts(actor: Actor, row: TransactionRow, { sha256 }: ReceiptRow): Promise<boolean> {
    if (row.receipts.some((known) => known.sha256 === sha256)) return false;
    await this.store.assertAllowed(actor, 'attach', row);
    if (row.receipts.length >= MAX_RECEIPTS) throw new DomainError('TOO_MANY_RECEIPTS');
    return true;
  }

  private async addToEntry(
    actor: Actor,
    { _id, laboratoryId }: TransactionRow,
    receipt: ReceiptRow,
  ): Promise<TransactionRow> {
    const [scope, id] = [actor.scope('transactions.edit'), _id.toHexString()];
    try {
      return await this.store.inTurn(scope, { _id: id, laboratoryId }, async () => {
        const current = await this.store.records.getOrThrow(scope, id);
        const isApproved = current.status === 'approved';
        if (!(await this.accepts(actor, current, receipt))) return current;
        // The moment of the write, by which screens recognise what this version is.
        const at = this.clock.now();
        const added = { ...receipt, uploadedAt: at, ...(isApproved && { afterApproval: true as const }) };
        // As after an edit: the first approver has not seen this receipt. A full approval stands, without this receipt.
        const restarted = current.status === 'partially_approved' && { status: 'pending' as const, approvals: [] };
        const changes = { receipts: [...current.receipts, added], ...restarted };
        return this.store.records.write(scope, current, changes, { actor, action: 'updated', at });
      });
    } catch (error) {
      // After any other failure the commit may have succeeded; the sweep will find out.
      if (error instanceof DomainError) await this.discard(receipt._id);
      throw error;
    }
  }

  /** The sweep removes files that cannot be removed now. */
  private async discard(id: ObjectId): Promise<void> {
    try {
      await this.files.remove(id);
    } catch (error) {
      this.logger.warn(error);
    }
  }
}

/** Removes the files that no entry refers to, which a crash between writing a file and its entry leaves behind. */
@Injectable()
export class ReceiptSweep {
  private readonly logger = new Logger(ReceiptSweep.name);

  constructor(
    private readonly files: FileRepository,
    private readonly entries: EntryRepository,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  @Timeout(FIRST_AFTER_MS)
  async sweepAfterStart(): Promise<void> {
    await this.sweep();
  }

  /** Returns the number of removed files. Only one process sweeps at a time. */
  @Job('receipt-sweep', { everyMs: EVERY_MS })
  async sweep(): Promise<number> {
    return this.locks.hold('receipt-sweep', async (signal) => {
      const before = new Date(this.clock.now().getTime() - MIN_AGE_MS);
      const { logger } = this;
      let removed = 0;
      for await (const files of this.files.putBefore(RECEIPT_KIND, before, BATCH)) {
        signal.throwIfAborted();
        const owners = await this.entries.find(
          LabScope.everywhere(),
          { _id: { $in: files.map(({ owner }) => owner) } },
          { limit: files.length, projection: { 'receipts._id': 1 } },
        );
        const referred = new Set(owners.flatMap(({ receipts }) => receipts.map(({ _id }) => _id.toHexString())));
        const unused = files.filter((file) => !referred.has(file._id.toHexString()));
        const failed = await attemptEach(unused, ({ _id }) => this.files.remove(_id), { logger, signal });
        removed += unused.length - failed.length;
      }
      return removed;
    });
  }
}

/**
 * The type is detected from the content, regardless of the file's name and declared type.
 * @throws DomainError RECEIPT_TYPE_UNSUPPORTED.
 */
function toReceiptFile({ fileName, bytes }: UploadedFile): Omit<ReceiptRow, '_id' | 'uploadedBy' | 'uploadedAt'> {
  const guesses = filetypemime(bytes);
  const contentType = receiptTypes.find((type) => guesses.includes(type));
  if (!contentType) throw DomainError.onField('RECEIPT_TYPE_UNSUPPORTED', 'file');
  return {
    fileName: cleanFileName(fileName, extensions[contentType]),
    contentType,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** @throws DomainError RECEIPT_NOT_FOUND. */
function getReceipt({ receipts }: TransactionRow, receiptId: string): ReceiptRow {
  const receipt = receipts.find(({ _id }) => _id.toHexString() === receiptId);
  if (!receipt) throw new DomainError('RECEIPT_NOT_FOUND');
  return receipt;
}
