import {
  formatEntered,
  batchStatusLabels,
  inventoryCategoryLabels,
  inventoryItemStatusLabels,
  inventoryUnitLabels,
  isPastUse,
  movementTypeLabels,
  stockStatusLabels,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { addDays, businessDay } from '../../platform/time/business-day';
import { laboratoryIn } from '../laboratories/laboratories.port';
import {
  column,
  type ReportContent,
  type ReportRequest,
  ReportSources,
  type SheetRow,
  type SheetTable,
} from '../reports/reports.port';
import { Reorder } from './alerts/reorder';
import type { ItemRow } from './stock/item.document';
import { ItemRepository } from './stock/item.repository';
import { ExpiryRollover } from './stock/expiry-rollover';
import { MovementRepository, type MovementRow } from './stock/movement.repository';
import { lastDayOf } from './stock/stock';

const { text, day, amount, count, moment, sum, total } = column;

const rules = [
  'Stock, batches and orders to place are as of when the report was generated. The period applies only to movements.',
  "A batch can be used through the end of its last day in its laboratory's time zone, unless it is quarantined, recalled or not accepted yet.",
  "Stock value is each batch's quantity at its own unit cost, including expired and blocked batches.",
  'Wastage is what was disposed of, as a positive quantity at the unit cost of its batch.',
];

/** The report on inventory: the stock as it is, and what moved in a period. */
@Injectable()
export class ExcelReport implements OnModuleInit {
  constructor(
    private readonly sources: ReportSources,
    private readonly items: ItemRepository,
    private readonly movements: MovementRepository,
    private readonly reorder: Reorder,
    private readonly rollover: ExpiryRollover,
  ) {}

  onModuleInit(): void {
    this.sources.register({ kind: 'inventory', ledger: 'stock', prepare: (request) => this.prepare(request) });
  }

  private async prepare(request: ReportRequest): Promise<ReportContent> {
    const { scope, from, to } = request;
    await this.rollover.run();
    // No zone is further than a day from UTC; the instants let an index find the days.
    const at = { $gte: new Date(addDays(from, -1)), $lt: new Date(addDays(to, 2)) };
    const moved = { day: { $gte: from, $lte: to }, at };
    const items = await this.items.count(scope, {});
    const movements = await this.movements.count(scope, moved);
    return {
      count: items + movements,
      noun: 'items and movements',
      rules,
      tables: [
        this.stock(request),
        this.batches(request),
        this.ledger(request, moved),
        this.wastage(request, { ...moved, type: 'waste' }),
        this.orders(request),
      ],
    };
  }

  private stock(request: ReportRequest): SheetTable {
    return {
      name: 'Stock',
      keyColumns: 2,
      columns: [
        ...itemColumns,
        text('Category', 16),
        text('Supplier', 24),
        text('Unit', 10),
        count('Quantity'),
        count('Usable'),
        count('Expired'),
        count('Minimum'),
        text('Stock', 14),
        day('Next expiry', 13),
        sum('Value'),
        text('Status', 14),
      ],
      rows: this.eachItem(request, (item, code) => [
        [
          ...[code, item.itemCode, item.name, inventoryCategoryLabels[item.category], item.supplier],
          ...[inventoryUnitLabels[item.unit], item.quantity, item.usableQuantity, item.expiredQuantity],
          ...[item.minQuantity, stockStatusLabels[item.stockStatus], item.nearestExpiry, item.valuePaise],
          inventoryItemStatusLabels[item.status],
        ],
      ]),
    };
  }

  private batches(request: ReportRequest): SheetTable {
    return {
      name: 'Batches',
      columns: [
        ...itemColumns,
        text('Batch', 18),
        day('Expiry date', 13),
        day('Last usable day', 16),
        count('Quantity'),
        amount('Unit cost', 14),
        sum('Value'),
        text('Status', 14),
        text('Expired', 10),
        moment('Received at'),
      ],
      rows: this.eachItem(request, (item, code) => {
        const { timezone } = laboratoryIn(request.laboratories, item.laboratoryId);
        const today = businessDay(request.now, timezone);
        const stocked = item.batches.filter(({ quantity }) => quantity > 0);
        return stocked.map((batch) => {
          const last = lastDayOf(batch, item);
          return [
            ...[code, item.itemCode, item.name, batch.batchNumber, batch.expiryDate, last, batch.quantity],
            ...[batch.unitCostPaise, batch.quantity * batch.unitCostPaise, batchStatusLabels[batch.status]],
            isPastUse(last, today) ? 'Yes' : 'No',
            { at: batch.receivedAt, timezone },
          ];
        });
      }),
    };
  }

  private ledger(request: ReportRequest, filter: Filter): SheetTable {
    return {
      name: 'Movements',
      keyColumns: 3,
      columns: [
        ...movementColumns,
        text('Type', 14),
        count('Quantity'),
        text('Entered as', 28),
        count('Balance after', 14),
        count('Usable after', 14),
        ...movementDetails,
      ],
      rows: this.eachMovement(request, filter, (movement) => [
        movementTypeLabels[movement.type],
        movement.quantity,
        movement.entered ? formatEntered(movement.entered, movement.item.unit) : null,
        movement.balanceAfter,
        movement.usableAfter,
      ]),
    };
  }

  private wastage(request: ReportRequest, filter: Filter): SheetTable {
    return {
      name: 'Wastage',
      columns: [...movementColumns, total('Quantity'), amount('Unit cost', 14), sum('Value'), ...movementDetails],
      rows: this.eachMovement(request, filter, ({ quantity, unitCostPaise }) => [
        -quantity,
        unitCostPaise,
        -quantity * unitCostPaise,
      ]),
    };
  }

  private orders(request: ReportRequest): SheetTable {
    return {
      name: 'Reorder',
      columns: [
        ...itemColumns,
        text('Supplier', 24),
        count('Used in 90 days', 16),
        count('Lead time (days)', 16),
        count('Minimum'),
        count('Usable'),
        count('On order'),
        day('Expected on', 13),
        total('Suggested'),
        sum('Cost'),
      ],
      rows: this.eachOrder(request),
    };
  }

  private async *eachOrder({ actor, laboratories }: ReportRequest): AsyncGenerator<SheetRow> {
    for (const [id, { code }] of laboratories) {
      for (const row of await this.reorder.ofLaboratory(actor, id)) {
        yield [
          ...[code, row.itemCode, row.name, row.supplier, row.usedIn90Days, row.leadTimeDays, row.minQuantity],
          ...[row.usableQuantity, row.orderedQuantity, row.expectedOn, row.suggestedQuantity, row.costPaise],
        ];
      }
    }
  }

  private async *eachItem(
    request: ReportRequest,
    rowsOf: (item: ItemRow, laboratoryCode: string) => SheetRow[],
  ): AsyncGenerator<SheetRow> {
    for (const [id, { code }] of request.laboratories) {
      for await (const item of this.items.eachForReport(LabScope.ofLaboratory(id))) yield* rowsOf(item, code);
    }
  }

  private async *eachMovement(
    request: ReportRequest,
    filter: Filter,
    cellsOf: (movement: MovementRow) => SheetRow,
  ): AsyncGenerator<SheetRow> {
    for await (const movement of this.movements.eachForReport(request.scope, filter)) {
      const { code, timezone } = laboratoryIn(request.laboratories, movement.laboratoryId);
      const { item, batch, reason, notes, by, at } = movement;
      yield [
        ...[code, item.itemCode, movement.seq, item.name, movement.day, batch.batchNumber, batch.expiryDate],
        ...cellsOf(movement),
        ...[reason, notes, by?.name ?? null, { at, timezone }],
      ];
    }
  }
}

const itemColumns = [text('Laboratory', 12), text('Item code', 14), text('Item', 34)];
const movementColumns = [
  text('Laboratory', 12),
  text('Item code', 14),
  count('Movement no', 13),
  text('Item', 34),
  day('Day'),
  text('Batch', 18),
  day('Expiry date', 13),
];
const movementDetails = [text('Reason', 30), text('Notes', 30), text('By', 22), moment('At')];
