import {
  CreateInventoryItemBody,
  type ImportInventoryBody,
  inventoryCategoryLabels,
  inventoryExportColumns as headings,
  type InventoryExportQuery,
  type InventoryImport,
  inventoryItemStatusLabels,
  inventoryUnitLabels,
  readPrice,
  type SheetFormat,
  stockStatusLabels,
} from '@shifa/contract';
import { z } from 'zod';
import { Injectable } from '@nestjs/common';
import { assertExportable, choiceRule, countRule, defineSheet, writesRows } from '../../platform/sheet/sheet';
import type { Actor } from '../../platform/domain/actor';
import type { FileStream } from '../../platform/http/file-stream';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  namedInLine,
  type SheetLaboratories,
} from '../laboratories/laboratories.port';
import { type ItemRow, nameKeyOf, productKeyOf } from './stock/item.document';
import { CreateItems, type NewItem, openingStockRefusal } from './stock/create-items';
import { ItemSuppliers } from './item-suppliers.port';
import { ExpiryRollover } from './stock/expiry-rollover';
import { Items } from './stock/item';
import { ItemRepository, type LaboratoryDay } from './stock/item.repository';
import { INVENTORY_LOCK } from './stock/stock';

type ExportedItem = { item: ItemRow; laboratory: LaboratoryRow | undefined };

const rules = CreateInventoryItemBody.shape;
const yesOrNo = { yes: 'Yes', no: 'No' } as const;

const inventorySheet = defineSheet<ExportedItem>()({
  name: 'Inventory',
  headings,
  label: ['name', 'itemCode'],
  columns: {
    itemCode: { width: 14, value: ({ item }) => item.itemCode, read: rules.itemCode },
    name: { width: 34, value: ({ item }) => item.name, read: rules.name, required: true },
    category: {
      width: 14,
      value: ({ item }) => inventoryCategoryLabels[item.category],
      read: choiceRule(headings.category, inventoryCategoryLabels),
      required: true,
    },
    manufacturer: { width: 22, value: ({ item }) => item.manufacturer, read: rules.manufacturer },
    supplier: { width: 22, value: ({ item }) => item.supplier, read: rules.supplier },
    unit: {
      width: 10,
      value: ({ item }) => inventoryUnitLabels[item.unit],
      read: choiceRule(headings.unit, inventoryUnitLabels),
      required: true,
    },
    minQuantity: {
      kind: 'count',
      width: 10,
      value: ({ item }) => item.minQuantity,
      read: countRule(rules.minQuantity.unwrap()),
    },
    reorderQuantity: {
      kind: 'count',
      width: 16,
      value: ({ item }) => item.reorderQuantity,
      read: countRule(rules.reorderQuantity.unwrap()),
    },
    leadTimeDays: {
      kind: 'count',
      width: 16,
      value: ({ item }) => item.leadTimeDays,
      read: countRule(rules.leadTimeDays.unwrap()),
    },
    unitCost: {
      kind: 'amount',
      width: 14,
      value: ({ item }) => item.unitCostPaise,
      read: z.string().transform(readPrice).pipe(rules.unitCostPaise.unwrap()).optional(),
    },
    trackExpiry: {
      width: 14,
      value: ({ item }) => yesOrNo[item.trackExpiry ? 'yes' : 'no'],
      read: choiceRule(headings.trackExpiry, yesOrNo)
        .transform((answer) => answer === 'yes')
        .optional(),
    },
    requiresAcceptance: {
      width: 20,
      value: ({ item }) => yesOrNo[item.requiresAcceptance ? 'yes' : 'no'],
      read: choiceRule(headings.requiresAcceptance, yesOrNo)
        .transform((answer) => answer === 'yes')
        .optional(),
    },
    storageCondition: { width: 18, value: ({ item }) => item.storageCondition, read: rules.storageCondition },
    storageLocation: { width: 22, value: ({ item }) => item.storageLocation, read: rules.storageLocation },
    quantity: {
      kind: 'count',
      width: 10,
      value: ({ item }) => item.quantity,
      read: countRule(rules.quantity.unwrap()),
    },
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
function parseItems(lines: readonly InventoryLine[], laboratories: SheetLaboratories): ParsedItem[] {
  return lines.flatMap((line) => {
    const laboratory = namedInLine(line, laboratories(line.values.laboratoryId ?? ''), 'enterRecords');
    const { itemCode } = line.values;
    if (laboratory && itemCode !== undefined) line.addRepetition('itemCode', 'code', [laboratory.code, itemCode]);
    if (laboratory && itemCode === undefined) addRepeatedProduct(line, laboratory);
    const { complete } = line;
    if (!complete || !laboratory) return [];
    const { laboratoryId: _, unitCost, ...fields } = complete;
    const body = CreateInventoryItemBody.safeParse({ ...fields, unitCostPaise: unitCost });
    if (body.success) return [{ line, created: { laboratory, body: body.data } }];
    for (const { path, message } of body.error.issues) line.addFault(path[0] as 'name', message);
    return [];
  });
}

/** Without a code, two rows of the same product are one item. */
function addRepeatedProduct(line: InventoryLine, { code }: LaboratoryRow): void {
  const { name, unit, manufacturer = null } = line.values;
  if (name === undefined || unit === undefined || line.faultOf('itemCode') !== undefined) return;
  line.addRepetition('name', 'name, manufacturer and unit', [code, productKeyOf({ name, unit, manufacturer })]);
}

const KNOWN_ITEM =
  'The laboratory already has an item with this name and unit. If this is another one, give it a code.';

const MAX_EXPORT_ROWS = 20_000;

/** Items from a file and to a file. */
@Injectable()
export class ItemSheet {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly creation: CreateItems,
    private readonly suppliers: ItemSuppliers,
    private readonly laboratories: LaboratoriesPort,
    private readonly rollover: ExpiryRollover,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError EXPORT_TOO_LARGE with the number of items. */
  async export(actor: Actor, { format, ...query }: InventoryExportQuery): Promise<FileStream> {
    const scope = actor.scope('inventory.export');
    await this.rollover.run();
    const laboratories = await this.store.readLaboratories(scope);
    const days: LaboratoryDay[] = [...laboratories.values()];
    assertExportable(await this.items.countOfList(scope, query, days), MAX_EXPORT_ROWS, 'items');
    const today = await this.laboratories.readDay(actor, this.clock.now());
    const rows = async function* (items: AsyncIterable<ItemRow>) {
      for await (const item of items) yield { item, laboratory: laboratories.get(item.laboratoryId.toHexString()) };
    };
    return inventorySheet.export(actor, `inventory-${today}`, format, rows(this.items.each(scope, query, days)));
  }

  template(actor: Actor, format: SheetFormat): Promise<FileStream> {
    return inventorySheet.template(actor, 'inventory-import', format);
  }

  /**
   * Reads and validates the whole file.
   * @throws DomainError SHEET_UNREADABLE.
   */
  async prepareImport(
    actor: Actor,
    { content, ...wanted }: ImportInventoryBody,
  ): Promise<() => Promise<InventoryImport>> {
    const scope = actor.scope('inventory.create');
    const { lines, laboratories } = await this.laboratories.readSheet(inventorySheet, { actor, scope, content });
    const parsed = parseItems(lines, laboratories);
    for (const { line, created } of parsed) {
      const refused = openingStockRefusal(actor, created);
      if (refused) line.addFault('quantity', refused.message);
    }
    await this.addTakenCodes(parsed);
    await this.addKnownItems(parsed);
    const faults = inventorySheet.listFaults(lines);
    const valid = parsed.filter(({ line }) => line.complete);
    const answer = { applied: false, rows: lines.length, faults, created: [] };
    if (!writesRows(wanted, { valid, faults })) return () => Promise.resolve(answer);
    return () =>
      this.unitOfWork.exclusive(INVENTORY_LOCK, laboratoryIdsOf(valid), async () => {
        for (const id of laboratoryIdsOf(valid)) await this.laboratories.getForNewRecords(scope, id);
        // Another import of the same file can have been written since this one was read.
        if (await this.addKnownItems(valid)) return { ...answer, faults: inventorySheet.listFaults(lines) };
        const rows = await this.creation.create(actor, await this.withSuppliers(valid.map(({ created }) => created)));
        const created = rows.map(({ _id, name }) => ({ _id: _id.toHexString(), name }));
        return { ...answer, applied: true, created };
      });
  }

  /** A text that is the name or code of a supplier whom the laboratory can use becomes that supplier. */
  private async withSuppliers(created: readonly NewItem[]): Promise<NewItem[]> {
    const linked: NewItem[] = [];
    const known = new Map<string, ReadonlyMap<string, string>>();
    for (const item of created) {
      const id = item.laboratory._id.toHexString();
      const ofLaboratory = created.filter(({ laboratory }) => laboratory._id.equals(item.laboratory._id));
      const texts = () => [...new Set(ofLaboratory.flatMap(({ body }) => body.supplier ?? []))];
      const matches = known.get(id) ?? (await this.suppliers.match(id, texts()));
      known.set(id, matches);
      linked.push({ ...item, body: { ...item.body, supplierId: matches.get(item.body.supplier ?? '') ?? null } });
    }
    return linked;
  }

  /**
   * Faults of rows without a code whose item exists, so that a file that is imported twice doubles no item and no stock.
   * @returns whether there are any.
   */
  private async addKnownItems(parsed: readonly ParsedItem[]): Promise<boolean> {
    let hasKnown = false;
    for (const id of laboratoryIdsOf(parsed)) {
      const own = parsed.filter(
        ({ created: { laboratory, body } }) => laboratory._id.equals(id) && body.itemCode === undefined,
      );
      const known = await this.items.nameKeysInUse(
        LabScope.ofLaboratory(id),
        own.map(({ created }) => created.body.name),
      );
      for (const { line, created } of own) {
        if (!known.has(nameKeyOf(created.body))) continue;
        line.addFault('name', KNOWN_ITEM);
        hasKnown = true;
      }
    }
    return hasKnown;
  }

  private async addTakenCodes(parsed: readonly ParsedItem[]): Promise<void> {
    for (const id of laboratoryIdsOf(parsed)) {
      const own = parsed.filter(({ created }) => created.laboratory._id.toHexString() === id);
      const codes = own.flatMap(({ created }) => created.body.itemCode ?? []);
      const used = await this.items.codesInUse(LabScope.ofLaboratory(id), codes);
      for (const { line, created } of own) {
        const { itemCode } = created.body;
        if (itemCode !== undefined && used.has(itemCode)) line.addFault('itemCode', 'Another item has this code');
      }
    }
  }
}

function laboratoryIdsOf(parsed: readonly ParsedItem[]): string[] {
  return [...new Set(parsed.map(({ created }) => created.laboratory._id.toHexString()))].sort();
}
