import type { Reversal } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { TransactionPlaces } from './transaction-places';
import { TransactionPosting } from './transaction-posting';
import { TransactionRecord } from './transaction-record';
import type { TransactionRow } from './transaction.document';

const MAX_DESCRIPTION = 500;

/** The contra entry of an approved one, and what becomes of the original with it. Within the caller's transaction. */
@Injectable()
export class TransactionReversal {
  constructor(
    private readonly record: TransactionRecord,
    private readonly places: TransactionPlaces,
    private readonly posting: TransactionPosting,
  ) {}

  /**
   * Enters the contra entry, dated today; the original bears its number at once, so that there is only one.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, TRANSACTION_HAS_REVERSAL,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED.
   */
  async enter(actor: Actor, { reversalOf, description }: Reversal): Promise<TransactionRow> {
    const scope = actor.scope('transactions.create');
    const original = await this.record.found(scope, reversalOf);
    await this.record.mustAllow(actor, 'reverse', original);
    const { transactionNo, type, amountPaise, category, paymentMethod, reference, party } = original;
    const contra = await this.posting.postOne(actor, {
      laboratory: await this.places.toPost(scope, original.laboratoryId.toHexString()),
      entry: {
        type,
        amountPaise,
        category,
        paymentMethod,
        reference,
        party,
        description:
          description ?? `Reversal of ${transactionNo}: ${original.description}`.slice(0, MAX_DESCRIPTION).trimEnd(),
      },
      reversalOf: linkTo(original),
    });
    await this.link(actor, scope, original, contra);
    return contra;
  }

  /**
   * The contra entry is back after its rejection.
   * @throws DomainError TRANSACTION_HAS_REVERSAL where another has taken its place.
   */
  async takeUp(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    if (original?.reversedBy) {
      const { transactionNo } = original.reversedBy;
      const message = `${transactionNo} reverses ${original.transactionNo} in the place of this entry`;
      throw new DomainError('TRANSACTION_HAS_REVERSAL', { message });
    }
    if (original) await this.link(actor, scope, original, contra);
  }

  /** The contra entry is rejected or cancelled: another may take its place. */
  async free(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    // A rejected one has freed it before it is cancelled, and another may stand there since.
    if (!original?.reversedBy?._id.equals(contra._id)) return;
    await this.record.write(scope, original, { reversedBy: null }, { actor, deed: 'updated' });
  }

  /** The contra entry has its last approval: the original is reversed. */
  async complete(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    if (original) await this.record.write(scope, original, { status: 'reversed' }, { actor, deed: 'reversed' });
  }

  private async link(actor: Actor, scope: LabScope, original: TransactionRow, contra: TransactionRow): Promise<void> {
    await this.record.write(scope, original, { reversedBy: linkTo(contra) }, { actor, deed: 'updated' });
  }

  private async originalOf(scope: LabScope, { reversalOf }: TransactionRow): Promise<TransactionRow | null> {
    return reversalOf && this.record.found(scope, reversalOf._id.toHexString());
  }
}

function linkTo({ _id, transactionNo }: TransactionRow): NonNullable<TransactionRow['reversalOf']> {
  return { _id, transactionNo };
}
