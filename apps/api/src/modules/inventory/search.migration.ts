import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../platform/mongo/migrations';
import { renewFields } from '../../platform/mongo/renew-fields';
import { ITEM_COLLECTION, type ItemRow } from './items/item.document';
import { derivedFields } from './items/item.mapper';
import type { TransferRow } from './transfers/transfer.document';
import { searchWordsOf } from './transfers/transfer-store';

/** Finds items and transfers by the tail of their codes and numbers. */
const findStockByTail: Migration = {
  id: '2026-11-24-find-stock-by-tail',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION).find();
    const words = items.map((row) => ({ _id: row._id, searchWords: derivedFields(row).searchWords }));
    await renewFields(connection, ITEM_COLLECTION, words, signal);
    const transfers = connection.collection<TransferRow>('stock_transfers').find();
    const numbers = transfers.map((row) => ({ _id: row._id, searchWords: searchWordsOf(row) }));
    await renewFields(connection, 'stock_transfers', numbers, signal);
  },
};

/** Stores what batches are found by, and which items are short, of items of earlier versions. */
export const storeBatchKeys: Migration = {
  id: '2026-11-24-store-batch-keys-and-shortage',
  up: async (connection, signal) => {
    const items = connection.collection<ItemRow>(ITEM_COLLECTION).find({ batchKeys: { $exists: false } });
    const fields = items.map((row) => {
      const { batchKeys, isShort } = derivedFields(row);
      return { _id: row._id, batchKeys, isShort };
    });
    await renewFields(connection, ITEM_COLLECTION, fields, signal);
  },
};

@Injectable()
export class StockSearchMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(findStockByTail, storeBatchKeys);
  }
}
