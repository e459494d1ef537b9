import { Injectable } from '@nestjs/common';
import { type Ledger, Ledgers } from '../../../platform/ledger/ledgers';
import type { MovementRow } from './movement.document';
import { MovementRepository } from './movement.repository';

/** Adds movements, and their links to the chain of the laboratory. */
@Injectable()
export class MovementLedger {
  private readonly ledger: Ledger<MovementRow>;

  constructor(
    private readonly movements: MovementRepository,
    ledgers: Ledgers,
  ) {
    this.ledger = ledgers.register({
      name: 'stock',
      repository: movements,
      nameOf: ({ item, seq }) => `${item.itemCode}, movement ${seq}`,
      pathOf: ({ item }) => `/inventory/${item._id.toHexString()}`,
      protectedOf: (row) => ({ ...row, by: row.by?._id }),
      earlier: { protectedOf: (row) => row },
    });
  }

  /** In the transaction under way. */
  async add(rows: MovementRow[]): Promise<void> {
    await this.movements.insertMany(rows);
    this.ledger.append(rows);
  }
}
