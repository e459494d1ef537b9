import {
  type Page,
  serverEvents,
  type StockTransfer,
  StockTransferSchema,
  totalPaise,
  type TransferAction,
  type TransferLaboratory,
  type TransferListQuery,
} from '@shifa/contract';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { Actor } from '../../../platform/domain/actor';
import { actionsFor, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import { roomOf } from '../../../platform/realtime/rooms';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import {
  LaboratoriesPort,
  laboratoryIn,
  type LaboratoryRow,
  laboratoryUsePolicy,
  toLaboratoryName,
} from '../../laboratories/laboratories.port';
import { type TransferLineRow, TransferRepository, type TransferRow } from './transfer.repository';
import { inTransitOf } from './transfer-plan';

type Judged = Pick<TransferRow, 'status'>;
export type TransferLaboratories = { from: LaboratoryRow; to: LaboratoryRow };

/** Each laboratory acts for itself: the receiver confirms what has arrived, the sender what is back. */
export const transferPolicy: Policy<TransferAction, Judged, TransferLaboratories> = {
  receive: (viewer, transfer, { to }) => closed(transfer) ?? actingFor(viewer, to, 'receive'),
  return: (viewer, transfer, { from }) => closed(transfer) ?? actingFor(viewer, from, 'return'),
};

function actingFor(viewer: Actor, laboratory: LaboratoryRow, action: string): Refusal | undefined {
  const lacking = lacks(viewer, 'inventory.transfer');
  if (lacking) return lacking;
  if (lacks(viewer, 'inventory.transfer', { laboratoryId: laboratory._id })) {
    return { ...refusal('FORBIDDEN', `Only ${laboratory.name} can ${action} this transfer`), hidden: true };
  }
  return laboratoryUsePolicy.enterRecords(laboratory);
}

function closed({ status }: Judged): Refusal | undefined {
  return status === 'sent' || status === 'partly_received' ? undefined : notOffered('TRANSFER_CLOSED');
}

/** Raised within the transaction of every write to a transfer. */
export const transfersChanged = eventKind<EntityChanged<TransferRow>>('stock-transfers.changed');

/** Transfers as versioned documents of two laboratories. Neither learns more of the other than its name and code. */
@Injectable()
export class Transfers {
  readonly records: Records<TransferRow, StockTransfer, 'stock-transfer:updated'>;

  constructor(
    private readonly repository: TransferRepository,
    private readonly laboratories: LaboratoriesPort,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'stock-transfer',
      shown: {
        permission: 'inventory.view',
        of: StockTransferSchema,
        fields: {
          laboratoryIds: true,
          fromLaboratoryId: true,
          toLaboratoryId: true,
          batchKeys: 'nobody',
          steps: false,
        },
      },
      noun: 'transfer',
      repository,
      notFound: 'TRANSFER_NOT_FOUND',
      named: { fields: ['number'], as: ({ number }) => number },
      laboratoryOf: ({ fromLaboratoryId }) => fromLaboratoryId,
      present: async (viewer, row) => toTransfer(row, viewer, await this.readLaboratories(row)),
      changed: transfersChanged,
      derive: (row) => ({ searchWords: toSearchWords(row) }),
      // Stored as text, so that readers learn nothing about the other laboratory's items.
      audited: ({ lines }) => ({ lines: lines.map(auditedLine) }),
      live: {
        permission: 'inventory.view',
        event: () => 'stock-transfer:updated' as const,
        payload: (row, actor) => eventFields(serverEvents['stock-transfer:updated'], row, actor),
        rooms: ({ toLaboratoryId }) => [roomOf.holders('inventory.view', toLaboratoryId.toHexString())],
      },
    });
  }

  async list(actor: Actor, query: TransferListQuery): Promise<Page<StockTransfer>> {
    const { items, ...total } = await this.repository.list(actor.scope('inventory.view'), query);
    return { items: await this.presentAll(actor, items), ...total };
  }

  async destinations(): Promise<TransferLaboratory[]> {
    const all = await this.laboratories.listInScope(LabScope.everywhere());
    const active = all.filter(({ status }) => status === 'active');
    return active.map(toLaboratoryName).sort((a, b) => a.name.localeCompare(b.name));
  }

  async readLaboratories(row: TransferRow): Promise<TransferLaboratories> {
    return laboratoriesIn(await this.laboratories.findAll(row.laboratoryIds), row);
  }

  /** In one query. */
  async withLaboratories(
    rows: readonly TransferRow[],
  ): Promise<{ transfer: TransferRow; laboratories: TransferLaboratories }[]> {
    const laboratories = await this.laboratories.findAll(rows.flatMap(({ laboratoryIds }) => laboratoryIds));
    return rows.map((transfer) => ({ transfer, laboratories: laboratoriesIn(laboratories, transfer) }));
  }

  presentIn(viewer: Actor, row: TransferRow, laboratories: TransferLaboratories): StockTransfer {
    return toTransfer(row, viewer, laboratories);
  }

  async presentAll(viewer: Actor, rows: readonly TransferRow[]): Promise<StockTransfer[]> {
    const found = await this.withLaboratories(rows);
    return found.map(({ transfer, laboratories }) => toTransfer(transfer, viewer, laboratories));
  }
}

export function toSearchWords({ number, lines }: Pick<TransferRow, 'number' | 'lines'>): string[] {
  const ofLines = lines.flatMap(({ item, batch }) => [item.name, ...codeTexts(item.itemCode), batch.batchNumber]);
  return searchWords(...codeTexts(number), ...ofLines);
}

function laboratoriesIn(laboratories: ReadonlyMap<string, LaboratoryRow>, row: TransferRow): TransferLaboratories {
  return { from: laboratoryIn(laboratories, row.fromLaboratoryId), to: laboratoryIn(laboratories, row.toLaboratoryId) };
}

function toTransfer(row: TransferRow, viewer: Actor, laboratories: TransferLaboratories): StockTransfer {
  const isReceiver = viewer.laboratoryId === row.toLaboratoryId.toHexString();
  const valueOf = (quantity: (line: TransferLineRow) => number) =>
    totalPaise(row.lines.reduce((sum, line) => sum + BigInt(quantity(line)) * BigInt(line.batch.unitCostPaise), 0n));
  return {
    ...declaredFields(StockTransferSchema.omit({ lines: true, steps: true }), row),
    from: toLaboratoryName(laboratories.from),
    to: toLaboratoryName(laboratories.to),
    lines: row.lines.map((line) => {
      const { item, batch } = line;
      const isBlocked = batch.status === 'quarantined' || batch.status === 'recalled';
      return {
        _id: line._id.toHexString(),
        item: { itemCode: item.itemCode, name: item.name, unit: item.unit },
        itemId: (isReceiver ? line.receivedItemId : item._id)?.toHexString() ?? null,
        batchNumber: batch.batchNumber,
        expiryDate: batch.expiryDate,
        openedOn: batch.openedOn,
        unitCostPaise: batch.unitCostPaise,
        blockedReason: isBlocked ? (batch.statusReason ?? 'No reason given') : null,
        quantity: line.quantity,
        receivedQuantity: line.received,
        missingQuantity: line.missing ?? 0,
        damagedQuantity: line.damaged ?? 0,
        returnedQuantity: line.returned,
        inTransitQuantity: inTransitOf(line),
      };
    }),
    steps: row.steps.map(({ kind, at, by, notes, reason = null, lines }) => ({
      kind,
      at: at.toISOString(),
      by: by.name,
      notes,
      reason,
      lines: lines.map(({ lineId, quantity, missing = 0, damaged = 0 }) => {
        return { lineId: lineId.toHexString(), quantity, missing, damaged };
      }),
    })),
    valuePaise: valueOf(({ quantity }) => quantity),
    inTransitValuePaise: valueOf(inTransitOf),
    actions: actionsFor(transferPolicy, viewer, row, laboratories),
  };
}

function auditedLine({ item, batch, quantity, received, missing = 0, damaged = 0, returned }: TransferLineRow) {
  return { item: item.name, batch: batch.batchNumber, quantity, received, missing, damaged, returned };
}
