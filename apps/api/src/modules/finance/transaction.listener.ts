import type { ServerEvent } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Realtime } from '../../platform/realtime/realtime';
import type { TransactionRow } from './transaction.document';
import { type TransactionChange, type TransactionsChanged, transactionsChanged } from './transaction.events';
import { toTransactionEvent } from './transaction.mapper';

/** More than this are not announced one by one: open screens are told once for each laboratory. */
const ANNOUNCED_EACH = 20;

type TransactionServerEvent = Extract<ServerEvent, `transaction:${string}`>;

/** Tells open screens of those who may see the entry. */
@Injectable()
export class TransactionListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit(): void {
    this.events.after(transactionsChanged, ({ actor, deed, changes }: TransactionsChanged) => {
      for (const { after } of announcedOf(changes)) {
        const payload = toTransactionEvent(after, actor);
        this.realtime.toHolders('transactions.view', payload.laboratoryId, eventOf(deed, after), payload);
      }
    });
  }
}

function announcedOf(changes: readonly TransactionChange[]): readonly TransactionChange[] {
  if (changes.length <= ANNOUNCED_EACH) return changes;
  return [...new Map(changes.map((change) => [change.after.laboratoryId.toHexString(), change])).values()];
}

function eventOf(deed: TransactionsChanged['deed'], { status }: TransactionRow): TransactionServerEvent {
  if (deed === 'created' || deed === 'rejected') return `transaction:${deed}`;
  return deed === 'approved' && status === 'approved' ? 'transaction:approved' : 'transaction:updated';
}
