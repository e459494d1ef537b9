import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Migration, Migrations } from '../../platform/mongo/migrations';
import { renewSearchWords } from '../../platform/mongo/renew-search-words';
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
    await renewSearchWords(connection, ITEM_COLLECTION, words, signal);
    const transfers = connection.collection<TransferRow>('stock_transfers').find();
    const numbers = transfers.map((row) => ({ _id: row._id, searchWords: searchWordsOf(row) }));
    await renewSearchWords(connection, 'stock_transfers', numbers, signal);
  },
};

@Injectable()
export class StockSearchMigration implements OnModuleInit {
  constructor(private readonly migrations: Migrations) {}

  onModuleInit(): void {
    this.migrations.register(findStockByTail);
  }
}
