import { Injectable } from '@nestjs/common';
import type { ItemRow } from '../items/item.document';
import { productKeyOf } from '../items/product';
import { batchKeyOf, type StockLine } from '../stock/stock-plan';
import { RecallRepository } from './recall.repository';

/** Which batches must not come into use, wherever they arrive from. */
@Injectable()
export class RecallRegister {
  constructor(private readonly recalls: RecallRepository) {}

  /** The lines of a stock change with the batches blocked that arrive while they are recalled. */
  async applyTo(item: ItemRow, lines: readonly StockLine[]): Promise<StockLine[]> {
    const arriving = lines.filter(({ quantity }) => quantity > 0).map(({ batch }) => batch.batchNumber);
    if (arriving.length === 0) return [...lines];
    const inForce = await this.recalls.inForce(item.laboratoryId.toHexString(), arriving);
    const ofProduct = inForce.filter(({ productKey }) => productKey === productKeyOf(item));
    return lines.map((line) => {
      const recall = ofProduct.find(({ batchKey }) => batchKey === batchKeyOf(line.batch.batchNumber));
      if (!recall || line.quantity <= 0) return line;
      return { ...line, batch: { ...line.batch, status: 'recalled', statusReason: recall.reason } };
    });
  }
}
