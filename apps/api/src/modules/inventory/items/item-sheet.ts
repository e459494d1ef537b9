import {
  CreateInventoryItemBody,
  inventoryCategoryLabels,
  inventoryExportColumns as headings,
  inventoryItemStatusLabels,
  inventoryUnitLabels,
  RupeesTextSchema,
  stockStatusLabels,
} from '@shifa/contract';
import { z } from 'zod';
import { choiceOf, defineSheet } from '../../../platform/sheet/sheet';
import { type LaboratoryRow, namedInLine, type SheetLaboratories } from '../../laboratories/laboratories.port';
import type { ItemRow } from './item.document';
import type { NewItem } from './item-creation';

type ExportedItem = { item: ItemRow; laboratory: LaboratoryRow | undefined };

const rules = CreateInventoryItemBody.shape;
const yesOrNo = { yes: 'Yes', no: 'No' } as const;

export const inventorySheet = defineSheet<ExportedItem>()({
  name: 'Inventory',
  headings,
  label: ['name', 'itemCode'],
  columns: {
    itemCode: { width: 14, value: ({ item }) => item.itemCode, read: rules.itemCode },
    name: { width: 34, value: ({ item }) => item.name, read: rules.name, required: true },
    category: {
      width: 14,
      value: ({ item }) => inventoryCategoryLabels[item.category],
      read: choiceOf(headings.category, inventoryCategoryLabels),
      required: true,
    },
    manufacturer: { width: 22, value: ({ item }) => item.manufacturer, read: rules.manufacturer },
    supplier: { width: 22, value: ({ item }) => item.supplier, read: rules.supplier },
    unit: {
      width: 10,
      value: ({ item }) => inventoryUnitLabels[item.unit],
      read: choiceOf(headings.unit, inventoryUnitLabels),
      required: true,
    },
    minQuantity: {
      kind: 'count',
      width: 10,
      value: ({ item }) => item.minQuantity,
      read: counted(rules.minQuantity.unwrap()),
    },
    reorderQuantity: {
      kind: 'count',
      width: 16,
      value: ({ item }) => item.reorderQuantity,
      read: counted(rules.reorderQuantity.unwrap()),
    },
    leadTimeDays: {
      kind: 'count',
      width: 16,
      value: ({ item }) => item.leadTimeDays,
      read: counted(rules.leadTimeDays.unwrap()),
    },
    unitCost: {
      kind: 'amount',
      width: 14,
      value: ({ item }) => item.unitCostPaise,
      read: z
        .string()
        .transform((text) => (/^(₹\s*)?0+([.]0{1,2})?$/.test(text.trim()) ? '' : text))
        .pipe(z.union([z.literal('').transform(() => 0), RupeesTextSchema]))
        .pipe(rules.unitCostPaise.unwrap())
        .optional(),
    },
    trackExpiry: {
      width: 14,
      value: ({ item }) => yesOrNo[item.trackExpiry ? 'yes' : 'no'],
      read: choiceOf(headings.trackExpiry, yesOrNo)
        .transform((answer) => answer === 'yes')
        .optional(),
    },
    storageCondition: { width: 18, value: ({ item }) => item.storageCondition, read: rules.storageCondition },
    storageLocation: { width: 22, value: ({ item }) => item.storageLocation, read: rules.storageLocation },
    quantity: { kind: 'count', width: 10, value: ({ item }) => item.quantity, read: counted(rules.quantity.unwrap()) },
    batchNumber: { width: 18, value: () => null, read: rules.batchNumber },
    expiryDate: { kind: 'day', width: 13, value: ({ item }) => item.nearestExpiry, read: rules.expiryDate },
    laboratoryId: { width: 16, value: ({ laboratory }) => laboratory?.code ?? null, read: z.string().toUpperCase() },
    usableQuantity: { kind: 'count', width: 16, value: ({ item }) => item.usableQuantity },
    stockStatus: { width: 14, value: ({ item }) => stockStatusLabels[item.stockStatus] },
    expiredQuantity: { kind: 'count', width: 16, value: ({ item }) => item.expiredQuantity },
    value: { kind: 'amount', width: 16, value: ({ item }) => item.valuePaise },
    status: { width: 14, value: ({ item }) => inventoryItemStatusLabels[item.status] },
  },
});

export type InventoryLine = Awaited<ReturnType<typeof inventorySheet.read>>[number];
export type ParsedItem = { line: InventoryLine; created: NewItem };

/** Every row as an item to create; the others get their faults. */
export function parseItems(lines: readonly InventoryLine[], laboratories: SheetLaboratories): ParsedItem[] {
  const rowByCode = new Map<string, number>();
  return lines.flatMap((line) => {
    const laboratory = namedInLine(line, laboratories(line.values.laboratoryId ?? ''), 'enterRecords');
    addFaults(line, laboratory, rowByCode);
    const { complete } = line;
    if (!complete || !laboratory) return [];
    const { laboratoryId: _, unitCost, ...fields } = complete;
    const body = CreateInventoryItemBody.safeParse({ ...fields, unitCostPaise: unitCost });
    if (body.success) return [{ line, created: { laboratory, body: body.data } }];
    for (const { path, message } of body.error.issues) line.addFault(path[0] as 'name', message);
    return [];
  });
}

function addFaults(line: InventoryLine, laboratory: LaboratoryRow | null, rowByCode: Map<string, number>): void {
  const { itemCode } = line.values;
  if (itemCode === undefined || !laboratory) return;
  const key = `${laboratory.code} ${itemCode}`;
  const earlier = rowByCode.get(key);
  if (earlier === undefined) rowByCode.set(key, line.row);
  else line.addFault('itemCode', `Row ${earlier} has the same code`);
}

/** A whole number as text; a blank cell takes the default. */
function counted(rule: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text) => Number(text.replaceAll(',', '')))
    .pipe(rule)
    .optional();
}
