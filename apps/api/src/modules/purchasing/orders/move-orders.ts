import type { PurchaseOrder, PurchaseOrderAction, SendOrderBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { Clock } from '../../../platform/time/clock';
import { isAbove } from './edit-orders';
import { OrderMails } from './order-mails';
import { OrderSuppliers } from './order-suppliers';
import { purchaseOrderPolicy } from './purchase-order.policy';
import { MAX_SENT, type PurchaseOrderRow } from './purchase-order.repository';
import { basisOf, PurchaseOrders } from './purchase-orders';

type Versioned = { version?: number | undefined };
type Move = {
  action: PurchaseOrderAction;
  version: number | undefined;
  /** In the history. */
  verb: string;
  next: (before: PurchaseOrderRow) => Partial<PurchaseOrderRow> | Promise<Partial<PurchaseOrderRow>>;
};

/** The steps of an order from one status to the next, apart from decisions and receipts. */
@Injectable()
export class MoveOrders {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly suppliers: OrderSuppliers,
    private readonly mails: OrderMails,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError as `send`, apart from CHANNEL_NOT_OFFERED. */
  submit(actor: Actor, id: string, { version }: Versioned): Promise<PurchaseOrder> {
    return this.move(actor, id, {
      action: 'submit',
      version,
      verb: 'submitted',
      next: async (before) => {
        await this.assertSupplier(before);
        await this.store.assertItems(before);
        const basis = basisOf(before);
        const isAboveLimit = isAbove(basis, await this.store.readLaboratory(before));
        return { status: 'pending_approval', basis, isAboveLimit, approvals: [], rejection: null };
      },
    });
  }

  /**
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, VERSION_CONFLICT, SUPPLIER_ON_HOLD,
   *   SUPPLIER_BLOCKED, ITEM_DISCONTINUED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, CHANNEL_NOT_OFFERED.
   */
  send(actor: Actor, id: string, { way, email, version }: SendOrderBody): Promise<PurchaseOrder> {
    return this.move(actor, id, {
      action: 'send',
      version,
      verb: 'sent',
      next: async (before) => {
        await this.assertSupplier(before);
        await this.store.assertItems(before);
        if (before.sent.length >= MAX_SENT) {
          throw new DomainError('PURCHASE_ORDER_STATE', { message: `An order can be sent at most ${MAX_SENT} times` });
        }
        const known = { way, by: actor.person, at: this.clock.now() };
        const emailed =
          email === undefined
            ? { email: null, messageId: null }
            : { email, messageId: await this.mails.send(actor, before, email), accepted: false };
        const sent = [...before.sent, { ...known, ...emailed }];
        return { sent, ...(before.status === 'approved' && { status: 'sent' as const }) };
      },
    });
  }

  /** @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, VERSION_CONFLICT. */
  cancel(actor: Actor, id: string, { reason, version }: Versioned & { reason: string }): Promise<PurchaseOrder> {
    const next = () => ({ status: 'cancelled' as const, ended: this.endedBy(actor, reason) });
    return this.move(actor, id, { action: 'cancel', version, verb: 'cancelled', next });
  }

  /** @throws DomainError as `cancel`. */
  closeShort(actor: Actor, id: string, { reason, version }: Versioned & { reason: string }): Promise<PurchaseOrder> {
    const next = () => ({ status: 'closed_short' as const, ended: this.endedBy(actor, reason) });
    return this.move(actor, id, { action: 'closeShort', version, verb: 'closed-short', next });
  }

  /** @throws DomainError as `cancel`. */
  close(actor: Actor, id: string, { version }: Versioned): Promise<PurchaseOrder> {
    const next = () => ({ status: 'closed' as const, ended: this.endedBy(actor, null) });
    return this.move(actor, id, { action: 'close', version, verb: 'closed', next });
  }

  private move(actor: Actor, id: string, { action, version, verb, next }: Move): Promise<PurchaseOrder> {
    const options = {
      permission: 'purchaseOrders.create',
      action: verb,
      policy: async (before: PurchaseOrderRow) =>
        purchaseOrderPolicy[action](actor, before, { laboratory: await this.store.readLaboratory(before) }),
      also: (_: PurchaseOrderRow, after: PurchaseOrderRow) => this.store.updateOnOrder(actor, after, after.lines),
    } as const;
    return this.store.inTurn(actor.scope('purchaseOrders.create'), id, () =>
      this.store.records.change(actor, id, version, options, next),
    );
  }

  private endedBy(actor: Actor, reason: string | null) {
    return { reason, by: actor.person, at: this.clock.now() };
  }

  private async assertSupplier({ laboratoryId, supplier }: PurchaseOrderRow): Promise<void> {
    await this.suppliers.getUsable(laboratoryId.toHexString(), supplier._id.toHexString());
  }
}
