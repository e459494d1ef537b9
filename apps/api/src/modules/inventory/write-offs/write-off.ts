import { serverEvents, totalPaise, type WriteOff, type WriteOffAction, WriteOffSchema } from '@shifa/contract';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import { oneDecision } from '../../../platform/decisions/one-decision';
import { actionsFor, lacks, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { digestOf } from '../../../platform/ledger/canonical';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  laboratoryUsePolicy,
  toZonedLaboratory,
} from '../../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from '../stock/item.document';
import { blockedBatch } from '../stock/recall.repository';
import { isBlocked } from '../stock/stock';
import type { StockLine } from '../stock/stock-plan';
import { type HeldStock, WriteOffRepository, type WriteOffRow } from './write-off.repository';

type Judged = Pick<WriteOffRow, 'laboratoryId' | 'status' | 'requestedBy' | 'decidedBy'>;
export type WriteOffContext = { laboratory: Pick<LaboratoryRow, 'status' | 'timezone'> };

function decisionRules(action: 'approve' | 'reject'): DecisionRules<Judged, WriteOffContext> {
  return {
    permission: 'inventory.approve',
    concerned: ({ requestedBy }) => [requestedBy],
    open: (as, writeOff, { laboratory }) =>
      lacks(as, 'inventory.approve', writeOff) ??
      decidedRefusal(writeOff) ??
      // A rejection only returns the stock to its batches.
      (action === 'approve' ? laboratoryUsePolicy.enterRecords(laboratory) : undefined),
    own: (as, { requestedBy }) =>
      as.userId === requestedBy._id.toHexString()
        ? refusal('OWN_WRITE_OFF')
        : refusal('OWN_WRITE_OFF', "You're the requester's deputy, so someone else must decide"),
    dependent: 'refused',
    timezoneOf: ({ laboratory }) => laboratory.timezone,
  };
}

export const approvalRules = decisionRules('approve');
export const rejectionRules = decisionRules('reject');

/** Someone else decides; the person who requested it can withdraw it until then. */
export const writeOffPolicy: Policy<WriteOffAction, Judged, WriteOffContext> = {
  approve: decisionPolicy(approvalRules),
  reject: decisionPolicy(rejectionRules),
  withdraw: (viewer, writeOff) => {
    const isOwn = viewer.userId === writeOff.requestedBy._id.toHexString();
    if (!isOwn) {
      return { ...refusal('FORBIDDEN', `Only ${writeOff.requestedBy.name} can withdraw this write-off`), hidden: true };
    }
    return decidedRefusal(writeOff) ?? lacks(viewer, 'inventory.stock', writeOff);
  },
};

function decidedRefusal({ status, decidedBy, requestedBy }: Judged): Refusal | undefined {
  if (status === 'pending') return undefined;
  const by = status === 'withdrawn' ? requestedBy.name : (decidedBy?.name ?? 'The system');
  return { ...refusal('WRITE_OFF_DECIDED', `${by} has ${status} this write-off`), hidden: true };
}

/**
 * Moves what is to be written off to batches of their own, which no one can use, take or add to until the decision.
 * @param lines what a write-off would take
 */
export function setAside(
  lines: readonly StockLine[],
  { writeOffId, number }: { writeOffId: ObjectId; number: string },
): { lines: StockLine[]; held: HeldStock[] } {
  const parts = lines.map(({ batch, quantity }) => {
    const block = { status: 'quarantined', statusReason: `Set aside for pending ${number}` } as const;
    const aside: BatchRow = { ...batch, ...(!isBlocked(batch) && block), _id: newId(), quantity: 0, writeOffId };
    return { source: batch, aside, quantity: -quantity };
  });
  return {
    lines: parts.flatMap(({ source, aside, quantity }) => [
      { batch: source, quantity: -quantity },
      { batch: aside, quantity },
    ]),
    held: parts.map(({ source: { quantity: _, ...source }, aside, quantity }) => {
      return { batchId: aside._id, source, quantity };
    }),
  };
}

/** Takes what was set aside out of the stock. */
export function toWaste(item: Pick<ItemRow, 'batches'>, held: readonly HeldStock[]): StockLine[] {
  return held.map((one) => ({ batch: unblock(findSetAside(item, one)), quantity: -one.quantity }));
}

/**
 * Returns what was set aside to the batches that it came from. A recall in the meantime applies to it as well; of those
 * still in force, `RecallRegister` knows.
 */
export function toReturn(item: Pick<ItemRow, 'batches'>, held: readonly HeldStock[]): StockLine[] {
  return held.flatMap((one) => {
    const aside = findSetAside(item, one);
    const known = item.batches.find(({ _id }) => _id.equals(one.source._id)) ?? { ...one.source, quantity: 0 };
    const isRecalled = aside.status === 'recalled' && one.source.status !== 'recalled';
    const batch = isRecalled ? blockedBatch(item, known, aside.statusReason) : known;
    return [
      { batch: unblock(aside), quantity: -one.quantity },
      { batch, quantity: one.quantity },
    ];
  });
}

/** As long as it is set aside, nothing else can change its quantity. */
function findSetAside({ batches }: Pick<ItemRow, 'batches'>, { batchId, quantity }: HeldStock): BatchRow {
  const aside = batches.find(({ _id }) => _id.equals(batchId));
  if (aside?.quantity !== quantity)
    throw new Error(`The stock set aside in batch ${batchId.toHexString()} has changed`);
  return aside;
}

function unblock(batch: BatchRow): BatchRow {
  return { ...batch, status: 'active', statusReason: null, writeOffId: null };
}

/** Raised within the transaction of every write to a write-off. */
export const writeOffsChanged = eventKind<EntityChanged<WriteOffRow>>('write-offs.changed');

/** Write-offs as versioned documents. */
@Injectable()
export class WriteOffs {
  readonly records: Records<WriteOffRow, WriteOff, 'write-off:updated'>;

  constructor(
    repository: WriteOffRepository,
    private readonly laboratories: LaboratoriesPort,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'write-off',
      shown: {
        permission: 'inventory.view',
        of: WriteOffSchema,
        fields: { held: true, entered: false, decidedContent: false },
      },
      noun: 'write-off',
      repository,
      notFound: 'WRITE_OFF_NOT_FOUND',
      named: { fields: ['number'], as: ({ number }) => number },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => toWriteOff(row, viewer, await this.laboratories.getOwner(row)),
      changed: writeOffsChanged,
      decisions: oneDecision<WriteOffRow>(digestWriteOff),
      audited: ({ item, held }) => ({
        item: item.name,
        held: held.map(({ source, quantity }) => ({ batch: source.batchNumber, quantity })),
      }),
      live: {
        permission: 'inventory.view',
        event: () => 'write-off:updated' as const,
        payload: (row, actor) => ({
          ...eventFields(serverEvents['write-off:updated'], row, actor),
          itemId: row.item._id.toHexString(),
        }),
      },
    });
  }

  async presentAll(viewer: Actor, rows: readonly WriteOffRow[]): Promise<WriteOff[]> {
    const laboratories = await this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId));
    return rows.flatMap((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      return laboratory ? [toWriteOff(row, viewer, laboratory)] : [];
    });
  }
}

/** The digest of what an approver decides on. */
export function digestWriteOff(row: Pick<WriteOffRow, 'laboratoryId' | 'item' | 'held' | 'reason' | 'requestedBy'>) {
  const { laboratoryId, item, held, reason, requestedBy } = row;
  const lines = held.map(({ batchId, quantity, source: { batchNumber, unitCostPaise } }) => {
    return { batchId, batchNumber, quantity, unitCostPaise };
  });
  return digestOf({ laboratoryId, item: item._id, lines, reason, requestedBy: requestedBy._id });
}

function toWriteOff(row: WriteOffRow, viewer: Actor, laboratory: LaboratoryRow): WriteOff {
  const { held } = row;
  const valueOf = ({ quantity, source }: HeldStock) => BigInt(quantity) * BigInt(source.unitCostPaise);
  return {
    ...declaredFields(WriteOffSchema.omit({ entered: true }), row),
    entered: row.entered ?? null,
    laboratoryId: toZonedLaboratory(laboratory),
    lines: held.map((one) => ({
      batchNumber: one.source.batchNumber,
      expiryDate: one.source.expiryDate,
      quantity: one.quantity,
      valuePaise: totalPaise(valueOf(one)),
    })),
    quantity: held.reduce((sum, { quantity }) => sum + quantity, 0),
    valuePaise: totalPaise(held.reduce((sum, one) => sum + valueOf(one), 0n)),
    decidedBy: row.decidedBy?.name ?? null,
    actions: actionsFor(writeOffPolicy, viewer, row, { laboratory }),
  };
}
