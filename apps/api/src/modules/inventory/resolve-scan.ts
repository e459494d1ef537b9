import {
  batchOfLabel,
  expiryOf,
  type InventoryItem,
  joinCodes,
  MAX_SCAN_CHOICES,
  type ProductCode,
  readProductCode,
  type Scan,
  type ScanQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { LaboratoriesPort, laboratoryIn } from '../laboratories/laboratories.port';
import { Clock } from '../../platform/time/clock';
import type { BatchRow, ItemRow } from './stock/item.document';
import { Items, toListItem } from './stock/item';
import { ItemRepository } from './stock/item.repository';
import { ExpiryRollover } from './stock/expiry-rollover';
import { byExpiry, isUsable, notSetAside } from './stock/stock';
import { otherExpiryAmong, sameNumber, toBatchKey } from './stock/stock-plan';

/** A word of a text is shared by few items; of more, the exact one would not be found by its first words either. */
const MAX_COMPARED = 200;

/** What a scanned box is in the laboratories that the viewer sees. */
@Injectable()
export class ResolveScan {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly laboratories: LaboratoriesPort,
    private readonly rollover: ExpiryRollover,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError VALIDATION_FAILED on `code` with why it cannot be read, INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND. */
  async resolve(actor: Actor, { code: codes, laboratoryId, itemId }: ScanQuery): Promise<Scan> {
    await this.rollover.run();
    const scope = actor.scope('inventory.view');
    const labelled = codes.length === 1 ? batchOfLabel(codes[0] ?? '') : undefined;
    if (labelled !== undefined) return this.ofLabel(actor, scope, labelled);
    const code = joined(codes, await this.laboratories.readDay(actor, this.clock.now()));
    const known = itemId === undefined ? undefined : await this.store.records.getOrThrow(scope, itemId);
    const within = known?.laboratoryId ?? (laboratoryId === undefined ? undefined : objectId(laboratoryId));
    const place = within?.toHexString();
    const isBeyond = place !== undefined && !scope.reaches(place);
    const found = isBeyond ? [] : await this.find(place === undefined ? scope : LabScope.ofLaboratory(place), code);
    const item = found.length === 1 ? found[0] : knownAs(code, known, found);
    if (item) return this.ofItem(actor, item, code, namedBy(item, code));
    return { ...nothing, code, choices: await this.present(actor, scope, found) };
  }

  private async ofLabel(actor: Actor, scope: LabScope, batchId: string): Promise<Scan> {
    const item = await this.items.findByBatch(scope, batchId);
    const batch = item?.batches.find(({ _id }) => _id.toHexString() === batchId);
    if (!item || !batch) throw new DomainError('BATCH_NOT_FOUND');
    return this.ofItem(actor, item, null, batch);
  }

  private async ofItem(actor: Actor, item: ItemRow, code: ProductCode | null, batch?: BatchRow): Promise<Scan> {
    const shown = await this.store.present(actor, item);
    const today = this.store.today(await this.store.readLaboratory(item));
    const [next] = notSetAside(item.batches)
      .filter((one) => one.quantity > 0 && isUsable(one, item, today))
      .toSorted(byExpiry(item));
    return {
      code,
      item: shown,
      package: shown.packages.find(({ gtin }) => gtin !== null && gtin === code?.gtin) ?? null,
      batch: shownBatch(shown, batch),
      otherExpiry: code && otherExpiryOf(item, code),
      next: shownBatch(shown, next),
      choices: [],
    };
  }

  /** By GTIN; a text is compared with item codes and batch numbers. */
  private async find(scope: LabScope, { gtin, kind, text }: ProductCode): Promise<ItemRow[]> {
    if (gtin !== null) return this.items.findByGtin(scope, [gtin], MAX_COMPARED);
    if (kind !== 'text') return [];
    const rows = await this.items.findByText(scope, text, MAX_COMPARED);
    const byCode = rows.filter(({ itemCode }) => itemCode === text.toUpperCase());
    return byCode.length > 0 ? byCode : rows.filter(({ batches }) => batches.some((one) => sameNumber(one, text)));
  }

  private async present(actor: Actor, scope: LabScope, rows: readonly ItemRow[]): Promise<Scan['choices']> {
    if (rows.length === 0) return [];
    const laboratories = await this.store.readLaboratories(scope);
    return rows.slice(0, MAX_SCAN_CHOICES).map((row) => {
      const laboratory = laboratoryIn(laboratories, row.laboratoryId);
      return toListItem(row, actor, { laboratory, today: laboratory.today });
    });
  }
}

const nothing = { item: null, package: null, batch: null, otherExpiry: null, next: null };

/** @throws DomainError VALIDATION_FAILED on `code`. */
function joined(codes: readonly string[], today: string): ProductCode {
  const [first, ...rest] = codes.map((text) => {
    const { code, fault } = readProductCode(text, today);
    if (!code) throw DomainError.onField('VALIDATION_FAILED', 'code', fault);
    return code;
  });
  if (!first) throw DomainError.onField('VALIDATION_FAILED', 'code', 'Code is required');
  return rest.reduce((both, code) => {
    const joint = joinCodes(both, code);
    if (joint || isRepeated(both, code)) return joint ?? both;
    throw DomainError.onField('VALIDATION_FAILED', 'code', "These codes aren't from the same box. Scan one of them.");
  }, first);
}

/** The item that it is scanned for: one of several that a text means, or whatever elements without a GTIN belong to. */
function knownAs(code: ProductCode, known: ItemRow | undefined, found: readonly ItemRow[]): ItemRow | undefined {
  if (!known || code.gtin !== null) return undefined;
  return code.kind !== 'text' || found.some(({ _id }) => _id.equals(known._id)) ? known : undefined;
}

function isRepeated(both: ProductCode, code: ProductCode): boolean {
  return joinCodes(code, both) !== undefined || code.text === both.text;
}

/** The batch that a code names: of the same number the one with its expiry date, then one in stock, by expiry. */
function namedBy(item: ItemRow, code: ProductCode): BatchRow | undefined {
  const number = code.batchNumber ?? (code.kind === 'text' ? code.text : null);
  if (number === null || toBatchKey(number) === '') return undefined;
  const expiry = expiryOf(code);
  const rank = (batch: BatchRow) =>
    (expiry !== null && batch.expiryDate === expiry ? 2 : 0) + (batch.quantity > 0 ? 1 : 0);
  const inOrder = byExpiry(item);
  const namesakes = notSetAside(item.batches).filter((batch) => sameNumber(batch, number));
  return namesakes.toSorted((a, b) => rank(b) - rank(a) || inOrder(a, b))[0];
}

function otherExpiryOf(item: ItemRow, code: ProductCode): Scan['otherExpiry'] {
  const [number, scanned] = [code.batchNumber, expiryOf(code)];
  if (number === null || scanned === null) return null;
  const namesakes = notSetAside(item.batches).filter((batch) => sameNumber(batch, number));
  const other = otherExpiryAmong(namesakes, scanned);
  return other ? { stored: other.expiryDate, scanned } : null;
}

function shownBatch({ batches }: InventoryItem, batch: BatchRow | undefined): Scan['batch'] {
  return batches.find(({ _id }) => _id === batch?._id.toHexString()) ?? null;
}
