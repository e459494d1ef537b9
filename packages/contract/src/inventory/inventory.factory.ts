import { nextId, nextNumber } from '../testing/sequence.js';
import { CreateInventoryItemBody, type CreateInventoryItemInput } from './inventory-item.schema.js';
import {
  type Batch,
  BatchSchema,
  type InventoryItem,
  InventoryItemSchema,
  type InventoryListItem,
  InventoryListItemSchema,
} from './inventory-item.schema.js';
import {
  type ReorderSuggestion,
  ReorderSuggestionSchema,
  suggestedOrder,
  type StockAlert,
  StockAlertSchema,
} from './stock-alert.schema.js';
import { type CountSheetItem, CountSheetItemSchema } from './stock-count.schema.js';
import { type Movement, MovementSchema } from './stock.schema.js';
import { type StockTransfer, StockTransferSchema } from './stock-transfer.schema.js';
import { type WriteOff, WriteOffSchema } from './write-off.schema.js';

/** A valid body: a reagent that tracks expiry, without stock. */
export function createInventoryItemBody(overrides: Partial<CreateInventoryItemInput> = {}): CreateInventoryItemBody {
  return CreateInventoryItemBody.parse({
    name: `Glucose reagent ${nextNumber()}`,
    category: 'reagent',
    unit: 'bottle',
    minQuantity: 5,
    ...overrides,
  });
}

/** An item as it appears in lists, on which the viewer may perform every action. */
export function inventoryListItem(overrides: Partial<InventoryListItem> = {}): InventoryListItem {
  return InventoryListItemSchema.parse(item(overrides));
}

/** An item with one usable batch. */
export function inventoryItem(overrides: Partial<InventoryItem> = {}): InventoryItem {
  return InventoryItemSchema.parse(item(overrides));
}

/** What a count of an item needs, as the server read it now. */
export function countSheetItem(overrides: Partial<CountSheetItem> = {}): CountSheetItem {
  return CountSheetItemSchema.parse({ ...item({}), readAt: new Date().toISOString(), ...overrides });
}

export function batch(overrides: Partial<Batch> = {}): Batch {
  return BatchSchema.parse({
    _id: nextId(),
    batchNumber: `B-${nextNumber()}`,
    expiryDate: '2027-06-30',
    openedOn: null,
    lastUsableDay: '2027-06-30',
    quantity: 20,
    unitCostPaise: 125_000,
    status: 'active',
    acceptancePending: false,
    isExpired: false,
    unusableReason: null,
    statusReason: null,
    receivedAt: '2026-11-02T05:30:00.000Z',
    actions: { open: { allowed: true }, quarantine: { allowed: true } },
    ...overrides,
  });
}

export function movement(overrides: Partial<Movement> = {}): Movement {
  return MovementSchema.parse({
    _id: nextId(),
    item: { _id: nextId(), itemCode: 'RGT-0001', name: 'Glucose reagent', unit: 'bottle' },
    laboratoryId: nextId(),
    seq: 1,
    type: 'in',
    quantity: 20,
    balanceAfter: 20,
    usableAfter: 20,
    batch: { _id: nextId(), batchNumber: 'B-1', expiryDate: '2027-06-30' },
    entered: null,
    reason: null,
    notes: null,
    valuePaise: 2_500_000,
    by: { _id: nextId(), name: 'Asha Rao' },
    at: '2026-11-02T05:30:00.000Z',
    day: '2026-11-02',
    ...overrides,
  });
}

/** A live alert about low stock that no one has acted on, and on which the viewer may act. */
export function stockAlert(overrides: Partial<StockAlert> = {}): StockAlert {
  const allowed = { allowed: true };
  return StockAlertSchema.parse({
    _id: nextId(),
    item: { _id: nextId(), itemCode: 'RGT-0001', name: 'Glucose reagent', unit: 'bottle' },
    laboratoryId: { _id: nextId(), name: 'Kolkata Central', code: 'KOL', timezone: 'Asia/Kolkata' },
    kind: 'low',
    state: 'open',
    until: null,
    isUrgent: false,
    raisedAt: '2026-11-20T05:30:00.000Z',
    escalatedAt: null,
    resolvedAt: null,
    actedBy: null,
    updatedAt: '2026-11-20T05:30:00.000Z',
    version: 1,
    actions: { acknowledge: allowed, snooze: allowed, order: allowed },
    ...overrides,
  });
}

/** What to order of an item, at its unit cost. */
export function reorderSuggestion(overrides: Partial<ReorderSuggestion> = {}): ReorderSuggestion {
  const inputs = {
    usedIn90Days: 90,
    leadTimeDays: 7,
    minQuantity: 10,
    usableQuantity: 5,
    orderedQuantity: 0,
    reorderQuantity: 10,
    ...overrides,
  };
  const { unitCostPaise, ...listed } = inventoryListItem({ stockStatus: 'low' });
  const suggestedQuantity = suggestedOrder(inputs);
  return ReorderSuggestionSchema.parse({
    ...listed,
    supplierId: '665f1c2ab7e4d5f6a7b8c9d0',
    suggestedQuantity,
    costPaise: suggestedQuantity * unitCostPaise,
    expectedOn: null,
    ...inputs,
  });
}

function item(overrides: object): object {
  const allowed = { allowed: true };
  return {
    _id: nextId(),
    itemCode: `RGT-${String(nextNumber()).padStart(4, '0')}`,
    name: 'Glucose reagent',
    category: 'reagent',
    manufacturer: 'Agappe',
    supplier: 'Medline Traders',
    supplierId: null,
    unit: 'bottle',
    minQuantity: 5,
    reorderQuantity: 10,
    leadTimeDays: 7,
    unitCostPaise: 125_000,
    trackExpiry: true,
    requiresAcceptance: false,
    stabilityDays: null,
    storageCondition: '2–8 °C',
    storageLocation: 'Cold room, shelf 2',
    status: 'active',
    laboratoryId: { _id: nextId(), name: 'Kolkata Central', code: 'KOL', timezone: 'Asia/Kolkata' },
    quantity: 20,
    usableQuantity: 20,
    stockStatus: 'ok',
    nearestExpiry: '2027-06-30',
    onOrder: null,
    expiredQuantity: 0,
    blockedQuantity: 0,
    valuePaise: 2_500_000,
    createdAt: '2026-11-02T05:30:00.000Z',
    updatedAt: '2026-11-02T05:30:00.000Z',
    version: 2,
    actions: {
      edit: allowed,
      move: allowed,
      transfer: allowed,
      discontinue: { allowed: false, reason: 'It has stock' },
    },
    batches: [batch()],
    packages: [],
    movementSeq: 1,
    unitFrozen: true,
    lastCount: null,
    updatedBy: 'Asha Rao',
    ...overrides,
  };
}

/** A transfer of two batches in transit, which the viewer may receive. */
export function stockTransfer(overrides: Partial<StockTransfer> = {}): StockTransfer {
  const line = (batchNumber: string, quantity: number) => ({
    _id: nextId(),
    item: { itemCode: 'RGT-0001', name: 'Glucose reagent', unit: 'bottle' },
    itemId: null,
    batchNumber,
    expiryDate: '2027-06-30',
    openedOn: null,
    unitCostPaise: 125_000,
    blockedReason: null,
    quantity,
    receivedQuantity: 0,
    missingQuantity: 0,
    damagedQuantity: 0,
    returnedQuantity: 0,
    inTransitQuantity: quantity,
  });
  return StockTransferSchema.parse({
    _id: nextId(),
    number: `TRF-${String(nextNumber()).padStart(6, '0')}`,
    status: 'sent',
    from: { _id: nextId(), name: 'Kolkata Central', code: 'KOL' },
    to: { _id: nextId(), name: 'Dubai Marina', code: 'DXB' },
    lines: [line('SOON', 5), line('LATE', 3)],
    steps: [],
    notes: null,
    valuePaise: 1_000_000,
    inTransitValuePaise: 1_000_000,
    createdAt: '2026-11-02T05:30:00.000Z',
    updatedAt: '2026-11-02T05:30:00.000Z',
    version: 1,
    actions: { receive: { allowed: true } },
    ...overrides,
  });
}

/** A write-off that waits for the viewer's decision. */
export function writeOff(overrides: Partial<WriteOff> = {}): WriteOff {
  const { laboratoryId } = inventoryItem();
  return WriteOffSchema.parse({
    _id: nextId(),
    number: `WOF-${String(nextNumber()).padStart(6, '0')}`,
    status: 'pending',
    item: { _id: nextId(), itemCode: 'RGT-0001', name: 'Glucose reagent', unit: 'bottle' },
    laboratoryId,
    lines: [{ batchNumber: 'LOT-7', expiryDate: '2027-06-30', quantity: 4, valuePaise: 600_000 }],
    quantity: 4,
    entered: null,
    valuePaise: 600_000,
    limitPaise: 500_000,
    reason: 'Broken or spilled',
    notes: null,
    requestedBy: { _id: nextId(), name: 'Meera Nair' },
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    createdAt: '2026-11-02T05:30:00.000Z',
    updatedAt: '2026-11-02T05:30:00.000Z',
    updatedBy: 'Meera Nair',
    version: 1,
    actions: { approve: { allowed: true }, reject: { allowed: true } },
    ...overrides,
  });
}
