import type {
  DecisionBody,
  Decisions,
  DecisionsBody,
  EnteredPacks,
  Page,
  WriteOff,
  WriteOffListQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import { Decider } from '../../../platform/decisions/decider';
import { decided, undecided } from '../../../platform/decisions/one-decision';
import type { Actor } from '../../../platform/domain/actor';
import type { InSteps } from '../../../platform/idempotency/idempotency';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { decideEach } from '../../../platform/records/decide-each';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../stock/item.document';
import { Items } from '../stock/item';
import { MovementRepository, type MovementRow } from '../stock/movement.repository';
import { RecallRegister } from '../stock/recall.repository';
import type { StockLine } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import {
  approvalRules,
  toReturn,
  rejectionRules,
  setAside,
  digestWriteOff,
  writeOffPolicy,
  WriteOffs,
  toWaste,
} from './write-off';
import { WriteOffRepository, type WriteOffRow } from './write-off.repository';

type Requested = {
  item: ItemRow;
  laboratory: LaboratoryRow;
  /** What the write-off takes. */
  lines: readonly StockLine[];
  reason: string;
  notes: string | null;
  /** The packs that the quantity was entered in. */
  entered?: EnteredPacks | undefined;
};

/** Write-offs above the limit of their laboratory, and the decisions on them. */
@Injectable()
export class DecideWriteOffs {
  constructor(
    private readonly writeOffs: WriteOffRepository,
    private readonly store: WriteOffs,
    private readonly itemStore: Items,
    private readonly posting: StockPosting,
    private readonly movements: MovementRepository,
    private readonly recalls: RecallRegister,
    private readonly counters: CounterRepository,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: WriteOffListQuery): Promise<Page<WriteOff>> {
    const { items, ...total } = await this.writeOffs.list(actor.scope('inventory.view'), actor, query);
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  /**
   * Whether a write-off needs an approval. What the person has written off alone on the same day counts as well, so that
   * a large one cannot be split into small ones.
   */
  async needsApproval(actor: Actor, laboratory: LaboratoryRow, lines: readonly StockLine[]): Promise<boolean> {
    const { writeOffLimitPaise } = laboratory.policies.inventory;
    const value = lines.reduce((sum, { batch, quantity }) => sum - quantity * batch.unitCostPaise, 0);
    if (value === 0) return false;
    if (value > writeOffLimitPaise) return true;
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const day = this.itemStore.today(laboratory);
    return value + (await this.movements.writtenOffBy(scope, objectId(actor.userId), day)) > writeOffLimitPaise;
  }

  /** Sets the stock aside, in the transaction of the caller. */
  async request(
    actor: Actor,
    { item, laboratory, lines, reason, notes, entered }: Requested,
  ): Promise<{ row: WriteOffRow; after: ItemRow; movements: MovementRow[] }> {
    const writeOffId = newId();
    const number = `WOF-${String(await this.counters.take('write-offs', 1)).padStart(6, '0')}`;
    const aside = setAside(lines, { writeOffId, number });
    const now = this.clock.now();
    const { _id, itemCode, name, unit, laboratoryId } = item;
    const row: WriteOffRow = {
      _id: writeOffId,
      number,
      laboratoryId,
      item: { _id, itemCode, name, unit },
      held: aside.held,
      ...(entered && { entered }),
      reason,
      notes,
      limitPaise: laboratory.policies.inventory.writeOffLimitPaise,
      status: 'pending',
      requestedBy: actor.person,
      ...undecided,
      ...firstVersion(actor, now),
    };
    await this.store.records.createMany({ actor }, [row]);
    const scope = LabScope.ofLaboratory(laboratoryId.toHexString());
    const change = { type: 'quarantine', lines: aside.lines, reason, notes: `${number} is pending approval` } as const;
    return { row, ...(await this.posting.post(actor, scope, { ...change, item, laboratory })) };
  }

  /**
   * @throws DomainError WRITE_OFF_NOT_FOUND, WRITE_OFF_DECIDED, OWN_WRITE_OFF, APPROVER_DEPENDENT, LABORATORY_SUSPENDED,
   *   VERSION_CONFLICT.
   */
  decide(actor: Actor, id: string, body: DecisionBody): Promise<WriteOff> {
    const status = body.approved ? 'approved' : 'rejected';
    return this.store.records.change(
      actor,
      id,
      body.version,
      {
        permission: 'inventory.approve',
        action: status,
        decision: async (before) => {
          const laboratory = await this.itemStore.readLaboratory(before);
          return Decider.judged(body.approved ? approvalRules : rejectionRules, actor, before, { laboratory });
        },
        also: (before) => this.settle(actor, before, status),
      },
      (before, as) => decided(as, body, digestWriteOff(before), this.clock.now()),
    );
  }

  /** @throws DomainError WRITE_OFF_NOT_FOUND if any of them is outside the scope; then none is decided. */
  decideMany(actor: Actor, body: DecisionsBody): InSteps<Decisions> {
    return decideEach(this.store.records, actor.scope('inventory.approve'), body, {
      decide: (id, decision) => this.decide(actor, id, decision),
      describe: ({ number, item }) => ({ name: `${number}, ${item.name}` }),
    });
  }

  /** @throws DomainError WRITE_OFF_NOT_FOUND, WRITE_OFF_DECIDED, FORBIDDEN, VERSION_CONFLICT. */
  withdraw(actor: Actor, id: string, version: number | undefined): Promise<WriteOff> {
    return this.store.records.change(
      actor,
      id,
      version,
      {
        permission: 'inventory.stock',
        action: 'withdrawn',
        policy: async (before) => {
          const laboratory = await this.itemStore.readLaboratory(before);
          return writeOffPolicy.withdraw(actor, before, { laboratory });
        },
        also: (before) => this.settle(actor, before, 'withdrawn'),
      },
      () => ({ status: 'withdrawn' }),
    );
  }

  /** Moves the stock after the document, so that of two people who decide, one waits and then sees that it is done. */
  private async settle(
    actor: Actor,
    { _id: writeOffId, item: { _id }, held, entered, laboratoryId, number, ...row }: WriteOffRow,
    status: 'approved' | 'rejected' | 'withdrawn',
  ): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratoryId.toHexString());
    const item = await this.itemStore.records.getOrThrow(scope, _id.toHexString());
    const laboratory = await this.itemStore.readLaboratory(item);
    const posting =
      status === 'approved'
        ? ({ type: 'waste', lines: toWaste(item, held), writeOffId, entered } as const)
        : // A recall that began after the stock was recalled and set aside did not touch it.
          ({ type: 'release', lines: await this.recalls.applyTo(item, toReturn(item, held)) } as const);
    const notes = `${number} was ${status}`;
    await this.posting.post(actor, scope, { ...posting, reason: row.reason, notes, item, laboratory });
  }
}
