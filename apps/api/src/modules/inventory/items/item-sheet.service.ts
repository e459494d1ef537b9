import type { ImportInventoryBody, InventoryExportQuery, InventoryImport, SheetFormat } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { FileStream } from '../../../platform/http/file-stream';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { assertExportable } from '../../../platform/sheet/sheet';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { ExpiryRollover } from '../stock/expiry-rollover';
import type { ItemRow } from './item.document';
import { ItemRepository, type LaboratoryDay } from './item.repository';
import { ItemCreation } from './item-creation';
import { inventorySheet, type ParsedItem, parseItems } from './item-sheet';
import { ItemStore } from './item-store';

const MAX_EXPORT_ROWS = 20_000;

/** Items from a file and to a file. */
@Injectable()
export class ItemSheetService {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: ItemStore,
    private readonly creation: ItemCreation,
    private readonly laboratories: LaboratoriesPort,
    private readonly rollover: ExpiryRollover,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError EXPORT_TOO_LARGE with the number of items. */
  async export(actor: Actor, { format, ...query }: InventoryExportQuery): Promise<FileStream> {
    const scope = actor.scope('inventory.export');
    await this.rollover.run();
    const laboratories = await this.store.laboratoriesOf(scope);
    const days: LaboratoryDay[] = [...laboratories.values()];
    assertExportable(await this.items.countOfList(scope, query, days), MAX_EXPORT_ROWS, 'items');
    const own = actor.laboratoryId === null ? undefined : laboratories.get(actor.laboratoryId);
    const today = own?.today ?? businessDay(this.clock.now(), NETWORK_TIMEZONE);
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
    { content, dryRun, validRowsOnly }: ImportInventoryBody,
  ): Promise<() => Promise<InventoryImport>> {
    const scope = actor.scope('inventory.create');
    const lines = await inventorySheet.read(actor, content, scope.reachesAll ? ['laboratoryId'] : []);
    const codes = lines.map(({ values }) => values.laboratoryId ?? '');
    const parsed = parseItems(lines, await this.laboratories.namedInSheet(scope, codes));
    await this.addTakenCodes(parsed);
    const faults = inventorySheet.faultsOf(lines);
    const valid = parsed.filter(({ line }) => line.complete);
    const answer = { applied: false, rows: lines.length, faults, created: [] };
    const writes = !dryRun && valid.length > 0 && (faults.length === 0 || validRowsOnly);
    if (!writes) return () => Promise.resolve(answer);
    return () =>
      this.unitOfWork.run(async () => {
        for (const id of laboratoryIdsOf(valid)) await this.laboratories.toEnterIn(scope, id);
        const rows = await this.creation.create(
          actor,
          valid.map(({ created }) => created),
        );
        const created = rows.map(({ _id, name }) => ({ _id: _id.toHexString(), name }));
        return { ...answer, applied: true, created };
      });
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
