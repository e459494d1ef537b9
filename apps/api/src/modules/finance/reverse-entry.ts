import type { Reversal, Transaction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import type { LabScope } from '../../platform/domain/lab-scope';
import { assertAllowed } from '../../platform/domain/policy';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { BillRepository } from './bills/bill.repository';
import { returnCredited, standingCredits, tooHigh, uncreditedPaise } from './bills/credit';
import { EnterEntry } from './enter-entry';
import { Entries } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import { creditRefusal } from './entry/entry.rules';
import { FINANCE_LOCK } from './books/books';

const MAX_DESCRIPTION = 500;

/**
 * Reverses entries, and keeps the original in step with what becomes of its contra entry. The contra entry of a credit
 * note counts for a part of the original, which stays as it is.
 */
@Injectable()
export class ReverseEntry {
  constructor(
    private readonly store: Entries,
    private readonly entering: EnterEntry,
    private readonly bills: BillRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates the contra entry of an approved entry, dated today. The original links to it at once, so that there can be
   * only one.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, TRANSACTION_HAS_REVERSAL,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED.
   */
  reverse(actor: Actor, { reversalOf, description }: Reversal): Promise<Transaction> {
    const scope = actor.scope('transactions.create');
    return this.unitOfWork.exclusive(FINANCE_LOCK, scope.laboratoryId, async () => {
      const original = await this.store.records.getOrThrow(scope, reversalOf);
      this.unitOfWork.lock(FINANCE_LOCK, original.laboratoryId.toHexString());
      await this.store.assertAllowed(actor, 'reverse', original);
      const { type, amountPaise, category, paymentMethod, reference, party } = original;
      const copied = `Reversal of ${original.transactionNo}: ${original.description}`
        .slice(0, MAX_DESCRIPTION)
        .trimEnd();
      const contra = await this.entering.postOne(actor, {
        laboratory: await this.laboratories.getForNewRecords(scope, original.laboratoryId.toHexString()),
        entry: { type, amountPaise, category, paymentMethod, reference, party, description: description ?? copied },
        reversalOf: linkTo(original),
      });
      await this.updateOriginal(actor, scope, original, { reversedBy: linkTo(contra) });
      return this.store.present(actor, contra);
    });
  }

  /**
   * Links the original to its contra entry again when that is resubmitted after a rejection.
   * @throws DomainError TRANSACTION_HAS_REVERSAL if the original already has another contra entry or, as a bill, a credit,
   *   or if the return of a credit note has another credit; CREDIT_TOO_HIGH if other credits do not leave as much of the
   *   bill.
   */
  async relinkOriginal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.readOriginal(scope, contra);
    if (original?.reversedBy) {
      const message = `${original.reversedBy.transactionNo} already reverses ${original.transactionNo}`;
      throw new DomainError('TRANSACTION_HAS_REVERSAL', { message });
    }
    if (contra.credit) return this.assertCreditFits(contra, contra.credit);
    if (!original) return;
    const [bill] = original.bill ? await this.bills.findEach([original._id]) : [];
    assertAllowed(creditRefusal(bill && standingCredits(bill)[0]));
    await this.updateOriginal(actor, scope, original, { reversedBy: linkTo(contra) });
  }

  /** Makes the original reversible again after its contra entry was rejected or cancelled. */
  async releaseOriginal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.readOriginal(scope, contra);
    // A contra entry that is cancelled after its rejection was released then; another may have taken its place.
    if (!original?.reversedBy?._id.equals(contra._id)) return;
    await this.updateOriginal(actor, scope, original, { reversedBy: null });
  }

  /** The contra entry has its final approval. */
  async completeReversal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    if (contra.credit) return;
    const original = await this.readOriginal(scope, contra);
    if (original) await this.updateOriginal(actor, scope, original, { status: 'reversed' }, 'reversed');
  }

  private async assertCreditFits(
    { amountPaise }: TransactionRow,
    { bill: { _id }, order, return: returned }: NonNullable<TransactionRow['credit']>,
  ): Promise<void> {
    const bills = await this.bills.ofOrders([order._id]);
    const bill = bills.find((one) => one._id.equals(_id));
    const refused = returnCredited(bills, returned) ?? (bill && tooHigh(amountPaise, uncreditedPaise(bill)));
    if (refused) throw new DomainError(refused.code, { message: refused.message });
  }

  private async updateOriginal(
    actor: Actor,
    scope: LabScope,
    original: TransactionRow,
    changes: Pick<Partial<TransactionRow>, 'reversedBy' | 'status'>,
    action = 'updated',
  ): Promise<void> {
    await this.store.records.write(scope, original, changes, { actor, action });
  }

  private async readOriginal(scope: LabScope, { reversalOf }: TransactionRow): Promise<TransactionRow | null> {
    return reversalOf && this.store.records.getOrThrow(scope, reversalOf._id.toHexString());
  }
}

function linkTo({ _id, transactionNo: number }: TransactionRow): NonNullable<TransactionRow['reversalOf']> {
  return { _id, transactionNo: number };
}
