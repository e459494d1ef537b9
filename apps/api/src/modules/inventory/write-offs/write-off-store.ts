import { totalPaise, type WriteOff } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { actionsFor } from '../../../platform/http/policy';
import { digestOf } from '../../../platform/ledger/canonical';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { toItemLaboratory } from '../items/item.mapper';
import type { HeldStock, WriteOffRow } from './write-off.document';
import { writeOffPolicy } from './write-off.policy';
import { WriteOffRepository } from './write-off.repository';

/** Raised within the transaction of every write to a write-off. */
export const writeOffsChanged = eventKind<EntityChanged<WriteOffRow>>('write-offs.changed');

/** Write-offs as versioned documents. */
@Injectable()
export class WriteOffStore {
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
        fields: {
          number: true,
          laboratoryId: true,
          item: true,
          held: true,
          reason: true,
          notes: true,
          limitPaise: true,
          status: true,
          requestedBy: true,
          decidedBy: true,
          decidedAt: true,
          decisionReason: true,
          decidedContent: false,
        },
      },
      noun: 'write-off',
      repository,
      notFound: 'WRITE_OFF_NOT_FOUND',
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => toWriteOff(row, viewer, await this.laboratoryOf(row)),
      changed: writeOffsChanged,
      decisions: {
        of: ({ status, decidedBy, decidedAt, decidedContent: content }) =>
          status === 'approved' || status === 'rejected'
            ? [{ approved: status === 'approved', decidedBy, decidedAt, content }]
            : [],
        contentOf: writeOffContentOf,
      },
      audited: ({ decidedContent: _content, item, held, ...shown }) => ({
        ...shown,
        item: item.name,
        held: held.map(({ source, quantity }) => ({ batch: source.batchNumber, quantity })),
      }),
      live: {
        permission: 'inventory.view',
        event: () => 'write-off:updated' as const,
        payload: ({ _id, number, item, laboratoryId, status, version, updatedAt }) => ({
          _id: _id.toHexString(),
          number,
          itemId: item._id.toHexString(),
          laboratoryId: laboratoryId.toHexString(),
          status,
          version,
          at: updatedAt.toISOString(),
        }),
      },
    });
  }

  async laboratoryOf({ laboratoryId, number }: Pick<WriteOffRow, 'laboratoryId' | 'number'>): Promise<LaboratoryRow> {
    const laboratory = await this.laboratories.find(laboratoryId.toHexString());
    if (!laboratory) throw new Error(`The laboratory of ${number} is missing`);
    return laboratory;
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
export function writeOffContentOf(row: Pick<WriteOffRow, 'laboratoryId' | 'item' | 'held' | 'reason' | 'requestedBy'>) {
  const { laboratoryId, item, held, reason, requestedBy } = row;
  const lines = held.map(({ batchId, quantity, source: { batchNumber, unitCostPaise } }) => {
    return { batchId, batchNumber, quantity, unitCostPaise };
  });
  return digestOf({ laboratoryId, item: item._id, lines, reason, requestedBy: requestedBy._id });
}

function toWriteOff(row: WriteOffRow, viewer: Actor, laboratory: LaboratoryRow): WriteOff {
  const { item, held, requestedBy } = row;
  const valueOf = ({ quantity, source }: HeldStock) => BigInt(quantity) * BigInt(source.unitCostPaise);
  return {
    _id: row._id.toHexString(),
    number: row.number,
    status: row.status,
    item: { ...item, _id: item._id.toHexString() },
    laboratoryId: toItemLaboratory(laboratory),
    lines: held.map((one) => ({
      batchNumber: one.source.batchNumber,
      expiryDate: one.source.expiryDate,
      quantity: one.quantity,
      valuePaise: totalPaise(valueOf(one)),
    })),
    quantity: held.reduce((sum, { quantity }) => sum + quantity, 0),
    valuePaise: totalPaise(held.reduce((sum, one) => sum + valueOf(one), 0n)),
    limitPaise: row.limitPaise,
    reason: row.reason,
    notes: row.notes,
    requestedBy: { _id: requestedBy._id.toHexString(), name: requestedBy.name },
    decidedBy: row.decidedBy?.name ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    version: row.version,
    actions: actionsFor(writeOffPolicy, viewer, row, { laboratory }),
  };
}
