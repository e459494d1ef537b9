import type { DecisionBody, Decisions, DecisionsBody, PurchaseOrder } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Decider } from '../../../platform/decisions/decider';
import type { Actor } from '../../../platform/domain/actor';
import type { InSteps } from '../../../platform/idempotency/idempotency';
import { decideEach } from '../../../platform/records/decide-each';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import {
  approvalRules,
  approvalsNeededFor,
  describeDependence,
  digestOrder,
  rejectionRules,
} from './purchase-order.policy';
import type { PurchaseOrderRow } from './purchase-order.repository';
import { isApproved, PurchaseOrders } from './purchase-orders';

/** Approvals and rejections of orders. */
@Injectable()
export class DecideOrders {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, OWN_PURCHASE_ORDER,
   *   APPROVED_BY_SAME_PERSON, SUPER_ADMIN_NEEDED, CONFIRMATION_REQUIRED, LABORATORY_SUSPENDED, VERSION_CONFLICT.
   */
  async decide(actor: Actor, id: string, { approved, reason = '', version }: DecisionBody): Promise<PurchaseOrder> {
    const scope = actor.scope('purchaseOrders.approve');
    const seen = await this.store.records.versionToDecide(scope, id, version);
    return this.store.inTurn(scope, id, async () => {
      const before = await this.store.records.getOrThrow(scope, id);
      const laboratory = await this.store.readLaboratory(before);
      const judged = Decider.judged(approved ? approvalRules : rejectionRules, actor, before, { laboratory });
      const decider = await this.store.records.assertDecidable(actor, before, judged);
      await this.store.records.assertVersion(actor, before, seen);
      const at = this.clock.now();
      const by = decider.as.person;
      const changes = approved
        ? approval(before, decider, laboratory, at)
        : {
            status: 'draft' as const,
            approvals: [],
            rejection: { reason, by, at, content: digestOrder(before) },
          };
      if (approved && approvalsNeededFor(before) === 2) decider.as.assertConfirmed(at);
      const write = { actor: decider.as, action: approved ? 'approved' : 'rejected', at, decider };
      const after = await this.store.records.write(scope, before, changes, write);
      await this.store.updateOnOrder(decider.as, after, after.lines);
      return this.store.present(actor, after);
    });
  }

  /**
   * @throws DomainError PURCHASE_ORDER_NOT_FOUND if any of them is outside the scope, CONFIRMATION_REQUIRED if any needs
   *   it; then none is decided.
   */
  decideMany(actor: Actor, body: DecisionsBody): InSteps<Decisions> {
    return decideEach(this.store.records, actor.scope('purchaseOrders.approve'), body, {
      assertAll: (rows) => {
        if (body.approved && rows.some((row) => approvalsNeededFor(row) === 2)) actor.assertConfirmed(this.clock.now());
      },
      decide: (id, decision) => this.decide(actor, id, decision),
      describe: ({ number, supplier }) => ({ name: `${number}, ${supplier.name}` }),
    });
  }
}

function approval(
  before: PurchaseOrderRow,
  { as, dependence }: Decider,
  { timezone }: LaboratoryRow,
  at: Date,
): Partial<PurchaseOrderRow> {
  const note = dependence ? describeDependence(dependence, timezone) : null;
  const by = { ...as.person, role: as.role };
  const approvals = [...before.approvals, { by, at, note, content: digestOrder(before) }];
  return { approvals, ...(isApproved({ ...before, approvals }) && { status: 'approved' as const }) };
}
