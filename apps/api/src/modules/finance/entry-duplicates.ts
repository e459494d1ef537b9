import { formatDay } from '../../platform/time/format-time';
import type { DuplicateEntry } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { likenessOf } from './entry/entry';
import type { TransactionRow } from './entry/entry.document';
import { toDuplicateEntry } from './entry/entry.mapper';
import { TransactionRepository } from './entry/entry.repository';

type Saved = Pick<TransactionRow, 'laboratoryId' | 'type' | 'date' | 'amountPaise' | 'party' | 'reference'> & {
  _id?: TransactionRow['_id'];
};

/** Entries that look like another one entered twice. */
@Injectable()
export class TransactionDuplicates {
  constructor(private readonly transactions: TransactionRepository) {}

  /**
   * Within the transaction that writes the entry: that writes to the book of the laboratory, so that the later one of two
   * at once sees the earlier one. Entries without a party and a reference are never plainly the same: patients pay the
   * same prices in cash.
   * @throws DomainError DUPLICATE_ENTRY with the newest such entry among those that the person may see.
   */
  async assertNone(actor: Actor, entry: Saved): Promise<void> {
    const likeness = likenessOf(entry);
    if (likeness.partyKey === null && likeness.referenceKey === null) return;
    if (!actor.may('transactions.view')) return;
    const scope = actor.scope('transactions.view');
    const same = await this.transactions.findSame(scope, entry.laboratoryId, likeness, entry._id);
    if (!same) return;
    const { transactionNo, createdBy, createdAt, date } = same;
    throw new DomainError('DUPLICATE_ENTRY', {
      message: `${transactionNo} of ${formatDay(date)}, entered by ${createdBy.name}, has the same ${describe(entry)} and amount`,
      conflict: {
        current: toDuplicateEntry(same) satisfies DuplicateEntry,
        changedBy: createdBy.name,
        changedAt: createdAt.toISOString(),
      },
    });
  }
}

function describe({ party, reference }: Saved): string {
  return [party && 'party', reference && 'reference', 'day'].filter(Boolean).join(', ');
}
